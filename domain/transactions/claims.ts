import { EURO } from '../shared/currencies.ts';
import type { Cents } from '../shared/money.ts';
import { currencyOf, currencyOfPayment } from './currency.ts';
import { isRefundOf, lostToPayer, type Transaction } from './state.ts';
import type { Chargeback } from './stateShape.ts';

type Claim = Pick<Chargeback, 'currency' | 'paymentId'>;

/** Of another payment than the sale's own: nothing that is held here can pay for it. Until that has come, each counts as one of it. */
export const isOfOther = ({ paymentId: own }: Pick<Transaction, 'paymentId'>, { paymentId }: Claim): boolean =>
  own !== null && paymentId !== undefined && paymentId !== own;

export const claimedPayment = ({ paymentId: own }: Transaction, { paymentId }: Claim): string | null =>
  paymentId ?? own;

const currencyOfOne = ({ foreign }: Transaction, paymentId: string): string => foreign[paymentId] ?? EURO;

/** Of this payment, and in the money that it came in. */
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

/** What the payer's bank has taken of the sale, and not given back: not what it took at our loss, which changes nothing for its parties. */
export const takenOfOwn = (transaction: Transaction): Cents => {
  if (transaction.paymentId === null) return 0;
  const lost = claimsOn(transaction, transaction.paymentId).filter(([, { stands }]) => stands === 'lost');
  return Math.max(0, lost.reduce((total, [, { amount }]) => total + amount, 0) - lostToPayer(transaction));
};

/** The payer's bank has not decided about it: what is sent back meanwhile, the payer may get twice. */
export const isClaimed = (transaction: Transaction, paymentId: string, paidIn?: string): boolean =>
  claimsOn(transaction, paymentId, paidIn).some(([, claim]) => isUndecided(claim));

/** What a refund is made of: what somebody sent back by hand names it, or it is a second payment's, or the sale's own. */
export const paymentOfRefund = (transaction: Transaction, refundId: string): string | null => {
  const { paymentId: byHandFrom, ours } = transaction.refundsDone[refundId] ?? {};
  const isKnown = byHandFrom !== undefined && currencyOfPayment(transaction, byHandFrom) !== undefined;
  if (byHandFrom !== undefined && (isKnown || ours !== undefined)) return byHandFrom;
  const [paymentId = transaction.paymentId] =
    Object.entries(transaction.duplicates).find(([, each]) => isRefundOf(each, refundId)) ?? [];
  return paymentId;
};

/** What is owed of the claimed payment beside the sale, where the claim is in its money. */
export const owedOf = (transaction: Transaction, claim: Claim): Transaction['duplicates'][string] | undefined => {
  const paymentId = claimedPayment(transaction, claim);
  const isInItsMoney =
    paymentId !== null && (claim.currency ?? currencyOf(transaction)) === currencyOfOne(transaction, paymentId);
  return isInItsMoney ? transaction.duplicates[paymentId] : undefined;
};

/** Of that, what is not on its way: it pays for a claim before anything of the sale does. */
export const owedFor = (transaction: Transaction, claim: Claim): Cents => {
  const owed = owedOf(transaction, claim);
  return owed?.state === 'failed' ? owed.amount : 0;
};

/** Of a claim, what only the sale could pay for, should the bank take all that it and others ask for. */
export const beyondOwed = (transaction: Transaction, chargebackId: string, claim: Claim & { amount: Cents }): Cents => {
  const paymentId = claimedPayment(transaction, claim);
  const all = paymentId === null ? [] : claimsOn(transaction, paymentId);
  const others = all.filter(([id, each]) => id !== chargebackId && isUndecided(each));
  return claim.amount - Math.max(0, owedFor(transaction, claim) - sum(others));
};

/** Sent back by hand at our loss, where it names the payment, and was told before it. */
const byHand = (transaction: Transaction, currency: string, isMeant: (paymentId: string) => boolean): Cents =>
  Object.values(transaction.refundsDone).reduce((total, { paymentId, ours = 0, currency: paidIn = EURO }) => {
    const counts = paymentId !== undefined && paidIn === currency && isMeant(paymentId);
    return counts ? total + ours : total;
  }, 0);

/** What of the payment the payer has at our loss: their bank took it, or somebody sent it back. `paidIn`: of one that is told only now. */
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

/** What was sent back by hand of others than this payment, which is the sale's own from now on. */
export const sentOfOthers = (transaction: Transaction, paymentId: string, currency: string): Cents =>
  byHand(transaction, currency, (id) => id !== paymentId);

/** The bank has taken it, or somebody has sent it back, of others than this payment, which is the sale's own from now on. */
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
