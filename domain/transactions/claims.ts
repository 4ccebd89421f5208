import { EURO } from '../shared/currencies.ts';
import type { Cents } from '../shared/money.ts';
import { currencyOf, currencyOfPayment } from './currency.ts';
import { isRefundOf, lostToPayer, type Transaction } from './state.ts';
import type { Chargeback } from './stateShape.ts';

type Claim = Pick<Chargeback, 'currency' | 'paymentId'>;

/** A claim on another payment than the first: held money cannot cover it. Before the first payment no claim counts as other. */
export const isOfOther = ({ paymentId: own }: Pick<Transaction, 'paymentId'>, { paymentId }: Claim): boolean =>
  own !== null && paymentId !== undefined && paymentId !== own;

export const claimedPayment = ({ paymentId: own }: Transaction, { paymentId }: Claim): string | null =>
  paymentId ?? own;

const currencyOfOne = ({ foreign }: Transaction, paymentId: string): string => foreign[paymentId] ?? EURO;

/** The claims on this payment in the currency it was paid in. */
export const claimsOn = (
  transaction: Transaction,
  paymentId: string,
  paidIn = currencyOfOne(transaction, paymentId),
): [string, Chargeback][] =>
  Object.entries(transaction.chargebacks).filter(
    ([, claim]) =>
      claimedPayment(transaction, claim) === paymentId && (claim.currency ?? currencyOf(transaction)) === paidIn,
  );

const isUndecided = ({ stands }: Chargeback): boolean => stands === 'open' || stands === 'lateOpen';

const sum = (claims: readonly [string, Chargeback][]): Cents =>
  claims.reduce((total, [, { amount, owed = 0 }]) => total + amount - owed, 0);

/** Money of the first payment that the bank keeps, without our loss, which does not affect the parties. */
export const takenOfOwn = (transaction: Transaction): Cents => {
  if (transaction.paymentId === null) return 0;
  const lost = claimsOn(transaction, transaction.paymentId).filter(([, { stands }]) => stands === 'lost');
  return Math.max(0, lost.reduce((total, [, { amount }]) => total + amount, 0) - lostToPayer(transaction));
};

/** Whether the payer's bank has yet to decide about a payment. The payer may get twice what we refund meanwhile. */
export const isClaimed = (transaction: Transaction, paymentId: string, paidIn?: string): boolean =>
  claimsOn(transaction, paymentId, paidIn).some(([, claim]) => isUndecided(claim));

/** The payment that a refund returns: the one a manual refund names, a duplicate, or the first payment. */
export const paymentOfRefund = (transaction: Transaction, refundId: string): string | null => {
  const { paymentId: byHandFrom, ours } = transaction.refundsDone[refundId] ?? {};
  const isKnown = byHandFrom !== undefined && currencyOfPayment(transaction, byHandFrom) !== undefined;
  if (byHandFrom !== undefined && (isKnown || ours !== undefined)) return byHandFrom;
  const [paymentId = transaction.paymentId] =
    Object.entries(transaction.duplicates).find(([, each]) => isRefundOf(each, refundId)) ?? [];
  return paymentId;
};

/** The debt to the payer for the claimed payment, if the claim is in its currency. */
export const owedOf = (transaction: Transaction, claim: Claim): Transaction['duplicates'][string] | undefined => {
  const paymentId = claimedPayment(transaction, claim);
  const isInItsMoney =
    paymentId !== null && (claim.currency ?? currencyOf(transaction)) === currencyOfOne(transaction, paymentId);
  return isInItsMoney ? transaction.duplicates[paymentId] : undefined;
};

/** The part of that debt that is not under way. It covers a claim before held money does. */
export const owedFor = (transaction: Transaction, claim: Claim): Cents => {
  const owed = owedOf(transaction, claim);
  return owed?.state === 'failed' ? owed.amount : 0;
};

/** The part of a claim that only held money could cover if the bank won all claims. */
export const beyondOwed = (transaction: Transaction, chargebackId: string, claim: Claim & { amount: Cents }): Cents => {
  const paymentId = claimedPayment(transaction, claim);
  const all = paymentId === null ? [] : claimsOn(transaction, paymentId);
  const others = all.filter(([id, each]) => id !== chargebackId && isUndecided(each));
  return claim.amount - Math.max(0, owedFor(transaction, claim) - sum(others));
};

/** Manual refunds at our loss of payments that we did not know yet. */
const byHand = (transaction: Transaction, currency: string, isMeant: (paymentId: string) => boolean): Cents =>
  Object.values(transaction.refundsDone).reduce((total, { paymentId, ours = 0, currency: paidIn = EURO }) => {
    const counts = paymentId !== undefined && paidIn === currency && isMeant(paymentId);
    return counts ? total + ours : total;
  }, 0);

/** The part of a payment that the payer has at our loss, by chargeback or manual refund. `paidIn`: the currency of a payment that is new. */
export const lostOf = (
  transaction: Transaction,
  paymentId: string,
  paidIn = currencyOfOne(transaction, paymentId),
): Cents => {
  const lost = claimsOn(transaction, paymentId, paidIn).filter(([, { stands }]) => stands === 'lost');
  const isOwn = paymentId === transaction.paymentId;
  const ours = isOwn ? lostToPayer(transaction) : (transaction.lostOfOther[paidIn] ?? 0);
  const sent = isOwn ? 0 : byHand(transaction, paidIn, (id) => id === paymentId);
  return Math.max(0, Math.min(sum(lost) + sent, ours));
};

/** Manual refunds of other payments than this one, which becomes the first. */
export const sentOfOthers = (transaction: Transaction, paymentId: string, currency: string): Cents =>
  byHand(transaction, currency, (id) => id !== paymentId);

/** Chargebacks and manual refunds of other payments than this one, which becomes the first. */
export const lostOfOthers = (transaction: Transaction, paymentId: string, currency: string): Cents =>
  sentOfOthers(transaction, paymentId, currency) + takenOfOthers(transaction, paymentId, currency);

export const takenOfOthers = (transaction: Transaction, paymentId: string, currency: string): Cents =>
  sum(
    Object.entries(transaction.chargebacks).filter(
      ([, claim]) =>
        claim.stands === 'lost' &&
        (claim.currency ?? currencyOf(transaction)) === currency &&
        (claim.paymentId ?? paymentId) !== paymentId,
    ),
  );
