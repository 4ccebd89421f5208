import type { Instant } from '../../shared/instants.ts';
import type { Cents } from '../../shared/money.ts';
import type { SellerStanding } from '../commands.ts';
import { isTooLittleToShip } from '../division.ts';
import { escrowGate } from '../escrowGate.ts';
import type { TransactionEvent } from '../events.ts';
import { split } from '../fees.ts';
import { nextPayoutRun, payoutRunAfterApproval } from '../payoutRuns.ts';
import { DEADLINE_TABLE } from '../process/deadlineTable.ts';
import { due, noticeBefore } from '../process/terms.ts';
import { escrowTimeLeft, heldMoney, inspectionStopped, isFree, type Transaction } from '../state.ts';
import { endOfTerm } from '../terms/terms.ts';
import { type Promised, termsFor } from '../terms/termsFor.ts';
import { events, type Following, type Step } from './deciding.ts';

/** The end and the notices of an escrow clock. */
export const escrowClock = (escrowEndsAt: Instant, transaction: Promised) => ({
  escrowEndsAt,
  firstNoticeAt: noticeBefore('firstNotice', escrowEndsAt, transaction),
  lastNoticeAt: noticeBefore('lastNotice', escrowEndsAt, transaction),
});

export const shipmentClock = (at: Instant, transaction: Promised) => {
  const shipBy = due('shipment', at, transaction);
  return { shipBy, shipReminderAt: noticeBefore('shipReminder', shipBy, transaction) };
};

export const freshEscrowClock = (at: Instant, transaction: Promised) =>
  escrowClock(due('escrowEnd', at, transaction), transaction);

/** The ms that a new hold freezes; null if the clock is frozen or over. */
export const remainingAt = (transaction: Transaction, at: Instant): number | null =>
  transaction.clock ? escrowTimeLeft(transaction, at) : null;

/** Splits the rest of the escrow between seller and fee. */
export const release =
  (by: 'buyer' | 'timer' | 'staff' | 'settlement', at: Instant): Following =>
  (transaction) => {
    const rest = split(heldMoney(transaction), transaction.fee, 0);
    return [
      {
        type: 'EscrowReleased',
        data: { at, by, toSeller: rest?.toSeller ?? 0, fee: rest?.fee ?? heldMoney(transaction) },
      },
    ];
  };

/** Released money returns to escrow. */
export const revoked = ({ money, released }: Transaction, at: Instant): TransactionEvent[] =>
  money === 'payable' && released
    ? [{ type: 'ReleaseRevoked', data: { at, toSeller: released.toSeller, fee: released.fee } }]
    : [];

/** The end of the time to rate, counted from the arrival of the payout. */
export const ratingUntil = (transaction: Promised, at: Instant): Instant => at + termsFor(transaction).ratingPeriod;

/** The sum due to the seller beyond what they have. */
export const keptBeyond = (has: Cents, due: Cents): { kept?: Cents } => (due > has ? { kept: due - has } : {});

/** A seller who has the money through a failed attempt is not paid again. A rest that is due is kept for them. */
export const countOverpayment =
  (at: Instant): Following =>
  (transaction) => {
    const due = transaction.released?.toSeller ?? 0;
    const attempts = Object.entries(transaction.payoutAttempts);
    const most = Math.max(0, ...attempts.map(([, { over }]) => Math.min(over, due)));
    const [payoutId] = attempts.find(([, { over }]) => over >= most && over > 0) ?? [];
    if (payoutId === undefined || most === 0 || !escrowGate.admits(transaction, 'OverpaymentCounted')) return [];
    const data = { at, payoutId, amount: most, rateUntil: ratingUntil(transaction, at), ...keptBeyond(most, due) };
    return [{ type: 'OverpaymentCounted', data }];
  };

/** Opens a case, once, for a payout that waits for a suspended seller. */
export const tellSuspended = ({ marks }: Transaction, at: Instant): TransactionEvent[] =>
  marks.sellerSuspended === undefined ? [escalate(at, 'sellerSuspended')] : [];

/** Approves a payout that is released and free of holds, if the seller is not suspended and has a verified bank account. */
export const approvePayout =
  (seller: SellerStanding, at: Instant): Following =>
  (transaction) => {
    const counted = countOverpayment(at)(transaction);
    if (counted.length > 0) return counted;
    if (transaction.status !== 'ESCROW_COMPLETED' || !escrowGate.admits(transaction, 'PayoutApproved')) return [];
    if (!isFree(transaction) || !transaction.released) return [];
    if (seller.suspended) return tellSuspended(transaction, at);
    if (!seller.bankVerified) return [];
    const runAt = payoutRunAfterApproval(at, seller.payoutsHeldUntil, termsFor(transaction).payoutRun);
    return [{ type: 'PayoutApproved', data: { at, runAt, amount: transaction.released.toSeller } }];
  };

export const nextRefundId = ({ id, refundCount }: Transaction): string => `${id}r${refundCount + 1}`;

/** Refunds `toBuyer` and keeps the rest until the provider confirms the refund. */
export const requestRefund =
  (toBuyer: Cents | 'all', at: Instant): Following =>
  (transaction) => {
    const held = heldMoney(transaction);
    const divided = split(held, transaction.fee, toBuyer === 'all' ? held : toBuyer);
    const { toBuyer: amount, toSeller, fee } = divided ?? { toBuyer: held, toSeller: 0, fee: 0 };
    return [
      {
        type: 'RefundRequested',
        data: {
          at,
          refundId: nextRefundId(transaction),
          amount,
          toSeller,
          fee,
          watchUntil: due('refundWatch', at, transaction),
        },
      },
    ];
  };

/** Carries out a decision: a refund of 0 releases the escrow, any other goes back first. */
export const carryOut = (toBuyer: Cents, by: 'staff' | 'settlement', seller: SellerStanding, at: Instant): Step[] =>
  toBuyer === 0 ? [release(by, at), approvePayout(seller, at)] : [requestRefund(toBuyer, at)];

type Ender = 'buyer' | 'others';

/** The minimum left on a clock after a hold. The buyer gets it only once for holds they end, so they cannot gain time repeatedly. */
const leastLeft = (transaction: Transaction, endedBy: Ender): number =>
  endedBy === 'buyer' && transaction.endedByBuyer > 1 ? 0 : termsFor(transaction).pauseWindow;

const inspectionResumed = (transaction: Transaction, at: Instant, endedBy: Ender): TransactionEvent[] => {
  if (transaction.return !== 'shipped' || transaction.inspectionLeft === null || inspectionStopped(transaction))
    return [];
  const inspectBy = at + Math.max(transaction.inspectionLeft, leastLeft(transaction, endedBy));
  return [{ type: 'ReturnInspectionResumed', data: { at, inspectBy } }];
};

/** After a reversed chargeback the money goes to the seller, or back to the buyer if nothing was shipped. */
const endReopened = (seller: SellerStanding | null, at: Instant, transaction: Transaction): TransactionEvent[] => {
  if (transaction.money !== 'escrow') return [];
  if (transaction.shippedAt === null) return requestRefund('all', at)(transaction);
  return events(
    transaction,
    release(transaction.released?.by ?? 'staff', at),
    seller ? approvePayout(seller, at) : () => [],
  );
};

/**
 * Resumes what the last hold stopped: the escrow clock (at least 74 h unless the buyer ended a hold before), the inspection of a return
 * likewise, the seller's full term to ship, or the payout. The money of a transaction that nobody should ship goes back.
 */
export const goOn =
  (seller: SellerStanding | null, at: Instant, endedBy: Ender = 'others'): Following =>
  (transaction) => {
    if (!isFree(transaction)) return inspectionResumed(transaction, at, endedBy);
    switch (transaction.status) {
      case 'IN_ESCROW': {
        if (transaction.remaining === null) return [];
        const data = {
          at,
          ...escrowClock(at + Math.max(transaction.remaining, leastLeft(transaction, endedBy)), transaction),
        };
        return [{ type: 'EscrowClockResumed', data }];
      }
      case 'AWAIT_SHIPPING':
        return isTooLittleToShip(transaction)
          ? requestRefund('all', at)(transaction)
          : [{ type: 'ShipmentClockResumed', data: { at, ...shipmentClock(at, transaction) } }];
      case 'ESCROW_COMPLETED':
        if (transaction.money !== 'payable') return endReopened(seller, at, transaction);
        return seller ? approvePayout(seller, at)(transaction) : [];
      case 'READY_FOR_PAYOUT': {
        const { runAt, retryAt } = transaction.payout;
        const ahead = retryAt !== null || (runAt !== null && runAt > at);
        return ahead
          ? []
          : [
              {
                type: 'PayoutPostponed',
                data: { at, runAt: nextPayoutRun(at, termsFor(transaction).payoutRun), cause: 'hold' },
              },
            ];
      }
      default:
        return [];
    }
  };

/** Places a staff hold, unless there is one or no money is with us. */
export const holdForStaff =
  (at: Instant, reason: string): Following =>
  (transaction) =>
    escrowGate.admits(transaction, 'StaffHoldPlaced')
      ? [{ type: 'StaffHoldPlaced', data: { at, reason, by: 'system', remaining: remainingAt(transaction, at) } }]
      : [];

/** Arms the escalation again for money that is still here after the hold of the first one. */
export const watchAgain =
  (at: Instant): Following =>
  (transaction) => {
    const here = DEADLINE_TABLE.escalation.in.money.some((place) => place === transaction.money);
    if (!here || transaction.escalateAt !== null || transaction.staff === 'held') return [];
    return [
      { type: 'EscalationRenewed', data: { at, escalateAt: endOfTerm(at, termsFor(transaction).escalationAgain) } },
    ];
  };

/** Opens a staff case. `cause` is stored, so it must stay stable. */
export const escalate = (at: Instant, cause: string): TransactionEvent => ({
  type: 'EscalatedToStaff',
  data: { at, cause },
});
