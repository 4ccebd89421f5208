import { z } from 'zod';
import {
  acceptedPrice,
  priceOfferMade,
  priceOfferPage,
  priceOfferQuery,
  priceOffers,
  proposedPrice,
} from '#application/contract/priceOffers.ts';
import { priceOfferCommands } from '#application/listings/priceOffers.ts';
import { access } from '#domain/access/access.ts';
import { PRICE_OFFER_LIMITS } from '#domain/listings/limits.ts';
import { type Endpoint, endpoint } from '../../endpoint.ts';
import { command } from '../command.ts';
import { type EndpointDeps, idParameter, SUCCESS } from '../deps.ts';

const tag = 'Price proposals';

const ofListing = idParameter.extend({ proposal: z.string().max(200) });
const towards = ({ id, proposal }: z.output<typeof ofListing>) => ({ listingId: id, proposalId: proposal });

export const priceOfferEndpoints = ({ queries, repository, clock }: EndpointDeps): Endpoint[] => {
  const { propose, accept, counter, refuse, withdraw } = priceOfferCommands({ repository, clock });
  return [
    endpoint({
      method: 'get',
      path: 'user/price-proposals',
      operationId: 'listOpenPriceOffers',
      summary: 'List your open price offers, sent and received',
      tag,
      may: access.account.see.own,
      response: priceOffers,
      handle: async ({ account }) => ({ body: { proposals: await queries.proposals.openProposalsOf(account.id) } }),
    }),
    endpoint({
      method: 'get',
      path: 'user/price-proposals/all',
      operationId: 'listPriceOffers',
      summary: 'List your price offers: those that need your answer, other open ones, and ended ones',
      tag,
      may: access.account.see.own,
      query: priceOfferQuery,
      response: priceOfferPage,
      handle: async ({ account, query }) => ({ body: await queries.proposals.proposalPage(account.id, query) }),
    }),
    command({
      method: 'post',
      path: 'listings/{id}/price-proposals',
      operationId: 'makePriceOffer',
      summary: `Make a price offer; the seller has ${PRICE_OFFER_LIMITS.answer} to answer`,
      tag,
      limit: 'proposing',
      may: access.listing.do.propose,
      success: 201,
      params: idParameter,
      body: proposedPrice,
      response: priceOfferMade,
      run: (call) => propose(call.params.id, call.body.price, call.context),
      answer: ({ id }) => ({ ...SUCCESS, message: 'Your offer was sent', id }),
    }),
    command({
      method: 'post',
      path: 'listings/{id}/price-proposals/{proposal}/accept',
      operationId: 'acceptPriceOffer',
      summary: `Accept a price offer; the listing is reserved for the buyer for ${PRICE_OFFER_LIMITS.kept}`,
      tag,
      limit: 'dealing',
      may: access.listing.do.answerProposal,
      params: ofListing,
      body: acceptedPrice,
      run: (call) => accept(towards(call.params), call.body.price, call.context),
    }),
    command({
      method: 'post',
      path: 'listings/{id}/price-proposals/{proposal}/counter',
      operationId: 'counterPriceOffer',
      summary: `Make a counter-offer; the buyer has ${PRICE_OFFER_LIMITS.answer} to answer`,
      tag,
      limit: 'dealing',
      may: access.listing.do.answerProposal,
      params: ofListing,
      body: proposedPrice,
      run: (call) => counter(towards(call.params), call.body.price, call.context),
    }),
    command({
      method: 'post',
      path: 'listings/{id}/price-proposals/{proposal}/refuse',
      operationId: 'refusePriceOffer',
      summary: 'Decline a price offer that waits for your answer',
      tag,
      limit: 'dealing',
      may: access.listing.do.answerProposal,
      params: ofListing,
      run: (call) => refuse(towards(call.params), call.context),
    }),
    command({
      method: 'post',
      path: 'listings/{id}/price-proposals/{proposal}/withdraw',
      operationId: 'withdrawPriceOffer',
      summary: 'Withdraw your price offer, even an accepted one',
      tag,
      limit: 'dealing',
      may: access.listing.do.answerProposal,
      params: ofListing,
      run: (call) => withdraw(towards(call.params), call.context),
    }),
  ];
};
