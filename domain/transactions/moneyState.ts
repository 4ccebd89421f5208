import type { Instant } from '../shared/instants.ts';
import type { Cents } from '../shared/money.ts';
import { allows } from './allowed.ts';
import { type Appeals, appealsAfterRefund, appealsOf } from './appeals.ts';
import type { Deadline, SellerStanding } from './commands.ts';
import { armedDeadlines } from './deadlines.ts';
import { refundedBefore } from './division.ts';
import { type ItemPlace, itemPlaceOf } from './itemPlace.ts';
import { payoutCanLeave } from './payoutRuns.ts';
import { type Hold, hasPayoutBegun, holdsOf, publicStatus, type Transaction } from './state.ts';
import type { Status } from './statuses.ts';
import { type Promised, termsFor } from './terms/termsFor.ts';

/** The buyer can revoke a release by a dispute. `until` is null if that is possible until the payout begins. */
export type Reclaim = { until: Instant | null };

/** Everything besides sums that a sentence about the money depends on. Web pages have the same data. */
export type MoneyState = Promised & {
  status: Status;
  holds: readonly Hold[];
  deadlines: readonly Deadline[];
  reclaim: Reclaim | null;
  appeals: Appeals;
  /** The rights that begin when the refund under way has arrived. */
  appealsAfterRefund: Appeals;
  item: ItemPlace;
  /** What had gone back to the buyer before the last decision divided the rest; absent: nothing. */
  refundedBefore?: Cents;
  /** The buyer ended a hold before, so ending another adds no time. */
  endedOwnHold: boolean;
};

const reclaimOf = (transaction: Transaction, now: Instant): Reclaim | null => {
  if (transaction.released === null || hasPayoutBegun(transaction)) return null;
  if (!allows(transaction, 'buyer', 'OpenDispute', now)) return null;
  const { by } = transaction.released;
  const until =
    by === 'buyer' && transaction.deliveredAt !== null
      ? transaction.deliveredAt + termsFor(transaction).claimPeriod
      : null;
  return { until };
};

/** Deadlines as people read them: a payout shows the day on which it can leave, which may be later than the day it is due. */
const toldDeadlines = (
  transaction: Transaction,
  { suspended = false, bankVerified, payoutsHeldUntil }: SellerStanding,
): Deadline[] =>
  armedDeadlines(transaction).flatMap((armed) => {
    if (armed.kind !== 'payoutRun' && armed.kind !== 'payoutRetry') return [armed];
    if (suspended || !bankVerified) return [];
    return [{ ...armed, dueAt: payoutCanLeave(armed.dueAt, payoutsHeldUntil, termsFor(transaction).payoutRun) }];
  });

export const moneyStateOf = (transaction: Transaction, seller: SellerStanding, now: Instant): MoneyState => {
  const deadlines = toldDeadlines(transaction, seller);
  const before = refundedBefore(transaction);
  return {
    policyVersion: transaction.policyVersion,
    status: publicStatus(transaction),
    holds: holdsOf(transaction),
    deadlines,
    reclaim: reclaimOf(transaction, now),
    appeals: appealsOf(transaction, deadlines, now),
    appealsAfterRefund: appealsAfterRefund(transaction, now),
    item: itemPlaceOf({ shipped: transaction.shippedAt !== null, returned: transaction.return }),
    endedOwnHold: transaction.endedByBuyer > 0,
    ...(before > 0 && { refundedBefore: before }),
  };
};
