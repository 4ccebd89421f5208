import { currencyCode, EURO } from '#domain/shared/currencies.ts';
import { DAY, type Instant } from '#domain/shared/instants.ts';
import { bookedLoss } from '#domain/transactions/differences.ts';
import type { TransactionEvent } from '#domain/transactions/events.ts';
import { notArrived, type Transaction } from '#domain/transactions/state.ts';
import type { ProviderObject } from '../../ports/payments.ts';
import { asDiffering, casesSettled } from '../../transactions/differences.ts';

/** Whether our events say the same, nothing, or something else about an object. */
export type Verdict = 'matched' | 'unknown' | 'differs';

type Known = { sale: Transaction; history: readonly TransactionEvent[]; now: Instant };

/** Enough time for the job that recalls a failed payout. */
const FETCHED_BACK_WITHIN = 2 * DAY;

const isSame = (
  told: { amount: number; currency?: string | undefined },
  { amount, currency }: ProviderObject,
): boolean => told.amount === amount && currencyCode(told.currency ?? EURO) === currency;

const ofPayment = (object: ProviderObject, { history }: Known): Verdict => {
  if (object.state !== 'done') return 'matched';
  for (const { type, data } of history) {
    if (!('paymentId' in data) || data.paymentId !== object.reference || !('captured' in data)) continue;
    const currency = type === 'PaymentCaptured' ? EURO : data.currency;
    return isSame({ amount: data.captured, currency }, object) ? 'matched' : 'differs';
  }
  return 'unknown';
};

/** Whether the failure of this provider refund, or of one with our id but no provider id, is recorded. */
const isToldFailed = ({ id, reference }: ProviderObject, { sale: transaction, history }: Known): boolean =>
  id in transaction.refundsBack ||
  history.some(({ type, data }) => {
    if (type === 'RefundFailed' || type === 'DuplicateRefundFailed' || type === 'RefundCameBack')
      return data.refundId === reference && (data.providerRefundId ?? id) === id;
    return type === 'ProviderFactRecorded' && data.kind === 'refund.failed' && data.reference === id;
  });

/** Whether it is already recorded for staff to resolve. */
const isOnRecord = ({ reference }: ProviderObject, { history }: Known): boolean =>
  history.some(
    ({ type, data }) =>
      type === 'ProviderFactRecorded' &&
      data.kind === 'refund.failed' &&
      data.reference === reference &&
      data.amount !== null,
  );

const ofRefund = (object: ProviderObject, known: Known): Verdict => {
  const { id, reference, state, amount } = object;
  const { sale: transaction, history } = known;
  const done = transaction.refundsDone[reference];
  if (state === 'done') {
    // several attempts with the same id of ours may all have arrived
    if (!done || (done.arrivals && !done.arrivals[id])) return 'unknown';
    return (done.arrivals?.[id] ?? done).amount >= amount ? 'matched' : 'differs';
  }
  const names = (type: TransactionEvent['type']) =>
    history.some((event) => event.type === type && 'refundId' in event.data && event.data.refundId === reference);
  const isOurs = names('RefundRequested') || names('RefundRetried') || names('DuplicateRefundRequested');
  if (state === 'pending') return 'matched';
  const arrived = isOurs ? done?.arrivals?.[id] : done;
  if (arrived) return isOnRecord(object, known) ? 'matched' : 'differs';
  // made by hand and without effect
  if (!isOurs) return 'matched';
  return isToldFailed(object, known) ? 'matched' : 'differs';
};

const ENDS_OF_PAYOUT: Partial<Record<ProviderObject['state'], readonly TransactionEvent['type'][]>> = {
  done: ['PayoutCompleted', 'PayoutArrivedLate', 'PayoutOverpaid', 'OverpaymentCounted'],
  failed: ['PayoutFailed', 'PayoutRefused', 'PayoutReturned', 'OverpaymentReturned'],
};

const ofPayout = (object: ProviderObject, { sale: transaction, history, now }: Known): Verdict => {
  const about = history.filter(({ data }) => 'payoutId' in data && data.payoutId === object.reference);
  const begun = about.find(({ type }) => type === 'PayoutInitiated');
  if (begun?.type !== 'PayoutInitiated') return 'unknown';
  if (!isSame(begun.data, object)) return 'differs';
  const endedBy = (state: ProviderObject['state']) =>
    about.findLast(({ type }) => ENDS_OF_PAYOUT[state]?.includes(type));
  // a transfer to the seller's account is no arrival yet, and a recalled one has failed
  if (object.kind === 'transfer' && object.state === 'done') {
    const failedAt = notArrived(transaction).includes(object.reference) ? endedBy('failed')?.data.at : undefined;
    return failedAt !== undefined && failedAt < now - FETCHED_BACK_WITHIN ? 'differs' : 'matched';
  }
  return !ENDS_OF_PAYOUT[object.state] || endedBy(object.state) ? 'matched' : 'differs';
};

const ofChargeback = ({ reference, state, amount }: ProviderObject, { sale: transaction, history }: Known): Verdict => {
  const known = transaction.chargebacks[reference];
  if (!known) return 'unknown';
  const stands = known.stands === 'lateOpen' ? 'open' : known.stands;
  // staff recorded the end because the bank did not
  const byStaff = history.some(
    ({ type, data }) => type === 'ChargebackEndedByStaff' && data.chargebackId === reference,
  );
  if (stands !== state) return byStaff && state === 'open' ? 'matched' : 'differs';
  return state === 'won' || known.amount === amount ? 'matched' : 'differs';
};

const VERDICTS: Record<ProviderObject['kind'], (object: ProviderObject, known: Known) => Verdict> = {
  payment: ofPayment,
  refund: ofRefund,
  chargeback: ofChargeback,
  transfer: ofPayout,
  payout: ofPayout,
};

/** A difference that staff have booked is no difference as long as it stays the same. */
export const verdictOn = (object: ProviderObject, known: Known): Verdict => {
  if (casesSettled(object, known)) return 'matched';
  return bookedLoss(known.sale, asDiffering(object)) > 0 ? 'differs' : VERDICTS[object.kind](object, known);
};
