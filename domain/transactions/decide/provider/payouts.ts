import { escrowGate } from '../../escrowGate.ts';
import { retryAfter } from '../../process/terms.ts';
import type { Transaction } from '../../state.ts';
import type { Following, Step } from '../deciding.ts';
import { countOverpayment, escalate, holdForStaff, keptBeyond, ratingUntil, watchAgain } from '../following.ts';
import { heldForChargebacks, recoverLoss } from './chargebacks.ts';
import { type EventOf, onRecord } from './recording.ts';

const isLive = ({ status, payout }: Transaction, payoutId: string): boolean =>
  status === 'PAYOUT_INITIATED' && payout.id === payoutId;
/** Whether this payout completed the transaction. */
const isPaid = ({ status, payout }: Transaction, payoutId: string): boolean =>
  status === 'COMPLETED' && payout.id === payoutId;

/** Money moved unexpectedly, so nothing more goes out before staff have looked. */
const unexpected = (event: { kind: string; payoutId: string; amount: number }, at: number): Step[] => [
  onRecord(event, at, event.payoutId, event.amount),
  escalate(at, 'unexpectedPayout'),
  holdForStaff(at, 'the provider speaks of a payout that is not under way'),
];

/**
 * A failed payout arrived. It counts as the payout as far as money is payable; the excess is overpaid. If more is due, because a bank
 * returned money, we keep the rest for the seller: a second payout could be one too many.
 */
const arrivedLate =
  ({ payoutId, amount, occurredAt: paidAt }: EventOf<'payout.paid'>, at: number): Following =>
  (transaction) => {
    const payable = transaction.released?.toSeller ?? 0;
    const due = escrowGate.admits(transaction, 'PayoutArrivedLate') ? Math.min(amount, payable) : 0;
    const late = {
      type: 'PayoutArrivedLate',
      data: { at, payoutId, amount: due, paidAt, rateUntil: ratingUntil(transaction, at), ...keptBeyond(due, payable) },
    } as const;
    const over = { type: 'PayoutOverpaid', data: { at, payoutId, amount: amount - due, paidAt } } as const;
    return [...(due > 0 ? [late] : []), ...(amount > due ? [over] : [])];
  };

export const payoutPaid = (event: EventOf<'payout.paid'>, at: number, transaction: Transaction): Step[] => {
  const { payoutId, amount, occurredAt: paidAt } = event;
  const attempt = transaction.payoutAttempts[payoutId];
  if (attempt?.asked !== amount) return attempt?.state === 'paid' ? [] : unexpected(event, at);
  switch (attempt.state) {
    case 'live':
      return [
        { type: 'PayoutCompleted', data: { at, payoutId, amount, paidAt, rateUntil: ratingUntil(transaction, at) } },
      ];
    case 'failed':
      // the failure is newer, so the money is back already
      return paidAt < attempt.failedAt ? [onRecord(event, at, payoutId, null)] : [arrivedLate(event, at)];
    case 'paid':
      return [];
    case 'returned':
      return unexpected(event, at);
  }
};

/** Whether the money is with us and not with the seller through an earlier attempt. */
const whilePayable =
  (...steps: Following[]): Following =>
  (transaction) =>
    transaction.money === 'payable' ? steps.flatMap((step) => step(transaction)) : [];

const after = (at: number, ...steps: Following[]): Step[] => [
  countOverpayment(at),
  whilePayable(recoverLoss(at)),
  whilePayable(...steps),
  whilePayable(heldForChargebacks(at)),
  watchAgain(at),
];

/** All money that an attempt brought the seller is back with us. */
const cameBack = (payoutId: string, reason: string, at: number, transaction: Transaction): Step[] => {
  const { over = 0 } = transaction.payoutAttempts[payoutId] ?? {};
  const extra: Step[] = over > 0 ? [{ type: 'OverpaymentReturned', data: { at, payoutId, amount: over } }] : [];
  if (!isPaid(transaction, payoutId)) return extra;
  return [
    ...extra,
    { type: 'PayoutReturned', data: { at, payoutId, reason, amount: transaction.payout.amount } },
    ...after(at),
  ];
};

export const payoutFailed = (event: EventOf<'payout.failed'>, at: number, transaction: Transaction): Step[] => {
  const { payoutId, reason, accountAtFault, occurredAt } = event;
  const attempt = transaction.payoutAttempts[payoutId];
  if (attempt?.state === 'paid')
    // banks return money days later, when the provider may have reported it as paid; but a failure from before the payment no longer counts
    return occurredAt > attempt.paidAt
      ? cameBack(payoutId, reason, at, transaction)
      : [onRecord(event, at, payoutId, null)];
  if (!isLive(transaction, payoutId)) return [onRecord(event, at, payoutId, null)];
  if (accountAtFault)
    return [{ type: 'PayoutRefused', data: { at, payoutId, reason, saidAt: occurredAt } }, ...after(at)];
  const retryAt = retryAfter('payoutRetry', transaction.payout.failures + 1, at, transaction);
  const gaveUp: Following[] = [
    () => [escalate(at, 'payoutFailed')],
    holdForStaff(at, 'the payout failed again and again'),
  ];
  return [
    { type: 'PayoutFailed', data: { at, payoutId, reason, retryAt, saidAt: occurredAt } },
    ...after(at, ...(retryAt === null ? gaveUp : [])),
  ];
};

/** A return that we hear of before the payment counts as a refusal. */
export const payoutReturned = (event: EventOf<'payout.returned'>, at: number, transaction: Transaction): Step[] => {
  const { payoutId, reason, amount } = event;
  const attempt = transaction.payoutAttempts[payoutId];
  if (attempt?.state === 'live')
    return [
      { type: 'PayoutRefused', data: { at, payoutId, reason } },
      onRecord(event, at, payoutId, null),
      ...after(at),
    ];
  if (attempt?.state === 'paid' && amount === attempt.asked) return cameBack(payoutId, reason, at, transaction);
  // the money never left or is back: it went there and back before we heard of it
  if (attempt?.state === 'returned') return [];
  if (attempt?.state === 'failed' && amount === attempt.asked) return [onRecord(event, at, payoutId, null)];
  return unexpected(event, at);
};
