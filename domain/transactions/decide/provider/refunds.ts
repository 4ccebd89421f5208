import { currencyCode, EURO } from '../../../shared/currencies.ts';
import { lostOf, paymentOfRefund } from '../../claims.ts';
import type { SellerStanding } from '../../commands.ts';
import { currencyOf, currencyOfPayment } from '../../currency.ts';
import type { TransactionEvent } from '../../events.ts';
import { sellersShare } from '../../fees.ts';
import { admits } from '../../place.ts';
import { retryAfter } from '../../process/terms.ts';
import { isFree, isLeftAfterRefund, isOwnRefund, isRefundOf, lostToPayer, type Sale } from '../../state.ts';
import type { Refund } from '../../stateShape.ts';
import { refundFailed } from '../deadlines.ts';
import type { Following, Step } from '../deciding.ts';
import { approvePayout, escalate, holdForStaff, requestRefund } from '../following.ts';
import { heldForChargebacks, recoverLoss } from './chargebacks.ts';
import { type FactOf, onRecord } from './recording.ts';

export type Word = { providerRefundId?: string; saidAt: number };

/** Which refund of the provider it is about, and when it was so there. */
const wordOf = ({ providerRefundId, occurredAt: saidAt }: FactOf<'refund.done' | 'refund.failed'>): Word =>
  providerRefundId === undefined ? { saidAt } : { saidAt, providerRefundId };

/** Where one of both names no id of the provider's, it is the same. */
const hasArrived = ({ refundsDone }: Sale, { refundId, providerRefundId }: FactOf<'refund.done'>): boolean => {
  const done = refundsDone[refundId];
  if (!done) return false;
  return providerRefundId === undefined || !done.arrivals || providerRefundId in done.arrivals;
};

/** It failed, or came back, at this moment or later. */
const hasFailedSince = (
  { refundsBack }: Sale,
  { refundId, providerRefundId, occurredAt }: FactOf<'refund.done'>,
): boolean => occurredAt <= Math.max(refundsBack[refundId] ?? 0, refundsBack[providerRefundId ?? refundId] ?? 0);

/** By payment. */
type Owed = [paymentId: string, duplicate: Sale['duplicates'][string]];

/** Also by the id of a refund that had failed before the one under way. */
const duplicateOf = ({ duplicates }: Sale, refundId: string): Owed | undefined =>
  Object.entries(duplicates).find(([, duplicate]) => isRefundOf(duplicate, refundId));

/** Of what has gone back beyond what is due: what staff had paid outside the provider, because it seemed not to. */
const twiceOf = (sale: Sale, paymentId: string | null, amount: number): { twice?: number } => {
  const settled = sale.outside.settled[paymentId ?? ''];
  if (!settled || currencyOfPayment(sale, paymentId) !== currencyOf(sale)) return {};
  const twice = Math.min(amount, settled.amount - settled.twice);
  return twice > 0 ? { twice } : {};
};

const beyond = (sale: Sale, refundId: string, amount: number, at: number, word: Word): TransactionEvent[] => {
  if (amount <= 0) return [];
  const twice = twiceOf(sale, paymentOfRefund(sale, refundId), amount);
  const ours = amount - (twice.twice ?? 0);
  return [{ type: 'RefundArrivedLate', data: { at, refundId, amount, ours, ...twice, ...word } }];
};

const lookFirst = (at: number): Following => holdForStaff(at, 'more went back to the buyer than was due');

/** Where all was to go back, what has come to the sale meanwhile follows; with an item under way somebody has to say whose it is. */
const restOfWhole = (at: number, sale: Sale): TransactionEvent[] => {
  if (!isFree(sale)) return [];
  return sale.shippedAt === null
    ? requestRefund('all', at)(sale)
    : holdForStaff(at, 'all was to go back to the buyer, and more has come back to the sale since')(sale);
};

/** Everything back ends the sale; a part back releases the rest to the seller in the same append, unless more had gone than was due. */
export const completed = (refundId: string, at: number, seller: SellerStanding, word: Word, over = 0): Step[] => [
  (sale) => beyond(sale, refundId, over, at, word),
  (sale) => {
    const data = { at, refundId, amount: sale.refund?.amount ?? 0, ...word };
    return [{ type: isLeftAfterRefund(sale) ? 'PartialRefundCompleted' : 'RefundCompleted', data }];
  },
  recoverLoss(at),
  over > 0 ? lookFirst(at) : () => [],
  (sale) => {
    if (sale.money !== 'escrow') return [];
    if (sale.refund?.whole) return restOfWhole(at, sale);
    const toSeller = sellersShare(sale.inEscrow, sale.fee);
    const by = sale.dispute === 'settled' ? 'settlement' : 'staff';
    return [{ type: 'EscrowReleased', data: { at, by, toSeller, fee: sale.inEscrow - toSeller } }];
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
const stillOwed = (sale: Sale, paymentId: string, amount: number): { ours?: number } => {
  const ours = Math.min(amount, lostOf(sale, paymentId));
  return ours > 0 ? { ours } : {};
};

const duplicateDone = ([paymentId, duplicate]: Owed, fact: FactOf<'refund.done'>, at: number, sale: Sale): Step[] => {
  const { refundId, amount } = fact;
  const done: Step = {
    type: 'DuplicateRefundCompleted',
    data: { at, refundId, amount: Math.min(amount, duplicate.amount), ...wordOf(fact) },
  };
  // another of the same payment is on its way, and brings the rest
  const another = duplicate.state === 'requested' && duplicate.refundId !== refundId;
  if (amount >= duplicate.amount || another) return [done];
  const ours = stillOwed(sale, paymentId, duplicate.amount - amount);
  const failed = { at, refundId, reason: LESS_ARRIVED, retryAt: null, ...ours };
  return [done, { type: 'DuplicateRefundFailed', data: failed }, escalate(at, 'duplicateRefundFailed')];
};

/** Nobody here asked for it: nothing more goes out before the staff have looked. */
const madeByHand = (fact: FactOf<'refund.done'>, at: number, sale: Sale): Step[] => {
  const { refundId, amount, paymentId = null } = fact;
  if (sale.status === 'draft') return [onRecord(fact, at, refundId, amount), escalate(at, 'unexpectedRefund')];
  const duplicate = paymentId === null ? undefined : sale.duplicates[paymentId];
  const toReturn = duplicate && duplicate.state !== 'done' ? duplicate.amount : 0;
  const ours = Math.max(0, amount - toReturn);
  const currency = currencyOfPayment(sale, paymentId) ?? currencyCode(fact.currency ?? currencyOf(sale));
  const isOwn = currency === currencyOf(sale) && (paymentId ?? sale.paymentId) === sale.paymentId;
  const isNamed = currency !== EURO || currencyOf(sale) !== EURO;
  return [
    {
      type: 'RefundMadeByHand',
      data: {
        at,
        refundId,
        paymentId,
        amount,
        ours,
        ...(isOwn && twiceOf(sale, sale.paymentId, ours)),
        saidAt: fact.occurredAt,
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
export const refundDone = (fact: FactOf<'refund.done'>, at: number, seller: SellerStanding, sale: Sale): Step[] => {
  const { refundId, amount } = fact;
  if (hasArrived(sale, fact) || hasFailedSince(sale, fact)) return [];
  const word = wordOf(fact);
  if (!isOwnRefund(sale, refundId)) return madeByHand(fact, at, sale);
  const owed = duplicateOf(sale, refundId);
  if (owed && owed[1].state !== 'done') {
    const over = beyond(sale, refundId, amount - owed[1].amount, at, word);
    return [
      ...over,
      ...duplicateDone(owed, fact, at, sale),
      ...(over.length > 0 ? [recoverLoss(at), lookFirst(at)] : []),
      heldForChargebacks(at),
    ];
  }
  const { refund } = sale;
  if (refund?.id !== refundId || !admits(sale, 'RefundCompleted'))
    return [...beyond(sale, refundId, amount, at, word), recoverLoss(at), lookFirst(at)];
  if (amount < refund.amount) return arrivedInPart(refund, amount, at, word);
  return completed(refundId, at, seller, word, amount - refund.amount);
};

/** Tried again after a while, as often as the sale's own refund; then it is the staff's. What the payer's bank has taken meanwhile is not owed. */
const failedDuplicate = (
  [paymentId, { refundId, attempt, amount }]: Owed,
  at: number,
  fact: FactOf<'refund.failed'>,
  sale: Sale,
): Step[] => {
  const taken = stillOwed(sale, paymentId, amount);
  const isLeft = taken.ours !== amount;
  const retryAt = isLeft ? retryAfter('duplicateRetry', attempt, at, sale) : null;
  const failed: Step = {
    type: 'DuplicateRefundFailed',
    data: { at, refundId, reason: fact.reason, attempt, retryAt, ...taken, ...wordOf(fact) },
  };
  return isLeft && retryAt === null ? [failed, escalate(at, 'duplicateRefundFailed')] : [failed];
};

/** Our loss that money coming back makes good, in that currency: of the payment that it comes back of, and then of the sale's own. */
const lostIn = (currency: string, paymentId: string | null, sale: Sale): { ofIt: number; ofSale: number } => {
  if (currency !== currencyOf(sale)) return { ofIt: sale.lostOfOther[currency] ?? 0, ofSale: 0 };
  const isOther = paymentId !== null && paymentId !== sale.paymentId;
  return { ofIt: isOther ? lostOf(sale, paymentId) : 0, ofSale: Math.max(0, lostToPayer(sale)) };
};

/**
 * The bank has sent back what was told to have arrived. What its payers have at our loss is made good first; of the rest they are without,
 * and the staff send it again, or find another way.
 */
const cameBack = (
  fact: FactOf<'refund.failed'>,
  { currency = EURO, ...done }: Sale['refundsDone'][string],
  at: number,
  sale: Sale,
): Step[] => {
  const { refundId, providerRefundId, reason } = fact;
  const { amount } = done.arrivals?.[providerRefundId ?? ''] ?? done;
  const paymentId = paymentOfRefund(sale, refundId);
  const twice = Math.min(amount, sale.outside.settled[paymentId ?? '']?.twice ?? 0);
  const { ofIt, ofSale } = lostIn(currency, paymentId, sale);
  const ours = Math.min(amount - twice, ofIt + ofSale);
  // of a payment that we do not know: somebody has to see what is due
  if (paymentId === null || (sale.foreign[paymentId] ?? EURO) !== currency)
    return [onRecord(fact, at, refundId, amount), escalate(at, 'unexpectedRefund')];
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
        ...wordOf(fact),
      },
    },
  ];
};

/** Of a try that has not arrived: should that be told later, it is older news. */
const failedBefore = (kind: string, at: number, reference: string, saidAt: number): TransactionEvent => ({
  type: 'ProviderFactRecorded',
  data: { at, kind, reference, amount: null, saidAt },
});

export const refundRefused = (fact: FactOf<'refund.failed'>, at: number, sale: Sale): Step[] => {
  const { refundId, providerRefundId, occurredAt } = fact;
  const done = sale.refundsDone[refundId];
  const arrival = done?.arrivals && providerRefundId !== undefined ? done.arrivals[providerRefundId] : done;
  // what has arrived is none that is tried again under the same id
  if (arrival && done?.arrivals && providerRefundId !== undefined)
    return occurredAt > arrival.at ? cameBack(fact, done, at, sale) : [onRecord(fact, at, refundId, null)];
  const found = Object.entries(sale.duplicates).find(([, each]) => each.refundId === refundId);
  // news of a try before the one under way
  if (providerRefundId !== undefined && occurredAt <= (sale.refundsBack[providerRefundId] ?? 0)) return [];
  if (found?.[1].state === 'requested') return failedDuplicate(found, at, fact, sale);
  if (found?.[1].state === 'failed')
    return providerRefundId === undefined ? [] : [failedBefore(fact.kind, at, providerRefundId, occurredAt)];
  const { status, refund } = sale;
  if (status === 'REFUND_BUYER' && refund?.id === refundId && refund.state === 'requested')
    return refundFailed(sale, at, fact.reason, wordOf(fact));
  if (done && arrival && occurredAt > arrival.at) return cameBack(fact, done, at, sale);
  return providerRefundId === undefined
    ? [onRecord(fact, at, refundId, null)]
    : [failedBefore(fact.kind, at, providerRefundId, occurredAt)];
};
