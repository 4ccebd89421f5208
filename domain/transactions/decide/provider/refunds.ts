import type { SellerStanding } from '../../commands.ts';
import { admits } from '../../place.ts';
import { retryAfter } from '../../process/terms.ts';
import type { Sale } from '../../sale.ts';
import { refundFailed } from '../deadlines.ts';
import type { Step } from '../deciding.ts';
import { approvePayout, escalate } from '../following.ts';
import { type FactOf, onRecord } from './recording.ts';

const duplicateOf = ({ duplicates }: Sale, refundId: string) =>
  Object.values(duplicates).find((duplicate) => duplicate.refundId === refundId);

/** Everything back ends the sale; a part back releases the rest to the seller in the same append. */
export const refundDone = (fact: FactOf<'refund.done'>, at: number, seller: SellerStanding, sale: Sale): Step[] => {
  const { refundId, amount } = fact;
  const duplicate = duplicateOf(sale, refundId);
  if (sale.refundsDone[refundId]) return [];
  if (duplicate && duplicate.amount === amount)
    return [{ type: 'DuplicateRefundCompleted', data: { at, refundId, amount } }];

  const { refund } = sale;
  if (refund?.id !== refundId || refund.amount !== amount || !admits(sale, 'RefundCompleted'))
    return [onRecord(fact, at, refundId, amount), escalate(at, 'unexpectedRefund')];
  const { toSeller, fee } = refund;
  if (toSeller === 0) return [{ type: 'RefundCompleted', data: { at, refundId, amount } }];
  const by = sale.dispute === 'settled' ? 'settlement' : 'staff';
  return [
    { type: 'PartialRefundCompleted', data: { at, refundId, amount } },
    { type: 'EscrowReleased', data: { at, by, toSeller, fee } },
    approvePayout(seller, at),
  ];
};

/** Tried again after a while, as often as the sale's own refund; then it is the staff's. */
const failedDuplicate = (
  { refundId, attempt }: Sale['duplicates'][string],
  at: number,
  reason: string,
  sale: Sale,
): Step[] => {
  const retryAt = retryAfter('duplicateRetry', attempt, at, sale);
  const failed: Step = { type: 'DuplicateRefundFailed', data: { at, refundId, reason, retryAt } };
  return retryAt === null ? [failed, escalate(at, 'duplicateRefundFailed')] : [failed];
};

export const refundRefused = (fact: FactOf<'refund.failed'>, at: number, sale: Sale): Step[] => {
  const { refundId, reason, occurredAt } = fact;
  const duplicate = duplicateOf(sale, refundId);
  if (duplicate?.state === 'requested') return failedDuplicate(duplicate, at, reason, sale);
  if (duplicate?.state === 'failed') return [];
  const { status, refund } = sale;
  if (status === 'REFUND_BUYER' && refund?.id === refundId && refund.state === 'requested')
    return refundFailed(sale, at, reason);
  const done = sale.refundsDone[refundId];
  // the bank has sent back what was told to have arrived: its payer is without it, and the staff have to find another way
  if (done && occurredAt > done.at)
    return [onRecord(fact, at, refundId, done.amount), escalate(at, 'unexpectedRefund')];
  return [onRecord(fact, at, refundId, null)];
};
