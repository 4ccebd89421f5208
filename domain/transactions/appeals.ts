import type { Instant } from '../shared/instants.ts';
import { allows } from './allowed.ts';
import type { Deadline } from './commands.ts';
import type { Transaction } from './state.ts';
import { endOfTerm } from './terms/terms.ts';
import { termsFor } from './terms/termsFor.ts';

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
