import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type PriceOffer, type PriceOfferPage, type PriceOffers } from '#application/contract/priceOffers.ts';
import { type OFFER_ACTIONS } from '#domain/notifications/requiredActions.ts';
import { api } from './client.ts';
import { PROPOSALS } from './queryKeys.ts';

/** The reader’s open ones, as buyer and as seller. */
export const offersQuery = queryOptions({
  queryKey: [PROPOSALS],
  queryFn: ({ signal }) => api.get<PriceOffers>('user/price-proposals', { signal }),
});

/** Also what has ended. */
export const allOffersQuery = (side: PriceOffer['side']) =>
  infiniteQueryOptions({
    queryKey: [PROPOSALS, side],
    queryFn: ({ pageParam, signal }) =>
      api.get<PriceOfferPage>(`user/price-proposals/all?side=${side}&page=${pageParam}`, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ hasMore, currentPage }) => (hasMore ? currentPage + 1 : undefined),
  });

/** What it asks of its reader; undefined where it waits for the other side. */
export const askedOf = (offer: PriceOffer): keyof typeof OFFER_ACTIONS | undefined =>
  waitsForReader(offer) ? (offer.stage === 'accepted' ? 'buy' : 'answer') : undefined;

/** For an answer or, agreed on, to be bought; what waits for the other side, and what has ended, does not. */
export const waitsForReader = ({ side, stage, ended, beingBought }: PriceOffer): boolean =>
  ended === null && !beingBought && (side === 'seller') === (stage === 'proposed');
