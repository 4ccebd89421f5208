import { isBusinessDay } from '../../shared/businessDays.ts';
import { record } from '../../shared/decider.ts';
import type { Instant } from '../../shared/instants.ts';
import type { SellerStanding } from '../commands.ts';
import { escrowGate } from '../escrowGate.ts';
import type { TransactionEvent } from '../events.ts';
import { nextPayoutRun } from '../payoutRuns.ts';
import { due } from '../process/terms.ts';
import { isFree, type Transaction } from '../state.ts';
import { termsFor } from '../terms/termsFor.ts';
import { type Decide, events, type Following, refused } from './deciding.ts';
import { approvePayout, tellSuspended } from './following.ts';

/** Does nothing unless the payout can be approved now, so asking twice is harmless. */
export const reviewPayability: Decide<'ReviewPayability'> = (command, transaction, gate) =>
  command.by.role === 'system'
    ? record(...events(transaction, approvePayout(command.seller, command.at)))
    : (refused(command, transaction, gate) ?? record());

const postponed = (
  transaction: Transaction,
  at: Instant,
  until: Instant,
  cause: 'bankAccount' | 'closingDay',
): TransactionEvent => ({
  type: 'PayoutPostponed',
  data: { at, runAt: nextPayoutRun(until, termsFor(transaction).payoutRun), cause },
});

/**
 * Pays, or records why not yet: the seller is suspended, banks are closed, the bank account is unverified or recently changed, or a first
 * second factor is pending.
 */
export const payOut =
  (seller: SellerStanding, at: Instant): Following =>
  (transaction) => {
    const { released, payout } = transaction;
    if (!released || !escrowGate.admits(transaction, 'PayoutInitiated')) return [];
    if (seller.suspended) return [{ type: 'PayoutApprovalWithdrawn', data: { at } }, ...tellSuspended(transaction, at)];
    if (!isBusinessDay(at)) return [postponed(transaction, at, at, 'closingDay')];
    if (!seller.bankVerified) return [{ type: 'PayoutApprovalWithdrawn', data: { at } }];
    if (seller.payoutsHeldUntil !== null && seller.payoutsHeldUntil > at)
      return [postponed(transaction, at, seller.payoutsHeldUntil, 'bankAccount')];
    const attempt = payout.attempt + 1;
    const watch = { askAt: due('payoutAsk', at, transaction), watchUntil: due('payoutWatch', at, transaction) };
    const data = { at, payoutId: `${transaction.id}p${attempt}`, attempt, amount: released.toSeller, ...watch };
    return [{ type: 'PayoutInitiated', data }];
  };

/** Pays out with the run of the day, never before it. */
export const runPayout =
  (seller: SellerStanding, at: Instant): Following =>
  (transaction) =>
    isPayoutDue(transaction, at) ? payOut(seller, at)(transaction) : [];

const isPayoutDue = (transaction: Transaction, at: Instant): boolean => {
  const { runAt } = transaction.payout;
  return transaction.status === 'READY_FOR_PAYOUT' && isFree(transaction) && runAt !== null && runAt <= at;
};

export const initiatePayout: Decide<'InitiatePayout'> = (command, transaction, gate) =>
  command.by.role === 'system'
    ? record(...events(transaction, runPayout(command.seller, command.at)))
    : (refused(command, transaction, gate) ?? record());
