import type { Instant } from '../../shared/instants.ts';
import type { Cents } from '../../shared/money.ts';
import type { SellerStanding } from '../commands.ts';
import { isTooLittleToShip } from '../division.ts';
import type { TransactionEvent } from '../events.ts';
import { split } from '../fees.ts';
import { endOfTerm, nextPayoutRun, type Promised, payoutRunAfterApproval, policyOf } from '../limits.ts';
import { admits } from '../place.ts';
import { DEADLINE_TABLE } from '../process/deadlineTable.ts';
import { due, noticeBefore } from '../process/terms.ts';
import { escrowTimeLeft, heldMoney, inspectionStopped, isFree, type Sale } from '../state.ts';
import { type Following, facts, type Step } from './deciding.ts';

/** The instants of an escrow clock that ends then. */
export const escrowClock = (escrowEndsAt: Instant, sale: Promised) => ({
  escrowEndsAt,
  firstNoticeAt: noticeBefore('firstNotice', escrowEndsAt, sale),
  lastNoticeAt: noticeBefore('lastNotice', escrowEndsAt, sale),
});

export const shipmentClock = (at: Instant, sale: Promised) => {
  const shipBy = due('shipment', at, sale);
  return { shipBy, shipReminderAt: noticeBefore('shipReminder', shipBy, sale) };
};

export const freshEscrowClock = (at: Instant, sale: Promised) => escrowClock(due('escrowEnd', at, sale), sale);

/** What a hold that begins now freezes: null when the clock stands still already, or is over. */
export const remainingAt = (sale: Sale, at: Instant): number | null => (sale.clock ? escrowTimeLeft(sale, at) : null);

/** The rest of the escrow after a sum to the buyer: the seller's part and the fee. */
export const release =
  (by: 'buyer' | 'timer' | 'staff' | 'settlement', at: Instant): Following =>
  (sale) => {
    const rest = split(heldMoney(sale), sale.fee, 0);
    return [
      { type: 'EscrowReleased', data: { at, by, toSeller: rest?.toSeller ?? 0, fee: rest?.fee ?? heldMoney(sale) } },
    ];
  };

/** The buyer may rate until then, from the day that the seller has the money. */
export const ratingUntil = (sale: Promised, at: Instant): Instant => at + policyOf(sale).ratingPeriod;

/** What is due to the seller beyond what they have. */
export const keptBeyond = (has: Cents, due: Cents): { kept?: Cents } => (due > has ? { kept: due - has } : {});

/** Who has the money already, through an attempt that had failed, is not paid again; what is due beyond it is kept for them. */
export const countOverpayment =
  (at: Instant): Following =>
  (sale) => {
    const due = sale.released?.toSeller ?? 0;
    const attempts = Object.entries(sale.payoutAttempts);
    const most = Math.max(0, ...attempts.map(([, { over }]) => Math.min(over, due)));
    const [payoutId] = attempts.find(([, { over }]) => over >= most && over > 0) ?? [];
    if (payoutId === undefined || most === 0 || !admits(sale, 'OverpaymentCounted')) return [];
    const data = { at, payoutId, amount: most, rateUntil: ratingUntil(sale, at), ...keptBeyond(most, due) };
    return [{ type: 'OverpaymentCounted', data }];
  };

/** Tells the staff once that a payout waits for a suspended seller. */
export const tellSuspended = ({ marks }: Sale, at: Instant): TransactionEvent[] =>
  marks.sellerSuspended === undefined ? [escalate(at, 'sellerSuspended')] : [];

/** Approves the payout when it is payable: released, nothing holds it, the seller is not suspended and has a verified bank account. */
export const approvePayout =
  (seller: SellerStanding, at: Instant): Following =>
  (sale) => {
    const counted = countOverpayment(at)(sale);
    if (counted.length > 0) return counted;
    if (sale.status !== 'ESCROW_COMPLETED' || !admits(sale, 'PayoutApproved')) return [];
    if (!isFree(sale) || !sale.released) return [];
    if (seller.suspended) return tellSuspended(sale, at);
    if (!seller.bankVerified) return [];
    const runAt = payoutRunAfterApproval(at, seller.payoutsHeldUntil, policyOf(sale).payoutRun);
    return [{ type: 'PayoutApproved', data: { at, runAt, amount: sale.released.toSeller } }];
  };

export const nextRefundId = ({ id, refundCount }: Sale): string => `${id}r${refundCount + 1}`;

/** Gives `toBuyer` back, and keeps the rest for seller and marketplace until the provider has confirmed it. */
export const requestRefund =
  (toBuyer: Cents | 'all', at: Instant): Following =>
  (sale) => {
    const held = heldMoney(sale);
    const divided = split(held, sale.fee, toBuyer === 'all' ? held : toBuyer);
    const { toBuyer: amount, toSeller, fee } = divided ?? { toBuyer: held, toSeller: 0, fee: 0 };
    return [
      {
        type: 'RefundRequested',
        data: { at, refundId: nextRefundId(sale), amount, toSeller, fee, watchUntil: due('refundWatch', at, sale) },
      },
    ];
  };

/** A decision of `toBuyer`: nothing back releases the escrow, anything else is refunded first. */
export const carryOut = (toBuyer: Cents, by: 'staff' | 'settlement', seller: SellerStanding, at: Instant): Step[] =>
  toBuyer === 0 ? [release(by, at), approvePayout(seller, at)] : [requestRefund(toBuyer, at)];

type Ender = 'buyer' | 'others';

/** At least this is left of a clock that a hold had stopped. Nobody gains time again and again by holds of their own. */
const leastLeft = (sale: Sale, endedBy: Ender): number =>
  endedBy === 'buyer' && sale.endedByBuyer > 1 ? 0 : policyOf(sale).pauseWindow;

const inspectionResumed = (sale: Sale, at: Instant, endedBy: Ender): TransactionEvent[] => {
  if (sale.return !== 'shipped' || sale.inspectionLeft === null || inspectionStopped(sale)) return [];
  const inspectBy = at + Math.max(sale.inspectionLeft, leastLeft(sale, endedBy));
  return [{ type: 'ReturnInspectionResumed', data: { at, inspectBy } }];
};

/** A sale that a reversed chargeback has opened again goes on to the seller, whose money the bank had taken; unshipped, back to the buyer. */
const endReopened = (seller: SellerStanding | null, at: Instant, sale: Sale): TransactionEvent[] => {
  if (sale.money !== 'escrow') return [];
  if (sale.shippedAt === null) return requestRefund('all', at)(sale);
  return facts(sale, release(sale.released?.by ?? 'staff', at), seller ? approvePayout(seller, at) : () => []);
};

/**
 * What the end of a hold sets in motion again, once no other stands: the escrow clock with what was left, at least 74 h unless the buyer
 * has ended a hold before, the seller's time to inspect a return likewise, the seller's whole term to ship, or the payout. What is left
 * of a sale that nobody should ship goes back.
 */
export const goOn =
  (seller: SellerStanding | null, at: Instant, endedBy: Ender = 'others'): Following =>
  (sale) => {
    if (!isFree(sale)) return inspectionResumed(sale, at, endedBy);
    switch (sale.status) {
      case 'IN_ESCROW': {
        if (sale.remaining === null) return [];
        const data = { at, ...escrowClock(at + Math.max(sale.remaining, leastLeft(sale, endedBy)), sale) };
        return [{ type: 'EscrowClockResumed', data }];
      }
      case 'AWAIT_SHIPPING':
        return isTooLittleToShip(sale)
          ? requestRefund('all', at)(sale)
          : [{ type: 'ShipmentClockResumed', data: { at, ...shipmentClock(at, sale) } }];
      case 'ESCROW_COMPLETED':
        if (sale.money !== 'payable') return endReopened(seller, at, sale);
        return seller ? approvePayout(seller, at)(sale) : [];
      case 'READY_FOR_PAYOUT': {
        const { runAt, retryAt } = sale.payout;
        const ahead = retryAt !== null || (runAt !== null && runAt > at);
        return ahead
          ? []
          : [
              {
                type: 'PayoutPostponed',
                data: { at, runAt: nextPayoutRun(at, policyOf(sale).payoutRun), cause: 'hold' },
              },
            ];
      }
      default:
        return [];
    }
  };

/** Stops the sale for the staff, unless it is stopped already or no money of it is with us. */
export const holdForStaff =
  (at: Instant, reason: string): Following =>
  (sale) =>
    admits(sale, 'StaffHoldPlaced')
      ? [{ type: 'StaffHoldPlaced', data: { at, reason, by: 'system', remaining: remainingAt(sale, at) } }]
      : [];

/** Held money that has been escalated once, and that nothing holds any more, is escalated again. */
export const watchAgain =
  (at: Instant): Following =>
  (sale) => {
    const here = DEADLINE_TABLE.escalation.in.money.some((place) => place === sale.money);
    if (!here || sale.escalateAt !== null || sale.staff === 'held') return [];
    return [{ type: 'EscalationRenewed', data: { at, escalateAt: endOfTerm(at, policyOf(sale).escalationAgain) } }];
  };

/** Tells the staff; `cause` is a stable word. */
export const escalate = (at: Instant, cause: string): TransactionEvent => ({
  type: 'EscalatedToStaff',
  data: { at, cause },
});
