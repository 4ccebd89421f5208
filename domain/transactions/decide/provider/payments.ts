import { currencyCode, EURO } from '../../../shared/currencies.ts';
import { isClaimed, lostOf, lostOfOthers } from '../../claims.ts';
import type { SellerStanding } from '../../commands.ts';
import { admits } from '../../place.ts';
import { due } from '../../process/terms.ts';
import { lostToPayer, type Sale } from '../../state.ts';
import { type Following, facts, type Step } from '../deciding.ts';
import { holdForStaff, requestRefund, shipmentClock } from '../following.ts';
import { refundOfDuplicate } from '../holding.ts';
import { heldForChargebacks, recoverLoss } from './chargebacks.ts';
import { type FactOf, onRecord } from './recording.ts';

/**
 * The first money captures the sale, or goes back: a wrong sum, too late, or for a seller who is suspended and cannot ship. Any later
 * money is a duplicate and goes back too.
 */
export const paid = (fact: FactOf<'payment.paid'>, at: number, seller: SellerStanding, sale: Sale): Step[] => {
  const { paymentId, captured } = fact;
  if (paymentId === sale.paymentId || sale.duplicates[paymentId]) return [];
  if (captured === 0 || sale.status === 'draft') return [onRecord(fact, at, paymentId, captured)];
  if (!admits(sale, 'PaymentCaptured') || !seller.suspended) return firstOrAgain(fact, at, sale);
  const cancelled = { by: 'system', reason: null, otherReason: null } as const;
  const thenLate: Following = (ended) => facts(ended, ...firstOrAgain(fact, at, ended));
  return [{ type: 'TransactionCancelled', data: { at, ...cancelled } }, thenLate];
};

const firstOrAgain = (fact: FactOf<'payment.paid'>, at: number, sale: Sale): Step[] => {
  const { paymentId, sessionId, captured } = fact;
  const currency = currencyCode(fact.currency);
  // a refund by hand, and a chargeback, may be told before the payment that they come from
  const gone = lostToPayer(sale) > lostOfOthers(sale, paymentId, currency);
  const sendBack: Following = (current) =>
    current.money === 'escrow' && current.chargeback !== 'open' ? requestRefund('all', at)(current) : [];
  const claimed = [recoverLoss(at), heldForChargebacks(at)];
  const escalateAt = due('escalation', at, sale);
  if (admits(sale, 'PaymentCaptured')) {
    const expected = sale.total ?? sale.amount + sale.fee;
    if (sale.total === captured && currency === EURO)
      return [
        {
          type: 'PaymentCaptured',
          data: { at, paymentId, sessionId, captured, ...shipmentClock(at, sale), escalateAt },
        },
        ...claimed,
        ...(gone ? [holdForStaff(at, 'money of it went back before it was told to be paid')] : []),
      ];
    const data = { at, paymentId, sessionId, captured, currency, expected, escalateAt };
    return [{ type: 'PaymentMismatched', data }, ...claimed, sendBack];
  }
  if (admits(sale, 'LatePaymentReceived')) {
    const data = { at, paymentId, captured, currency, escalateAt };
    return [{ type: 'LatePaymentReceived', data }, ...claimed, sendBack];
  }
  return paidAgain(fact, at, sale);
};

/** Goes back, but for what its payer's bank has taken already; what that claims waits for its word. */
const paidAgain = (fact: FactOf<'payment.paid'>, at: number, sale: Sale): Step[] => {
  const { paymentId, captured } = fact;
  const currency = currencyCode(fact.currency);
  const ours = Math.min(captured, lostOf(sale, paymentId, currency));
  const claimed = isClaimed(sale, paymentId, currency);
  const data = { at, paymentId, captured, currency, ...((claimed || ours > 0) && { ours }) };
  const received: Step = { type: 'DuplicatePaymentReceived', data };
  if (claimed || ours === captured) return [received];
  return [received, (current) => [refundOfDuplicate(current, paymentId, captured - ours, at)]];
};

const isOurs = (sale: Sale, sessionId: string): boolean => sale.checkout?.sessionId === sessionId;

export const processing = (fact: FactOf<'payment.processing'>, at: number, sale: Sale): Step[] => {
  const { sessionId } = fact;
  if (!admits(sale, 'PaymentProcessing') || !isOurs(sale, sessionId)) return [onRecord(fact, at, sessionId, null)];
  if (sale.settlementEndsAt !== null) return [];
  return [{ type: 'PaymentProcessing', data: { at, sessionId, settlementEndsAt: due('settlement', at, sale) } }];
};

/** The window runs on; after a payment that was processing, which took longer, there is a fresh one. */
export const failed = (fact: FactOf<'payment.failed'>, at: number, sale: Sale): Step[] => {
  const { sessionId, reason } = fact;
  const ours = sale.checkout === null || isOurs(sale, sessionId);
  if (sale.status === 'PAYMENT_FAILED' && ours) return [];
  if (!admits(sale, 'PaymentFailed') || !ours) return [onRecord(fact, at, sessionId, null)];
  const windowEndsAt = sale.settlementEndsAt === null ? sale.windowEndsAt : due('paymentWindow', at, sale);
  return [{ type: 'PaymentFailed', data: { at, sessionId, reason, windowEndsAt } }];
};
