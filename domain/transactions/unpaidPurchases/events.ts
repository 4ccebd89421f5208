import { z } from 'zod';
import { type EventOf, fact } from '../../shared/events.ts';
import { id } from '../../shared/ids.ts';

const instant = z.int();
const unpaid = { transactionId: id, listingId: id, blockedUntil: instant };

/** Stream `buyer-{accountId}`: an account's unpaid purchases and price agreements. */
export const unpaidPurchaseEvents = {
  /** Written before the listing is reserved. `until`: the end of the payment window. */
  PurchaseBegun: fact({ transactionId: id, listingId: id, until: instant }),
  PurchasePaid: fact({ transactionId: id }),
  /** Nobody paid in time. */
  PurchaseLapsed: fact(unpaid),
  /** The buyer cancelled before paying. */
  PurchaseAbandoned: fact(unpaid),
  /** Written before the acceptance of a price offer. `until`: the end of the agreement. */
  AgreementBegun: fact({ proposalId: id, listingId: id, until: instant }),
  /** The buyer withdrew it or let it lapse. */
  AgreementLapsed: fact({ proposalId: id, listingId: id, blockedUntil: instant }),
  AgreementWithdrawn: fact({ proposalId: id, listingId: id, blockedUntil: instant }),
  /** The buyer bought, the seller or somebody else ended it, or it never began. */
  AgreementDropped: fact({ proposalId: id }),
  /** Not the buyer's doing: the seller cancelled, the sum was wrong, or the purchase never began. */
  PurchaseDropped: fact({ transactionId: id }),
} as const;

export type UnpaidPurchaseEvent = EventOf<typeof unpaidPurchaseEvents>;
