import { z } from 'zod';
import {
  acceptedPrice,
  priceOfferPage,
  priceOfferQuery,
  priceOffers,
  proposalMade,
  proposedPrice,
} from '#application/contract/priceProposals.ts';
import { priceOfferCommands } from '#application/listings/priceOffers.ts';
import { access } from '#domain/access/access.ts';
import { PRICE_OFFER_LIMITS } from '#domain/listings/limits.ts';
import { type Endpoint, endpoint } from '../../endpoint.ts';
import { type EndpointDeps, granted, idParameter, SUCCESS } from '../deps.ts';

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
      summary: 'The prices that one has proposed, or was proposed, and that are open',
      tag,
      may: access.account.see.own,
      response: priceOffers,
      handle: async ({ account }) => ({ body: { proposals: await queries.proposals.openProposalsOf(account.id) } }),
    }),
    endpoint({
      method: 'get',
      path: 'user/price-proposals/all',
      operationId: 'listPriceOffers',
      summary:
        'The prices that one has proposed, or was proposed: what waits for the reader, what else is open, what has ended',
      tag,
      may: access.account.see.own,
      query: priceOfferQuery,
      response: priceOfferPage,
      handle: async ({ account, query }) => ({ body: await queries.proposals.proposalPage(account.id, query) }),
    }),
    endpoint({
      method: 'post',
      path: 'listings/{id}/price-proposals',
      operationId: 'makePriceOffer',
      summary: `Propose another price to the seller, who has ${PRICE_OFFER_LIMITS.answer} to answer`,
      tag,
      limit: 'proposing',
      may: access.listing.do.propose,
      success: 201,
      params: idParameter,
      body: proposedPrice,
      response: proposalMade,
      handle: async (call) => {
        const { id, position } = granted(await propose(call.params.id, call.body.price, call.context));
        return { body: { ...SUCCESS, message: 'Your offer was sent', id }, position };
      },
    }),
    endpoint({
      method: 'post',
      path: 'listings/{id}/price-proposals/{proposal}/accept',
      operationId: 'acceptPriceOffer',
      summary: `Accept a price: it is reserved for its buyer for ${PRICE_OFFER_LIMITS.kept}`,
      tag,
      limit: 'dealing',
      may: access.listing.do.answerProposal,
      params: ofListing,
      body: acceptedPrice,
      handle: async (call) => {
        const { position } = granted(await accept(towards(call.params), call.body.price, call.context));
        return { status: 204, body: undefined, position };
      },
    }),
    endpoint({
      method: 'post',
      path: 'listings/{id}/price-proposals/{proposal}/counter',
      operationId: 'counterPriceOffer',
      summary: `Answer with another price, which the buyer has ${PRICE_OFFER_LIMITS.answer} to accept`,
      tag,
      limit: 'dealing',
      may: access.listing.do.answerProposal,
      params: ofListing,
      body: proposedPrice,
      handle: async (call) => {
        const { position } = granted(await counter(towards(call.params), call.body.price, call.context));
        return { status: 204, body: undefined, position };
      },
    }),
    endpoint({
      method: 'post',
      path: 'listings/{id}/price-proposals/{proposal}/refuse',
      operationId: 'refusePriceOffer',
      summary: 'Refuse a price that waits for one’s answer',
      tag,
      limit: 'dealing',
      may: access.listing.do.answerProposal,
      params: ofListing,
      handle: async (call) => {
        const { position } = granted(await refuse(towards(call.params), call.context));
        return { status: 204, body: undefined, position };
      },
    }),
    endpoint({
      method: 'post',
      path: 'listings/{id}/price-proposals/{proposal}/withdraw',
      operationId: 'withdrawPriceOffer',
      summary: 'Take back what one has proposed, also once it was accepted',
      tag,
      limit: 'dealing',
      may: access.listing.do.answerProposal,
      params: ofListing,
      handle: async (call) => {
        const { position } = granted(await withdraw(towards(call.params), call.context));
        return { status: 204, body: undefined, position };
      },
    }),
  ];
};
