import { EURO } from '../shared/currencies.ts';
import type { Cents } from '../shared/money.ts';
import { currencyOf } from './currency.ts';
import { type Split, split } from './fees.ts';
import { hasOfTransaction, heldMoney, leastRefund, mostPartialRefund, type Transaction } from './state.ts';

/**
 * The largest partial refund; 0 if all held money is the buyer's. Money in another currency, money up to the fee, and money that came back
 * unshipped is never the seller's.
 */
export const mostToDivide = (transaction: Transaction): Cents =>
  currencyOf(transaction) === EURO ? mostPartialRefund(transaction) : 0;

export const isBuyersAlone = (transaction: Transaction): boolean => mostToDivide(transaction) === 0;

/** Divides a refund of all held money, or of a part that leaves the full fee and at most price and shipping; undefined otherwise. */
export const divide = (transaction: Transaction, toBuyer: Cents): Split | undefined => {
  const divisible = Number.isInteger(toBuyer) && toBuyer >= leastRefund(transaction) && !isBuyersAlone(transaction);
  return divisible || toBuyer === heldMoney(transaction)
    ? split(heldMoney(transaction), transaction.fee, toBuyer)
    : undefined;
};

/** The division after an acceptance. If a bank took so much since the offer that the sum exceeds the rest, all of it goes back. */
export const divideAsAgreed = (transaction: Transaction, toBuyer: Cents): Split =>
  divide(transaction, toBuyer) ?? { toBuyer: heldMoney(transaction), toSeller: 0, fee: 0 };

/** What has gone back to the buyer since the first decision of staff and before the last division, which does not count it. */
export const refundedBefore = ({ decided, decision }: Pick<Transaction, 'decided' | 'decision'>): Cents =>
  decided && decision ? Math.max(0, decided.most - decision.toBuyer - decision.toSeller - decision.fee) : 0;

/** What is left to refund of a decision that waited: the bank may have returned a part to the buyer meanwhile. */
export const deferredPart = (transaction: Transaction): Cents => {
  const left = (transaction.deferred?.due ?? 0) - hasOfTransaction(transaction);
  return divideAsAgreed(transaction, Math.max(left, leastRefund(transaction))).toBuyer;
};

/** Which parties a division gives less than they wanted: the buyer less than the claim, the seller less than a release. */
export const losersOf = (transaction: Transaction, { toBuyer, toSeller }: Pick<Split, 'toBuyer' | 'toSeller'>) => {
  const { claim } = transaction;
  const held = heldMoney(transaction);
  const isAbout = transaction.dispute === 'under_review' || transaction.dispute === 'deferred';
  const claimed = isAbout && claim !== null && claim.amount > 0 ? claim.amount : held;
  return {
    buyer: toBuyer < Math.min(claimed, held),
    seller: toSeller < mostToDivide(transaction) - leastRefund(transaction),
  };
};

/** A seller need not ship for less than agreed, so the rest goes back if a bank took a part. */
export const isTooLittleToShip = (transaction: Transaction): boolean =>
  transaction.status === 'AWAIT_SHIPPING' &&
  heldMoney(transaction) < (transaction.total ?? 0) &&
  Object.values(transaction.chargebacks).some(({ stands }) => stands === 'lost');
