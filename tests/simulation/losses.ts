import type { TransactionEvent } from '#domain/transactions/events.ts';
import type { Transaction } from '#domain/transactions/state.ts';

/** A whole history with the state before each event and after the last; `first` is the index where the append begins. */
export type Course = {
  history: readonly TransactionEvent[];
  before: readonly Transaction[];
  after: Transaction;
  first: number;
  recordedAt: readonly number[];
  /** When the provider's message stored at this index had reached us. */
  heardAt: (place: number) => number | undefined;
};

/** `cents`: the loss of this append. `because`: the event that made it unavoidable. */
export type Loss = { cents: number; because: string };

const LOSING: readonly string[] = [
  'ChargebackLost',
  'ChargebackPartlyLost',
  'OneChargebackPartlyLost',
  'LateChargebackLost',
];
const GIVEN_UP: readonly string[] = [
  'ChargebackWon',
  'OneChargebackWon',
  'LateChargebackWon',
  'ChargebackReversed',
  'ChargebackPartlyReversed',
  'LateChargebackReversed',
];
const PAYOUT_FAILED: readonly string[] = ['PayoutFailed', 'PayoutRefused'];
const PAYOUT_BACK: readonly string[] = [...PAYOUT_FAILED, 'PayoutReturned'];
const REFUND_FAILED: readonly string[] = ['RefundFailed', 'DuplicateRefundFailed'];
const ASKED: readonly string[] = ['RefundRequested', 'RefundRetried', 'DuplicateRefundRequested'];
const ARRIVED: readonly string[] = [
  'RefundCompleted',
  'PartialRefundCompleted',
  'DuplicateRefundCompleted',
  'RefundArrivedLate',
];
/** The first payment: amounts that the bank took before in its currency now count for the transaction. */
const FIRST_MONEY: readonly string[] = ['LatePaymentReceived', 'PaymentMismatched'];
const LEAVES: readonly string[] = ['PayoutInitiated', 'RefundRequested'];

/** Money that could still cover a loss, without money on its way to the payer. */
const within = (transaction: Transaction): number =>
  transaction.inEscrow +
  transaction.payable +
  (transaction.refund?.state === 'requested' ? 0 : transaction.refundInTransit);

const claimOf = ({ data }: TransactionEvent): string | undefined => (data as { chargebackId?: string }).chargebackId;

/** The index where the chargeback was first reported since it was last won. */
const firstWord = ({ history }: Course, lostAt: number): number => {
  const id = claimOf(history[lostAt]!);
  let word = lostAt;
  for (let place = lostAt - 1; place >= 0; place--) {
    const event = history[place]!;
    if (claimOf(event) !== id) continue;
    if (GIVEN_UP.includes(event.type)) break;
    word = place;
  }
  return word;
};

/** Money that left between two events and did not return before the second. */
const leftBetween = ({ history }: Course, from: number, to: number): TransactionEvent | undefined =>
  history.slice(from + 1, to).find((event, index) => {
    if (!LEAVES.includes(event.type)) return false;
    const { payoutId } = event.data as { payoutId?: string };
    const later = history.slice(from + index + 2, to);
    return payoutId === undefined
      ? !later.some(({ type }) => type === 'RefundFailed')
      : !later.some(
          ({ type, data }) => PAYOUT_BACK.includes(type) && (data as { payoutId: string }).payoutId === payoutId,
        );
  });

/** Why less money than claimed was left when the chargeback was reported. */
const goneBefore = (transaction: Transaction, claimed: number): string | undefined => {
  if (transaction.payoutInTransit > 0) return 'the payout had been sent before the first word of the claim';
  if (transaction.paidOut + transaction.overpaid > 0)
    return 'the seller had been paid before the first word of the claim';
  if (transaction.refunded + transaction.refundInTransit > 0)
    return 'a refund had been sent before the first word of the claim';
  if (transaction.chargedBack > 0) return 'the bank had taken the money already, for another claim';
  if (claimed > transaction.captured) return 'the bank claims more than was ever paid';
  return undefined;
};

const ofChargeback = (course: Course, place: number): string | undefined => {
  const word = firstWord(course, place);
  const left = leftBetween(course, word, place);
  if (left) return undefined;
  const { amount } = course.history[place]!.data as { amount: number };
  const sent = course.history.slice(0, word).findLastIndex(({ type }) => LEAVES.includes(type));
  const heard = course.heardAt(word) ?? Number.POSITIVE_INFINITY;
  const known = course.recordedAt[sent]! - heard;
  if (known > 0)
    return `the first word lay here for ${Math.ceil(known / 60000)} minutes when ${course.history[sent]!.type}`;
  return goneBefore(course.before[word]!, amount) ?? goneBefore(course.before[place]!, amount);
};

const hadFailed = ({ history }: Course, place: number, types: readonly string[], key: 'payoutId' | 'refundId') => {
  const id = (history[place]!.data as Record<string, unknown>)[key];
  return history
    .slice(0, place)
    .some(({ type, data }) => types.includes(type) && (data as Record<string, unknown>)[key] === id);
};

const refundOf = ({ data }: TransactionEvent): string | undefined => (data as { refundId?: string }).refundId;

/** It was sent after the provider had reported another refund as failed, which arrived after all. */
const wasSentForAnother = ({ history }: Course, place: number): boolean => {
  const sent = history.findIndex(
    (event) => ASKED.includes(event.type) && refundOf(event) === refundOf(history[place]!),
  );
  const failed = history
    .slice(0, Math.max(0, sent))
    .filter(({ type }) => REFUND_FAILED.includes(type))
    .map(refundOf);
  return history
    .slice(sent + 1, place)
    .some((event) => ARRIVED.includes(event.type) && failed.includes(refundOf(event)));
};

const ofFirstMoney = (course: Course, place: number): string | undefined => {
  const currencyAt = (at: number) => (course.history[at]!.data as { currency?: string }).currency;
  const lost = [...course.history.keys()].filter(
    (at) => at < place && LOSING.includes(course.history[at]!.type) && currencyAt(at) === currencyAt(place),
  );
  const reasons = lost.map((at) => ofChargeback(course, at));
  return reasons.every((reason) => reason !== undefined) ? reasons[0] : undefined;
};

const reasonOf = (course: Course, place: number): string | undefined => {
  const { type } = course.history[place]!;
  if (LOSING.includes(type)) return ofChargeback(course, place);
  if (FIRST_MONEY.includes(type)) return ofFirstMoney(course, place);
  if (type === 'PayoutOverpaid')
    return hadFailed(course, place, PAYOUT_FAILED, 'payoutId')
      ? 'the provider paid what it had called failed, and another payout had been sent for it'
      : undefined;
  if (type === 'RefundArrivedLate') {
    if (hadFailed(course, place, REFUND_FAILED, 'refundId'))
      return 'a refund arrived that the provider had called failed, or was silent about beyond its watch';
    if (wasSentForAnother(course, place))
      return 'a refund arrived that the provider had called failed, and another had been sent for it';
    return course.before[place]!.chargedBack > 0
      ? 'a refund arrived that was on its way when the bank took its money'
      : undefined;
  }
  return type === 'RefundMadeByHand' ? 'somebody sent it back by hand at the provider' : undefined;
};

/**
 * The loss of an append with the event that nobody here could have prevented, or the money that could have been held instead.
 * Undefined without a loss.
 */
export const lossOf = (course: Course): Loss | { avoidable: string } | undefined => {
  const { history, before, after, first } = course;
  const cents = after.platformLoss - before[first]!.platformLoss;
  if (cents <= 0) return undefined;
  const avoidable = (why: string) => ({ avoidable: `${cents} cents are lost: ${why}` });
  const places = [...history.keys()].slice(first);
  const place = places.find((at) => (before[at + 1] ?? after).platformLoss > before[at]!.platformLoss)!;
  const event = history[place]!;
  const { type } = event;
  const because = reasonOf(course, place);
  if (!because) return avoidable(`nothing before ${type} had made it unavoidable, and a hold would have kept it`);
  // an overpayment is deducted from what the seller is still owed, as soon as that is released
  // and nobody covers what staff paid from our own bank account
  const wasSettled = 'twice' in event.data && event.data.twice === cents;
  if (type !== 'PayoutOverpaid' && !wasSettled && within(after) > 0)
    return avoidable(`${within(after)} are held that could have paid`);
  return { cents, because };
};
