import { PROVIDER } from '../shared/actor.ts';
import type { Instant } from '../shared/instants.ts';
import { allows } from './allowed.ts';
import type { Deadline } from './commands.ts';
import type { Transaction } from './state.ts';
import { endOfTerm } from './terms/terms.ts';
import { termsFor } from './terms/termsFor.ts';
import { transactionAggregate } from './transaction.ts';

/** Until when each party may appeal against the last decision; null for a party that may not. */
export type Appeals = { buyer: Instant | null; seller: Instant | null };
export const NO_APPEALS: Appeals = { buyer: null, seller: null };

/** A payout ends the buyer's time early. `deadlines`: as people read them. */
export const appealsOf = (transaction: Transaction, deadlines: readonly Deadline[], now: Instant): Appeals => {
  const { decided } = transaction;
  if (decided === null) return NO_APPEALS;
  const leaves = deadlines.flatMap(({ kind, dueAt }) =>
    kind === 'payoutRun' || kind === 'payoutRetry' ? [dueAt] : [],
  );
  const end = Math.min(endOfTerm(decided.at, termsFor(transaction).appealTerm), ...leaves);
  const endFor = (party: 'buyer' | 'seller') => (allows(transaction, party, 'AppealDecision', now) ? end : null);
  return { buyer: endFor('buyer'), seller: endFor('seller') };
};

/** The preview starts no payout. */
const UNPAID = { bankVerified: false, payoutsHeldUntil: null };

/** The transaction once its refund has arrived; undefined if none is under way. */
const refunded = (transaction: Transaction, at: Instant): Transaction | undefined => {
  const { refund, id } = transaction;
  if (refund?.state !== 'requested') return undefined;
  const done = { kind: 'refund.done', refundId: refund.id, amount: refund.amount } as const;
  const fact = { ...done, eventId: 'preview', occurredAt: at, transactionId: id };
  const decision = transactionAggregate.decide(
    { type: 'RecordProviderFact', fact, seller: UNPAID, at, by: PROVIDER },
    transaction,
  );
  return decision.ok ? decision.value.reduce(transactionAggregate.evolve, transaction) : undefined;
};

/** Until when each party may appeal once the refund under way has arrived. The payout that follows ends it early, on a day that nobody knows yet. */
export const appealsAfterRefund = (transaction: Transaction, now: Instant): Appeals => {
  const later = transaction.decided && refunded(transaction, now);
  return later ? appealsOf(later, [], now) : NO_APPEALS;
};
