import type { ListingId } from '../../shared/ids.ts';
import type { Instant } from '../../shared/instants.ts';
import type { BuyerEvent } from './events.ts';

const LET_GO = {
  PurchaseLapsed: 'lapsed',
  PurchaseAbandoned: 'abandoned',
  AgreementLapsed: 'lapsed',
  AgreementWithdrawn: 'abandoned',
} as const;
const isLetGo = (event: BuyerEvent): event is Extract<BuyerEvent, { type: keyof typeof LET_GO }> =>
  Object.hasOwn(LET_GO, event.type);

export type LetGo = { how: (typeof LET_GO)[keyof typeof LET_GO]; at: Instant; listingId: ListingId };

/** What a buyer had reserved, or agreed on, and did not pay, newest first. */
export const letGoIn = (history: readonly BuyerEvent[]): LetGo[] =>
  history
    .filter(isLetGo)
    .map(({ type, data }) => ({ how: LET_GO[type], at: data.at, listingId: data.listingId }))
    .reverse();
