import { currencyCode, EURO } from '../../../shared/currencies.ts';
import { isClaimed, lostOf, lostOfOthers } from '../../claims.ts';
import type { SellerStanding } from '../../commands.ts';
import { escrowGate } from '../../escrowGate.ts';
import { due } from '../../process/terms.ts';
import { lostToPayer, type Transaction } from '../../state.ts';
import { events, type Following, type Step } from '../deciding.ts';
import { holdForStaff, requestRefund, shipmentClock } from '../following.ts';
import { refundOfDuplicate } from '../holding.ts';
import { heldForChargebacks, recoverLoss } from './chargebacks.ts';
import { type EventOf, onRecord } from './recording.ts';

/**
 * The first payment is captured. It goes back if the sum is wrong, it comes too late, or the seller is suspended and cannot ship. Any
 * later payment is a duplicate and goes back too.
 */
export const paid = (
  event: EventOf<'payment.paid'>,
  at: number,
  seller: SellerStanding,
  transaction: Transaction,
): Step[] => {
  const { paymentId, captured } = event;
  if (paymentId === transaction.paymentId || transaction.duplicates[paymentId]) return [];
  if (captured === 0 || transaction.status === 'draft') return [onRecord(event, at, paymentId, captured)];
  if (!escrowGate.admits(transaction, 'PaymentCaptured') || !seller.suspended)
    return firstOrAgain(event, at, transaction);
  const cancelled = { by: 'system', reason: null, otherReason: null } as const;
  const thenLate: Following = (ended) => events(ended, ...firstOrAgain(event, at, ended));
  return [{ type: 'TransactionCancelled', data: { at, ...cancelled } }, thenLate];
};

const firstOrAgain = (event: EventOf<'payment.paid'>, at: number, transaction: Transaction): Step[] => {
  const { paymentId, sessionId, captured } = event;
  const currency = currencyCode(event.currency);
  // we may hear of a manual refund or a chargeback before its payment
  const gone = lostToPayer(transaction) > lostOfOthers(transaction, paymentId, currency);
  const sendBack: Following = (current) =>
    current.money === 'escrow' && current.chargeback !== 'open' ? requestRefund('all', at)(current) : [];
  const claimed = [recoverLoss(at), heldForChargebacks(at)];
  const escalateAt = due('escalation', at, transaction);
  if (escrowGate.admits(transaction, 'PaymentCaptured')) {
    const expected = transaction.total ?? transaction.amount + transaction.fee;
    if (transaction.total === captured && currency === EURO)
      return [
        {
          type: 'PaymentCaptured',
          data: { at, paymentId, sessionId, captured, ...shipmentClock(at, transaction), escalateAt },
        },
        ...claimed,
        ...(gone ? [holdForStaff(at, 'money of it went back before it was told to be paid')] : []),
      ];
    const data = { at, paymentId, sessionId, captured, currency, expected, escalateAt };
    return [{ type: 'PaymentMismatched', data }, ...claimed, sendBack];
  }
  if (escrowGate.admits(transaction, 'LatePaymentReceived')) {
    const data = { at, paymentId, captured, currency, escalateAt };
    return [{ type: 'LatePaymentReceived', data }, ...claimed, sendBack];
  }
  return paidAgain(event, at, transaction);
};

/** Sends a duplicate back, without the part that the payer's bank has taken. A claimed payment waits for the bank. */
const paidAgain = (event: EventOf<'payment.paid'>, at: number, transaction: Transaction): Step[] => {
  const { paymentId, captured } = event;
  const currency = currencyCode(event.currency);
  const ours = Math.min(captured, lostOf(transaction, paymentId, currency));
  const claimed = isClaimed(transaction, paymentId, currency);
  const data = { at, paymentId, captured, currency, ...((claimed || ours > 0) && { ours }) };
  const received: Step = { type: 'DuplicatePaymentReceived', data };
  if (claimed || ours === captured) return [received];
  return [received, (current) => [refundOfDuplicate(current, paymentId, captured - ours, at)]];
};

const isOurs = (transaction: Transaction, sessionId: string): boolean => transaction.checkout?.sessionId === sessionId;

export const processing = (event: EventOf<'payment.processing'>, at: number, transaction: Transaction): Step[] => {
  const { sessionId } = event;
  if (!escrowGate.admits(transaction, 'PaymentProcessing') || !isOurs(transaction, sessionId))
    return [onRecord(event, at, sessionId, null)];
  if (transaction.settlementEndsAt !== null) return [];
  return [{ type: 'PaymentProcessing', data: { at, sessionId, settlementEndsAt: due('settlement', at, transaction) } }];
};

/** The payment window continues; after a slow payment that failed, a new one starts. */
export const failed = (event: EventOf<'payment.failed'>, at: number, transaction: Transaction): Step[] => {
  const { sessionId, reason } = event;
  const ours = transaction.checkout === null || isOurs(transaction, sessionId);
  if (transaction.status === 'PAYMENT_FAILED' && ours) return [];
  if (!escrowGate.admits(transaction, 'PaymentFailed') || !ours) return [onRecord(event, at, sessionId, null)];
  const windowEndsAt =
    transaction.settlementEndsAt === null ? transaction.windowEndsAt : due('paymentWindow', at, transaction);
  return [{ type: 'PaymentFailed', data: { at, sessionId, reason, windowEndsAt } }];
};
