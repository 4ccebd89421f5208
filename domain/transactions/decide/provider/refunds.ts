import { currencyCode, EURO } from '../../../shared/currencies.ts';
import type { Instant } from '../../../shared/instants.ts';
import { lostOf, paymentOfRefund } from '../../claims.ts';
import type { SellerStanding } from '../../commands.ts';
import { currencyOf, currencyOfPayment } from '../../currency.ts';
import { escrowGate } from '../../escrowGate.ts';
import type { TransactionEvent } from '../../events.ts';
import { sellersShare } from '../../fees.ts';
import { retryAfter } from '../../process/terms.ts';
import { isFree, isLeftAfterRefund, isOwnRefund, isRefundOf, lostToPayer, type Transaction } from '../../state.ts';
import type { Refund } from '../../stateShape.ts';
import type { Following, Step } from '../deciding.ts';
import { approvePayout, escalate, holdForStaff, requestRefund } from '../following.ts';
import { heldForChargebacks, recoverLoss } from './chargebacks.ts';
import { type EventOf, onRecord } from './recording.ts';

export type Word = { providerRefundId?: string; saidAt: number };

/** Identifies the provider's refund, with the provider's time. */
const wordOf = ({ providerRefundId, occurredAt: saidAt }: EventOf<'refund.done' | 'refund.failed'>): Word =>
  providerRefundId === undefined ? { saidAt } : { saidAt, providerRefundId };

/** Retries a reported failure after the waits of `refundRetries`, then staff take over. Silence is no failure: the money may be on its way. */
const refundFailed = (
  transaction: Transaction,
  at: Instant,
  reason: string,
  word: { saidAt?: Instant; providerRefundId?: string } = {},
): Step[] => {
  const { refund } = transaction;
  if (!refund) return [];
  const retryAt = retryAfter('refundRetry', refund.attempt, at, transaction);
  const failed: Step = {
    type: 'RefundFailed',
    data: { at, refundId: refund.id, reason, attempt: refund.attempt, retryAt, ...word },
  };
  const givenUp = ({ status }: Transaction) =>
    retryAt === null && status === 'REFUND_BUYER' ? [escalate(at, 'refundFailed')] : [];
  return [failed, recoverLoss(at), givenUp, heldForChargebacks(at)];
};

/** Two statements match if one of them lacks the provider's id. */
const hasArrived = ({ refundsDone }: Transaction, { refundId, providerRefundId }: EventOf<'refund.done'>): boolean => {
  const done = refundsDone[refundId];
  if (!done) return false;
  return providerRefundId === undefined || !done.arrivals || providerRefundId in done.arrivals;
};

/** Whether the refund failed or came back at this time or later. */
const hasFailedSince = (
  { refundsBack }: Transaction,
  { refundId, providerRefundId, occurredAt }: EventOf<'refund.done'>,
): boolean => occurredAt <= Math.max(refundsBack[refundId] ?? 0, refundsBack[providerRefundId ?? refundId] ?? 0);

/** By payment. */
type Owed = [paymentId: string, duplicate: Transaction['duplicates'][string]];

/** Also matches refunds that failed before the one under way. */
const duplicateOf = ({ duplicates }: Transaction, refundId: string): Owed | undefined =>
  Object.entries(duplicates).find(([, duplicate]) => isRefundOf(duplicate, refundId));

/** The excess of a refund that staff had already paid outside the provider. */
const twiceOf = (transaction: Transaction, paymentId: string | null, amount: number): { twice?: number } => {
  const settled = transaction.outside.settled[paymentId ?? ''];
  if (!settled || currencyOfPayment(transaction, paymentId) !== currencyOf(transaction)) return {};
  const twice = Math.min(amount, settled.amount - settled.twice);
  return twice > 0 ? { twice } : {};
};

const beyond = (
  transaction: Transaction,
  refundId: string,
  amount: number,
  at: number,
  word: Word,
): TransactionEvent[] => {
  if (amount <= 0) return [];
  const twice = twiceOf(transaction, paymentOfRefund(transaction, refundId), amount);
  const ours = amount - (twice.twice ?? 0);
  return [{ type: 'RefundArrivedLate', data: { at, refundId, amount, ours, ...twice, ...word } }];
};

const lookFirst = (at: number): Following => holdForStaff(at, 'more went back to the buyer than was due');

/** After a full refund, money that arrived meanwhile goes back too. If the item is under way, staff decide whose it is. */
const restOfWhole = (at: number, transaction: Transaction): TransactionEvent[] => {
  if (!isFree(transaction)) return [];
  return transaction.shippedAt === null
    ? requestRefund('all', at)(transaction)
    : holdForStaff(at, 'all was to go back to the buyer, and more has come back to the sale since')(transaction);
};

/** A full refund ends the transaction. A partial one releases the rest to the seller in the same append, unless too much went back. */
export const completed = (refundId: string, at: number, seller: SellerStanding, word: Word, over = 0): Step[] => [
  (transaction) => beyond(transaction, refundId, over, at, word),
  (transaction) => {
    const data = { at, refundId, amount: transaction.refund?.amount ?? 0, ...word };
    return [{ type: isLeftAfterRefund(transaction) ? 'PartialRefundCompleted' : 'RefundCompleted', data }];
  },
  recoverLoss(at),
  over > 0 ? lookFirst(at) : () => [],
  (transaction) => {
    if (transaction.money !== 'escrow') return [];
    if (transaction.refund?.whole) return restOfWhole(at, transaction);
    const toSeller = sellersShare(transaction.inEscrow, transaction.fee);
    const by = transaction.dispute === 'settled' ? 'settlement' : 'staff';
    return [{ type: 'EscrowReleased', data: { at, by, toSeller, fee: transaction.inEscrow - toSeller } }];
  },
  approvePayout(seller, at),
];

/** Less arrived than requested: we owe the payer the rest, and staff look into it. */
const arrivedInPart = (refund: Refund, amount: number, at: number, word: Word): Step[] => [
  { type: 'RefundArrivedLate', data: { at, refundId: refund.id, amount, ours: 0, ...word } },
  {
    type: 'RefundFailed',
    data: {
      at,
      refundId: refund.id,
      reason: LESS_ARRIVED,
      attempt: refund.attempt,
      retryAt: null,
      saidAt: word.saidAt,
    },
  },
  recoverLoss(at),
  ({ status }) => (status === 'REFUND_BUYER' ? [escalate(at, 'refundFailed')] : []),
  heldForChargebacks(at),
];
const LESS_ARRIVED = 'less arrived than was asked for';

/** `ours`: the part that the payer's bank has taken since. */
const stillOwed = (transaction: Transaction, paymentId: string, amount: number): { ours?: number } => {
  const ours = Math.min(amount, lostOf(transaction, paymentId));
  return ours > 0 ? { ours } : {};
};

const duplicateDone = (
  [paymentId, duplicate]: Owed,
  event: EventOf<'refund.done'>,
  at: number,
  transaction: Transaction,
): Step[] => {
  const { refundId, amount } = event;
  const done: Step = {
    type: 'DuplicateRefundCompleted',
    data: { at, refundId, amount: Math.min(amount, duplicate.amount), ...wordOf(event) },
  };
  // another refund of the payment is under way and brings the rest
  const another = duplicate.state === 'requested' && duplicate.refundId !== refundId;
  if (amount >= duplicate.amount || another) return [done];
  const ours = stillOwed(transaction, paymentId, duplicate.amount - amount);
  const failed = { at, refundId, reason: LESS_ARRIVED, retryAt: null, ...ours };
  return [done, { type: 'DuplicateRefundFailed', data: failed }, escalate(at, 'duplicateRefundFailed')];
};

/** We did not request this refund, so nothing more goes out before staff have looked. */
const madeByHand = (event: EventOf<'refund.done'>, at: number, transaction: Transaction): Step[] => {
  const { refundId, amount, paymentId = null } = event;
  if (transaction.status === 'draft') return [onRecord(event, at, refundId, amount), escalate(at, 'unexpectedRefund')];
  const duplicate = paymentId === null ? undefined : transaction.duplicates[paymentId];
  const toReturn = duplicate && duplicate.state !== 'done' ? duplicate.amount : 0;
  const ours = Math.max(0, amount - toReturn);
  const currency = currencyOfPayment(transaction, paymentId) ?? currencyCode(event.currency ?? currencyOf(transaction));
  const isOwn = currency === currencyOf(transaction) && (paymentId ?? transaction.paymentId) === transaction.paymentId;
  const isNamed = currency !== EURO || currencyOf(transaction) !== EURO;
  return [
    {
      type: 'RefundMadeByHand',
      data: {
        at,
        refundId,
        paymentId,
        amount,
        ours,
        ...(isOwn && twiceOf(transaction, transaction.paymentId, ours)),
        saidAt: event.occurredAt,
        ...(isNamed && { currency }),
        ...(paymentId !== null && { byPayment: true }),
      },
    },
    recoverLoss(at),
    heldForChargebacks(at),
    holdForStaff(at, 'money was sent back by hand at the payment provider'),
  ];
};

/** Books each refund of the provider under our id once. Staff look at any sum that was not due. */
export const refundDone = (
  event: EventOf<'refund.done'>,
  at: number,
  seller: SellerStanding,
  transaction: Transaction,
): Step[] => {
  const { refundId, amount } = event;
  if (hasArrived(transaction, event) || hasFailedSince(transaction, event)) return [];
  const word = wordOf(event);
  if (!isOwnRefund(transaction, refundId)) return madeByHand(event, at, transaction);
  const owed = duplicateOf(transaction, refundId);
  if (owed && owed[1].state !== 'done') {
    const over = beyond(transaction, refundId, amount - owed[1].amount, at, word);
    return [
      ...over,
      ...duplicateDone(owed, event, at, transaction),
      ...(over.length > 0 ? [recoverLoss(at), lookFirst(at)] : []),
      heldForChargebacks(at),
    ];
  }
  const { refund } = transaction;
  if (refund?.id !== refundId || !escrowGate.admits(transaction, 'RefundCompleted'))
    return [...beyond(transaction, refundId, amount, at, word), recoverLoss(at), lookFirst(at)];
  if (amount < refund.amount) return arrivedInPart(refund, amount, at, word);
  return completed(refundId, at, seller, word, amount - refund.amount);
};

/** Retries as often as a refund of the first payment, then staff take over. We do not owe what the payer's bank has taken since. */
const failedDuplicate = (
  [paymentId, { refundId, attempt, amount }]: Owed,
  at: number,
  event: EventOf<'refund.failed'>,
  transaction: Transaction,
): Step[] => {
  const taken = stillOwed(transaction, paymentId, amount);
  const isLeft = taken.ours !== amount;
  const retryAt = isLeft ? retryAfter('duplicateRetry', attempt, at, transaction) : null;
  const failed: Step = {
    type: 'DuplicateRefundFailed',
    data: { at, refundId, reason: event.reason, attempt, retryAt, ...taken, ...wordOf(event) },
  };
  return isLeft && retryAt === null ? [failed, escalate(at, 'duplicateRefundFailed')] : [failed];
};

/** Our loss that returning money repays, in its currency: first of its payment, then of the first payment. */
const lostIn = (
  currency: string,
  paymentId: string | null,
  transaction: Transaction,
): { ofIt: number; ofSale: number } => {
  if (currency !== currencyOf(transaction)) return { ofIt: transaction.lostOfOther[currency] ?? 0, ofSale: 0 };
  const isOther = paymentId !== null && paymentId !== transaction.paymentId;
  return { ofIt: isOther ? lostOf(transaction, paymentId) : 0, ofSale: Math.max(0, lostToPayer(transaction)) };
};

/** The bank returned an arrived refund. It repays our loss first. The payer lacks the rest, so staff send it again or pay another way. */
const cameBack = (
  event: EventOf<'refund.failed'>,
  { currency = EURO, ...done }: Transaction['refundsDone'][string],
  at: number,
  transaction: Transaction,
): Step[] => {
  const { refundId, providerRefundId, reason } = event;
  const { amount } = done.arrivals?.[providerRefundId ?? ''] ?? done;
  const paymentId = paymentOfRefund(transaction, refundId);
  const twice = Math.min(amount, transaction.outside.settled[paymentId ?? '']?.twice ?? 0);
  const { ofIt, ofSale: ofTransaction } = lostIn(currency, paymentId, transaction);
  const ours = Math.min(amount - twice, ofIt + ofTransaction);
  // we do not know the payment, so staff find out what is due
  if (paymentId === null || (transaction.foreign[paymentId] ?? EURO) !== currency)
    return [onRecord(event, at, refundId, amount), escalate(at, 'unexpectedRefund')];
  return [
    {
      type: 'RefundCameBack',
      data: {
        at,
        refundId,
        paymentId,
        amount,
        reason,
        ...(ours > 0 && { ours, ofSale: Math.max(0, ours - ofIt) }),
        ...(twice > 0 && { twice }),
        ...wordOf(event),
      },
    },
  ];
};

/** An attempt failed; a later report of its arrival would be older news. */
const failedBefore = (kind: string, at: number, reference: string, saidAt: number): TransactionEvent => ({
  type: 'ProviderFactRecorded',
  data: { at, kind, reference, amount: null, saidAt },
});

export const refundRefused = (event: EventOf<'refund.failed'>, at: number, transaction: Transaction): Step[] => {
  const { refundId, providerRefundId, occurredAt } = event;
  const done = transaction.refundsDone[refundId];
  const arrival = done?.arrivals && providerRefundId !== undefined ? done.arrivals[providerRefundId] : done;
  // an arrived refund is not retried under the same id
  if (arrival && done?.arrivals && providerRefundId !== undefined)
    return occurredAt > arrival.at ? cameBack(event, done, at, transaction) : [onRecord(event, at, refundId, null)];
  const found = Object.entries(transaction.duplicates).find(([, each]) => each.refundId === refundId);
  // the statement is about an earlier attempt
  if (providerRefundId !== undefined && occurredAt <= (transaction.refundsBack[providerRefundId] ?? 0)) return [];
  if (found?.[1].state === 'requested') return failedDuplicate(found, at, event, transaction);
  if (found?.[1].state === 'failed')
    return providerRefundId === undefined ? [] : [failedBefore(event.kind, at, providerRefundId, occurredAt)];
  const { status, refund } = transaction;
  if (status === 'REFUND_BUYER' && refund?.id === refundId && refund.state === 'requested')
    return refundFailed(transaction, at, event.reason, wordOf(event));
  if (done && arrival && occurredAt > arrival.at) return cameBack(event, done, at, transaction);
  return providerRefundId === undefined
    ? [onRecord(event, at, refundId, null)]
    : [failedBefore(event.kind, at, providerRefundId, occurredAt)];
};
