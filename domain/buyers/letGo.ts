import type { ListingId } from '../shared/ids.ts';
import type { Instant } from '../shared/instants.ts';
import type { BuyerEvent } from './events.ts';

const LET_GO = { PurchaseLapsed: 'lapsed', PurchaseAbandoned: 'abandoned' } as const;

export type LetGo = { how: (typeof LET_GO)[keyof typeof LET_GO]; at: Instant; listingId: ListingId };

/** What a buyer had reserved and did not pay, newest first. */
export const letGoIn = (history: readonly BuyerEvent[]): LetGo[] =>
  history
    .flatMap(({ type, data }) =>
      type === 'PurchaseLapsed' || type === 'PurchaseAbandoned'
        ? [{ how: LET_GO[type], at: data.at, listingId: data.listingId }]
        : [],
    )
    .reverse();
