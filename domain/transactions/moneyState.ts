import type { Instant } from '../shared/instants.ts';
import { allows } from './allowed.ts';
import type { Deadline, SellerStanding } from './commands.ts';
import { armedDeadlines } from './deadlines.ts';
import { endOfTerm, type Promised, payoutCanLeave, policyOf } from './policy.ts';
import { type Hold, hasPayoutBegun, holdsOf, publicStatus, type Sale } from './sale.ts';
import type { Status } from './statuses.ts';

/** After a release: how the buyer can get the money back into escrow. `until` null: until the payout begins. */
export type Reclaim = { how: 'dispute' | 'appeal'; until: Instant | null };

/** All that a sentence about the money of a transaction depends on, beside its sums. A page of the web has the same. */
export type MoneyState = Promised & {
  status: Status;
  holds: readonly Hold[];
  deadlines: readonly Deadline[];
  reclaim: Reclaim | null;
  /** The buyer has ended a hold of their own before, so the next end of one gives no more time. */
  endedOwnHold: boolean;
};

const reclaimOf = (sale: Sale, now: Instant): Reclaim | null => {
  if (sale.released === null || hasPayoutBegun(sale)) return null;
  if (allows(sale, 'buyer', 'AppealDecision', now))
    return { how: 'appeal', until: sale.decided && endOfTerm(sale.decided.at, policyOf(sale).appealTerm) };
  if (!allows(sale, 'buyer', 'OpenDispute', now)) return null;
  const { by } = sale.released;
  const until = by === 'buyer' && sale.deliveredAt !== null ? sale.deliveredAt + policyOf(sale).claimPeriod : null;
  return { how: 'dispute', until };
};

/** Deadlines as people read them: a payout shows the day on which it can leave, which may be later than the day it is due. */
const toldDeadlines = (sale: Sale, { suspended = false, bankVerified, payoutsHeldUntil }: SellerStanding): Deadline[] =>
  armedDeadlines(sale).flatMap((armed) => {
    if (armed.kind !== 'payoutRun' && armed.kind !== 'payoutRetry') return [armed];
    if (suspended || !bankVerified) return [];
    return [{ ...armed, dueAt: payoutCanLeave(armed.dueAt, payoutsHeldUntil, policyOf(sale).payoutRun) }];
  });

export const moneyStateOf = (sale: Sale, seller: SellerStanding, now: Instant): MoneyState => ({
  policyVersion: sale.policyVersion,
  status: publicStatus(sale),
  holds: holdsOf(sale),
  deadlines: toldDeadlines(sale, seller),
  reclaim: reclaimOf(sale, now),
  endedOwnHold: sale.endedByBuyer > 0,
});
