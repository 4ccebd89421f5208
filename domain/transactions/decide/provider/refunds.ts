import { currencyCode, EURO } from '../../../shared/currencies.ts';
import { lostOf, paymentOfRefund } from '../../claims.ts';
import type { SellerStanding } from '../../commands.ts';
import { currencyOf, currencyOfPayment } from '../../currency.ts';
import { escrowGate } from '../../escrowGate.ts';
import type { TransactionEvent } from '../../events.ts';
import { sellersShare } from '../../fees.ts';
import { retryAfter } from '../../process/terms.ts';
import { isFree, isLeftAfterRefund, isOwnRefund, isRefundOf, lostToPayer, type Transaction } from '../../state.ts';
import type { Refund } from '../../stateShape.ts';
import { refundFailed } from '../deadlines.ts';
import type { Following, Step } from '../deciding.ts';
import { approvePayout, escalate, holdForStaff, requestRefund } from '../following.ts';
import { heldForChargebacks, recoverLoss } from './chargebacks.ts';
import { type EventOf, onRecord } from './recording.ts';

export type Word = { providerRefundId?: string; saidAt: number };

/** Which refund of the provider it is about, and when it was so there. */
const wordOf = ({ providerRefundId, occurredAt: saidAt }: EventOf<'refund.done' | 'refund.failed'>): Word =>
  providerRefundId === undefined ? { saidAt } : { saidAt, providerRefundId };

/** Where one of both names no id of the provider's, it is the same. */
const hasArrived = ({ refundsDone }: Transaction, { refundId, providerRefundId }: EventOf<'refund.done'>): boolean => {
  const done = refundsDone[refundId];
  if (!done) return false;
  return providerRefundId === undefined || !done.arrivals || providerRefundId in done.arrivals;
};

/** It failed, or came back, at this moment or later. */
const hasFailedSince = (
  { refundsBack }: Transaction,
  { refundId, providerRefundId, occurredAt }: EventOf<'refund.done'>,
): boolean => occurredAt <= Math.max(refundsBack[refundId] ?? 0, refundsBack[providerRefundId ?? refundId] ?? 0);

/** By payment. */
type Owed = [paymentId: string, duplicate: Transaction['duplicates'][string]];

/** Also by the id of a refund that had failed before the one under way. */
const duplicateOf = ({ duplicates }: Transaction, refundId: string): Owed | undefined =>
  Object.entries(duplicates).find(([, duplicate]) => isRefundOf(duplicate, refundId));

/** Of what has gone back beyond what is due: what staff had paid outside the provider, because it seemed not to. */
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

/** Where all was to go back, what has come to the sale meanwhile follows; with an item under way somebody has to say whose it is. */
const restOfWhole = (at: number, transaction: Transaction): TransactionEvent[] => {
  if (!isFree(transaction)) return [];
  return transaction.shippedAt === null
    ? requestRefund('all', at)(transaction)
    : holdForStaff(at, 'all was to go back to the buyer, and more has come back to the sale since')(transaction);
};

/** Everything back ends the sale; a part back releases the rest to the seller in the same append, unless more had gone than was due. */
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

/** A part of what was asked for: the payer is owed the rest, and somebody has to see why. */
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

/** `ours`: what of it the payer's bank has taken meanwhile. */
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
  // another of the same payment is on its way, and brings the rest
  const another = duplicate.state === 'requested' && duplicate.refundId !== refundId;
  if (amount >= duplicate.amount || another) return [done];
  const ours = stillOwed(transaction, paymentId, duplicate.amount - amount);
  const failed = { at, refundId, reason: LESS_ARRIVED, retryAt: null, ...ours };
  return [done, { type: 'DuplicateRefundFailed', data: failed }, escalate(at, 'duplicateRefundFailed')];
};

/** Nobody here asked for it: nothing more goes out before the staff have looked. */
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

/**
 * Whatever left under an id of ours stands in the books: each refund that the provider made for it, once. It moves no second time, and what
 * was not due is looked at.
 */
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

/** Tried again after a while, as often as the sale's own refund; then it is the staff's. What the payer's bank has taken meanwhile is not owed. */
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

/** Our loss that money coming back makes good, in that currency: of the payment that it comes back of, and then of the sale's own. */
const lostIn = (
  currency: string,
  paymentId: string | null,
  transaction: Transaction,
): { ofIt: number; ofSale: number } => {
  if (currency !== currencyOf(transaction)) return { ofIt: transaction.lostOfOther[currency] ?? 0, ofSale: 0 };
  const isOther = paymentId !== null && paymentId !== transaction.paymentId;
  return { ofIt: isOther ? lostOf(transaction, paymentId) : 0, ofSale: Math.max(0, lostToPayer(transaction)) };
};

/**
 * The bank has sent back what was told to have arrived. What its payers have at our loss is made good first; of the rest they are without,
 * and the staff send it again, or find another way.
 */
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
  // of a payment that we do not know: somebody has to see what is due
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

/** Of a try that has not arrived: should that be told later, it is older news. */
const failedBefore = (kind: string, at: number, reference: string, saidAt: number): TransactionEvent => ({
  type: 'ProviderFactRecorded',
  data: { at, kind, reference, amount: null, saidAt },
});

export const refundRefused = (event: EventOf<'refund.failed'>, at: number, transaction: Transaction): Step[] => {
  const { refundId, providerRefundId, occurredAt } = event;
  const done = transaction.refundsDone[refundId];
  const arrival = done?.arrivals && providerRefundId !== undefined ? done.arrivals[providerRefundId] : done;
  // what has arrived is none that is tried again under the same id
  if (arrival && done?.arrivals && providerRefundId !== undefined)
    return occurredAt > arrival.at ? cameBack(event, done, at, transaction) : [onRecord(event, at, refundId, null)];
  const found = Object.entries(transaction.duplicates).find(([, each]) => each.refundId === refundId);
  // news of a try before the one under way
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
