import { z } from 'zod';
import { type EventOf, fact } from '../../shared/events.ts';
import { id } from '../../shared/ids.ts';

const instant = z.int();
const unpaid = { transactionId: id, listingId: id, blockedUntil: instant };

/** Stream `buyer-{accountId}`: the purchases of an account that wait for their payment, and its agreements on a price. */
export const unpaidPurchaseEvents = {
  /** Written before the listing is reserved. `until`: the end of the payment window. */
  PurchaseBegun: fact({ transactionId: id, listingId: id, until: instant }),
  PurchasePaid: fact({ transactionId: id }),
  /** Nobody paid in time. */
  PurchaseLapsed: fact(unpaid),
  /** By the buyer, before paying. */
  PurchaseAbandoned: fact(unpaid),
  /** Written before the acceptance of a price offer. `until`: the end of the agreement. */
  AgreementBegun: fact({ proposalId: id, listingId: id, until: instant }),
  /** The buyer let it lapse, or withdrew it. */
  AgreementLapsed: fact({ proposalId: id, listingId: id, blockedUntil: instant }),
  AgreementWithdrawn: fact({ proposalId: id, listingId: id, blockedUntil: instant }),
  /** Bought, ended through no doing of the buyer, or it never came about. */
  AgreementDropped: fact({ proposalId: id }),
  /** Through no doing of the buyer: the seller cancelled, the sum was another, or the purchase never came about. */
  PurchaseDropped: fact({ transactionId: id }),
} as const;

export type UnpaidPurchaseEvent = EventOf<typeof unpaidPurchaseEvents>;
