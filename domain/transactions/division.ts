import { EURO } from '../shared/currencies.ts';
import type { Cents } from '../shared/money.ts';
import { currencyOf } from './currency.ts';
import { type Split, split } from './fees.ts';
import { heldMoney, leastRefund, mostPartialRefund, type Transaction } from './state.ts';

/**
 * The most that can go back while the seller gets the rest; 0 where all that is held is the buyer's: only euros are ever a seller's,
 * and nothing of what is no more than the fee, or came back unshipped.
 */
export const mostToDivide = (transaction: Transaction): Cents =>
  currencyOf(transaction) === EURO ? mostPartialRefund(transaction) : 0;

export const isBuyersAlone = (transaction: Transaction): boolean => mostToDivide(transaction) === 0;

/** The whole of the held money, or a part that leaves the fee whole and the seller price and shipping at most; undefined for any other sum. */
export const divide = (transaction: Transaction, toBuyer: Cents): Split | undefined => {
  const divisible = Number.isInteger(toBuyer) && toBuyer >= leastRefund(transaction) && !isBuyersAlone(transaction);
  return divisible || toBuyer === heldMoney(transaction)
    ? split(heldMoney(transaction), transaction.fee, toBuyer)
    : undefined;
};

/** What an acceptance brings: a bank may have taken so much since the sum was named that all of what is left goes back. */
export const divideAsAgreed = (transaction: Transaction, toBuyer: Cents): Split =>
  divide(transaction, toBuyer) ?? { toBuyer: heldMoney(transaction), toSeller: 0, fee: 0 };

/** Nobody should have to ship for less than was agreed, of which a bank has taken a part: what is left goes back. */
export const isTooLittleToShip = (transaction: Transaction): boolean =>
  transaction.status === 'AWAIT_SHIPPING' &&
  heldMoney(transaction) < (transaction.total ?? 0) &&
  Object.values(transaction.chargebacks).some(({ stands }) => stands === 'lost');
