import { isBusinessDay } from '../../shared/businessDays.ts';
import { record } from '../../shared/decider.ts';
import type { Instant } from '../../shared/instants.ts';
import type { SellerStanding } from '../commands.ts';
import type { TransactionEvent } from '../events.ts';
import { nextPayoutRun, policyOf } from '../limits.ts';
import { admits } from '../place.ts';
import { due } from '../process/terms.ts';
import { isFree, type Sale } from '../state.ts';
import { type Decide, type Following, facts, refused } from './deciding.ts';
import { approvePayout, tellSuspended } from './following.ts';

/** Answers nothing while the sale is not payable, or is approved already: asking twice is harmless. */
export const reviewPayability: Decide<'ReviewPayability'> = (command, sale, machine) =>
  command.by.role === 'system'
    ? record(...facts(sale, approvePayout(command.seller, command.at)))
    : (refused(command, sale, machine) ?? record());

const postponed = (sale: Sale, at: Instant, until: Instant, cause: 'bankAccount' | 'closingDay'): TransactionEvent => ({
  type: 'PayoutPostponed',
  data: { at, runAt: nextPayoutRun(until, policyOf(sale).payoutRun), cause },
});

/**
 * Pays, or says why not yet: a seller who is suspended is not paid, nothing goes out on a weekend or a closing day, and the bank account
 * must be verified, and rests for a while after a change. A first second factor that is pending postpones it, too.
 */
export const payOut =
  (seller: SellerStanding, at: Instant): Following =>
  (sale) => {
    const { released, payout } = sale;
    if (!released || !admits(sale, 'PayoutInitiated')) return [];
    if (seller.suspended) return [{ type: 'PayoutApprovalWithdrawn', data: { at } }, ...tellSuspended(sale, at)];
    if (!isBusinessDay(at)) return [postponed(sale, at, at, 'closingDay')];
    if (!seller.bankVerified) return [{ type: 'PayoutApprovalWithdrawn', data: { at } }];
    if (seller.payoutsHeldUntil !== null && seller.payoutsHeldUntil > at)
      return [postponed(sale, at, seller.payoutsHeldUntil, 'bankAccount')];
    const attempt = payout.attempt + 1;
    const watch = { askAt: due('payoutAsk', at, sale), watchUntil: due('payoutWatch', at, sale) };
    const data = { at, payoutId: `${sale.id}p${attempt}`, attempt, amount: released.toSeller, ...watch };
    return [{ type: 'PayoutInitiated', data }];
  };

/** Pays out with the run of the day, not before its time. */
export const runPayout =
  (seller: SellerStanding, at: Instant): Following =>
  (sale) =>
    isPayoutDue(sale, at) ? payOut(seller, at)(sale) : [];

const isPayoutDue = (sale: Sale, at: Instant): boolean => {
  const { runAt } = sale.payout;
  return sale.status === 'READY_FOR_PAYOUT' && isFree(sale) && runAt !== null && runAt <= at;
};

export const initiatePayout: Decide<'InitiatePayout'> = (command, sale, machine) =>
  command.by.role === 'system'
    ? record(...facts(sale, runPayout(command.seller, command.at)))
    : (refused(command, sale, machine) ?? record());
