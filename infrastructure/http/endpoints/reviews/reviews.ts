import {
  answerReview,
  removedReviews,
  reportReview,
  resolveReviewReport,
  reviewReportPage,
  reviewReportQuery,
  sellerReviews,
  sellerReviewsQuery,
} from '#application/contract/reviews.ts';
import { access } from '#domain/access/access.ts';
import { type Endpoint, endpoint, Refused } from '../../endpoint.ts';
import { command } from '../command.ts';
import { type EndpointDeps, idParameter } from '../deps.ts';
import { openOwnTransaction } from '../transactions/ownTransaction.ts';

const tag = 'Reviews';

export const reviewEndpoints = (deps: EndpointDeps): Endpoint[] => {
  const { queries, reviews, repository } = deps;
  const ownTransactionBetween = openOwnTransaction(deps);
  return [
    endpoint({
      method: 'get',
      path: 'sellers/{id}/reviews',
      operationId: 'listSellerReviews',
      summary: 'List the reviews of a seller with their answers, newest first',
      tag,
      may: access.listing.see.seller,
      knowsCaller: true,
      params: idParameter,
      query: sellerReviewsQuery,
      response: sellerReviews,
      handle: async ({ params, query, account }) => {
        if ((await queries.sellers.sellerNameOf(params.id)) === undefined)
          throw new Refused({ code: 'sellerNotFound' });
        return { body: await queries.reviews.reviewsOfSeller(params.id, query, account?.id) };
      },
    }),
    endpoint({
      method: 'get',
      path: 'reviews/{id}/removed',
      operationId: 'getRemovedReview',
      summary: 'Get what staff removed of your review or answer, and why',
      tag,
      may: access.account.see.own,
      params: idParameter,
      response: removedReviews,
      handle: async ({ params, account }) => {
        const body = await queries.reviews.removedReviewsOf(params.id, account.id);
        if (!body) throw new Refused({ code: 'transactionNotFound' });
        return { body };
      },
    }),
    command({
      method: 'post',
      path: 'reviews/{id}/answer',
      operationId: 'answerReview',
      summary: 'Answer a review, once, as the seller',
      tag,
      limit: 'dealing',
      may: access.sale.do.act,
      params: idParameter,
      body: answerReview,
      run: (call) => reviews.answer(call.params.id, call.body.text, call.context),
    }),
    command({
      method: 'post',
      path: 'reviews/{id}/report',
      operationId: 'reportReview',
      summary: 'Report a review or its answer to staff',
      tag,
      limit: 'reporting',
      may: access.sale.do.report,
      params: idParameter,
      body: reportReview,
      run: (call) => reviews.report(call.params.id, call.body, call.context),
    }),
    endpoint({
      method: 'get',
      path: 'staff/review-reports',
      operationId: 'listReviewReports',
      summary: 'List reported reviews and answers, newest first',
      tag,
      may: access.conversation.see.reported,
      query: reviewReportQuery,
      response: reviewReportPage,
      handle: async ({ query, account }) => ({ body: await queries.reviews.reportedReviews(query, account) }),
    }),
    command({
      method: 'post',
      path: 'staff/review-reports/{id}/resolve',
      operationId: 'resolveReviewReport',
      summary: 'Keep or remove a reported review or answer, with a reason',
      tag: 'Staff',
      may: access.conversation.do.resolveReport,
      params: idParameter,
      body: resolveReviewReport,
      run: async ({ params: { id }, body, account, context }) => {
        const { authors } = (await repository.reviews.load(id)).state;
        const suspend = body.suspend && {
          ...body.suspend,
          ownSale: await ownTransactionBetween(authors[body.part] ?? account.id, account.id),
        };
        return reviews.resolveReport(id, { ...body, suspend }, context);
      },
    }),
  ];
};
