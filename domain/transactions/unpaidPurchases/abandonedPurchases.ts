import type { ListingId } from '../../shared/ids.ts';
import type { Instant } from '../../shared/instants.ts';
import type { UnpaidPurchaseEvent } from './events.ts';

const LET_GO = {
  PurchaseLapsed: 'lapsed',
  PurchaseAbandoned: 'abandoned',
  AgreementLapsed: 'lapsed',
  AgreementWithdrawn: 'abandoned',
} as const;
const isLetGo = (event: UnpaidPurchaseEvent): event is Extract<UnpaidPurchaseEvent, { type: keyof typeof LET_GO }> =>
  Object.hasOwn(LET_GO, event.type);

export type AbandonedPurchase = { how: (typeof LET_GO)[keyof typeof LET_GO]; at: Instant; listingId: ListingId };

/** Purchases and price agreements that a buyer did not pay, newest first. */
export const letGoIn = (history: readonly UnpaidPurchaseEvent[]): AbandonedPurchase[] =>
  history
    .filter(isLetGo)
    .map(({ type, data }) => ({ how: LET_GO[type], at: data.at, listingId: data.listingId }))
    .reverse();
