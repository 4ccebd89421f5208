import { queryOptions } from '@tanstack/react-query';
import type { PriceOffer, PriceOffers } from '#application/contract/priceOffers.ts';
import type { OFFER_ACTIONS } from '#domain/notifications/requiredActions.ts';
import { api } from './client.ts';
import { PROPOSALS } from './queryKeys.ts';

/** The reader's open offers, as buyer and seller. */
export const offersQuery = queryOptions({
  queryKey: [PROPOSALS],
  queryFn: ({ signal }) => api.get<PriceOffers>('user/price-proposals', { signal }),
});

/** The action asked of the reader; undefined if it is the other side's turn. */
export const askedOf = (offer: PriceOffer): keyof typeof OFFER_ACTIONS | undefined =>
  waitsForReader(offer) ? (offer.stage === 'accepted' ? 'buy' : 'answer') : undefined;

/** Waits for the reader's answer or, once agreed, for their purchase. */
export const waitsForReader = ({ side, stage, ended, beingBought }: PriceOffer): boolean =>
  ended === null && !beingBought && (side === 'seller') === (stage === 'proposed');
