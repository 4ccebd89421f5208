import {
  answerComplaint,
  complainAboutDecision,
  decideListingReport,
  type ListingCase,
  listingCasePage,
  listingReportQuery,
  ownReports,
  reportListing,
} from '#application/contract/moderation.ts';
import { listingReportCommands } from '#application/moderation/listingReports.ts';
import { access } from '#domain/access/access.ts';
import { listing } from '#domain/listings/listing.ts';
import { fold } from '#domain/shared/decider.ts';
import type { AccountId, ListingId } from '#domain/shared/ids.ts';
import { toEuros } from '#domain/shared/money.ts';
import { type Endpoint, endpoint } from '../../endpoint.ts';
import { command } from '../command.ts';
import { type EndpointDeps, idParameter } from '../deps.ts';
import { openRemovedPhotos } from '../listings/removedPhotos.ts';
import { openOwnTransaction } from '../transactions/ownTransaction.ts';

const tag = 'Reports of listings';

export const listingReportEndpoints = (deps: EndpointDeps): Endpoint[] => {
  const { queries, repository, clock } = deps;
  const photos = openRemovedPhotos(deps);
  const { report, complain, decide, answer } = listingReportCommands({ repository, clock });
  const ownTransactionBetween = openOwnTransaction(deps);

  /** Whether the caller has an open transaction with the listing's seller. */
  const ownTransactionWith = async (id: ListingId, account: AccountId) =>
    ownTransactionBetween((await repository.listings.load(id)).state.sellerId, account);

  /** The listing at that revision. */
  const asItWas = async (id: ListingId, revision: number | null): Promise<ListingCase['listing']> => {
    const { state, history } = await repository.listings.show(id);
    const then =
      revision === null
        ? state
        : fold(
            listing,
            history.filter((event) => event.revision <= revision),
          );
    const { title, description, price } = then.offer;
    const { offer } = state;
    const keys = (images: typeof then.images) => images.map(({ s3Key }) => s3Key).join();
    const same =
      offer.title === title &&
      offer.description === description &&
      offer.price === price &&
      keys(then.images) === keys(state.images);
    return { _id: id, title, description, price: toEuros(price), images: [...then.images], changedSince: !same };
  };

  return [
    command({
      method: 'post',
      path: 'listings/{id}/report',
      operationId: 'reportListing',
      summary: 'Report a listing to staff; a repeat while the report is open changes nothing',
      tag,
      limit: 'reporting',
      may: access.account.do.manage,
      params: idParameter,
      body: reportListing,
      run: ({ params, body, context }) => report(params.id, body, context),
    }),
    endpoint({
      method: 'get',
      path: 'user/reports',
      operationId: 'listOwnReports',
      summary: 'List your reports of listings, and the decisions about them and your own listings',
      tag,
      may: access.account.see.own,
      response: ownReports,
      handle: async ({ account }) => ({
        body: { reports: await queries.listingReports.listingReportsOf(account.id, clock.now()) },
      }),
    }),
    command({
      method: 'post',
      path: 'user/reports/{id}/complain',
      operationId: 'complainAboutDecision',
      summary: 'Complain about a decision, once; another staff member decides',
      tag,
      limit: 'reporting',
      may: access.account.do.manage,
      params: idParameter,
      body: complainAboutDecision,
      run: ({ params, body, context }) => complain(params.id, body, context),
    }),
    endpoint({
      method: 'get',
      path: 'staff/listing-reports',
      operationId: 'listListingReports',
      summary: 'List reported listings by case',
      tag,
      may: access.case.see.queue,
      query: listingReportQuery,
      response: listingCasePage,
      handle: async ({ query, account }) => {
        const { cases, ...page } = await queries.listingReports.listingCases(query, account);
        const listings: ListingCase['listing'][] = [];
        for (const { listing: of, revision } of cases) listings.push(await asItWas(of._id, revision));
        const pictured = await photos.ofListings(listings, () => account.roles);
        const shown = cases.map(({ revision: _, ...found }, place) => ({ ...found, listing: pictured[place]! }));
        return { body: { cases: shown, ...page } };
      },
    }),
    command({
      method: 'post',
      path: 'staff/listing-reports/{id}/decide',
      operationId: 'decideListingReport',
      summary: 'Decide the reports of a listing, with a statement of reasons',
      tag,
      may: access.listing.do.remove,
      params: idParameter,
      body: decideListingReport,
      run: async ({ params, body, account, context }) => {
        const ownSale = await ownTransactionWith(params.id, account.id);
        const suspend = body.suspend && { ...body.suspend, ownSale };
        return decide(params.id, { ...body, ownSale, suspend }, context);
      },
    }),
    command({
      method: 'post',
      path: 'staff/listing-reports/{id}/answer',
      operationId: 'answerComplaint',
      summary: 'Decide a complaint, as a different staff member; the decision is final',
      tag,
      may: access.listing.do.remove,
      params: idParameter,
      body: answerComplaint,
      run: async ({ params, body, account, context }) => {
        const ownTransaction = await ownTransactionWith(params.id, account.id);
        return answer(params.id, { ...body, ownSale: ownTransaction }, context);
      },
    }),
  ];
};
