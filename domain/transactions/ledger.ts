import type { Cents } from '../shared/money.ts';
import { isOfOther, lostOfOthers, sentOfOthers, takenOfOthers } from './claims.ts';
import { currencyOf } from './currency.ts';
import { sheetOf, type TransactionEvent } from './events.ts';
import { type Account, isOfOneTransaction, suffixOf } from './ledgerAccounts.ts';
import { type Movement, NONE } from './movements.ts';
import { lostToPayer, type Transaction } from './state.ts';
import type { Balances } from './stateShape.ts';

/**
 * An entry in the smallest unit of the currency; positive adds to an account. The entries of one event sum to 0. Each currency has its own
 * accounts: `escrow:{transaction}` in euros, `escrow.usd:{transaction}` in dollars. `psp_clearing` (money from the provider) and
 * `platform_loss` (our own money) run below zero. `own_bank`: payments from our bank account instead of the provider.
 */
export type Posting = { account: string; amount: Cents };

/** The account that each balance of a transaction is part of. */
const BOOKED_IN: Record<keyof Balances, { account: Account; sign: 1 | -1 }> = {
  captured: { account: 'psp_clearing', sign: -1 },
  inEscrow: { account: 'escrow', sign: 1 },
  refundInTransit: { account: 'refund_transit', sign: 1 },
  refunded: { account: 'psp_clearing', sign: 1 },
  refundedTwice: { account: 'psp_clearing', sign: 1 },
  chargedBack: { account: 'psp_clearing', sign: 1 },
  payable: { account: 'seller_payable', sign: 1 },
  payoutInTransit: { account: 'payout_transit', sign: 1 },
  paidOut: { account: 'seller_paid', sign: 1 },
  overpaid: { account: 'seller_paid', sign: 1 },
  feeTaken: { account: 'fee_income', sign: 1 },
  keptForSeller: { account: 'fee_income', sign: 1 },
  keptPaid: { account: 'own_bank', sign: 1 },
  platformLoss: { account: 'platform_loss', sign: -1 },
};

/** The currency of an event's sums. `transaction`: before the event. */
export const currencyIn = (event: TransactionEvent, transaction: Transaction): string =>
  sheetOf(event).currency?.(event.data, transaction) ?? currencyOf(transaction);

/** Whether no balance of the transaction covers the event. */
const isOfOtherMoney = (fact: TransactionEvent, transaction: Transaction): boolean =>
  currencyIn(fact, transaction) !== currencyOf(transaction) ||
  isClaimOfOther(fact, transaction) ||
  isSentOfOther(fact, transaction);

const isSentOfOther = ({ type, data }: TransactionEvent, { paymentId: own }: Transaction): boolean =>
  type === 'RefundMadeByHand' && data.byPayment === true && own !== null && data.paymentId !== own;

const isClaimOfOther = ({ data }: TransactionEvent, transaction: Transaction): boolean => {
  const claim = 'chargebackId' in data ? transaction.chargebacks[data.chargebackId] : undefined;
  return claim !== undefined && isOfOther(transaction, claim);
};

const movement = (event: TransactionEvent, transaction: Transaction): Movement => {
  const { moves } = sheetOf(event);
  return moves ? moves(event.data, transaction, isOfOtherMoney(event, transaction)) : NONE;
};

const isBalance = (name: string): name is keyof Balances => name in BOOKED_IN;

/** The double entry of an event; empty if no money moves. `transaction`: before the event. */
export const postings = (event: TransactionEvent, transaction: Transaction): Posting[] => {
  const movements = movement(event, transaction);
  if (movements === NONE) return [];
  const amounts = new Map<string, Cents>();
  const suffix = suffixOf(currencyIn(event, transaction));
  for (const [name, moved] of Object.entries(movements)) {
    const { account, sign } = isBalance(name) ? BOOKED_IN[name] : { account: name, sign: 1 };
    amounts.set(account, (amounts.get(account) ?? 0) + sign * moved);
  }
  return [...amounts]
    .filter(([, amount]) => amount !== 0)
    .map(([account, amount]) => ({
      account: `${account}${suffix}${isOfOneTransaction(account) ? `:${transaction.id}` : ''}`,
      amount,
    }));
};

const sum = (amounts: Cents[]): Cents => amounts.reduce((total, amount) => total + amount, 0);

type Outflow = Pick<Balances, 'refunded' | 'chargedBack' | 'platformLoss'>;

/** Money that left in a currency before its payment was known; it enters the balances with the first payment in it. */
const goneBefore = (currency: string, paymentId: string, transaction: Transaction): Outflow => {
  const isOfIt = (each: { currency?: string | undefined }) => (each.currency ?? currencyOf(transaction)) === currency;
  const refunds = Object.values(transaction.refundsDone).filter(isOfIt);
  const lost = Object.values(transaction.chargebacks).filter((each) => each.stands === 'lost' && isOfIt(each));
  const refunded = sum(refunds.map(({ amount }) => amount)) - sentOfOthers(transaction, paymentId, currency);
  const all = sum(lost.map(({ amount, owed = 0 }) => amount - owed));
  const chargedBack = all - takenOfOthers(transaction, paymentId, currency);
  return { refunded, chargedBack, platformLoss: refunded + chargedBack };
};

const isOwnPayment = (event: TransactionEvent) =>
  event.type === 'PaymentMismatched' || event.type === 'LatePaymentReceived' || event.type === 'PaymentCaptured';

/** Chargebacks and manual refunds of other payments leave the balances once the first payment is known. */
const withoutOthers = (transaction: Transaction, paymentId: string, currency: string): Partial<Balances> => {
  const taken = takenOfOthers(transaction, paymentId, currency);
  const sent = sentOfOthers(transaction, paymentId, currency);
  if (taken + sent === 0) return {};
  return {
    chargedBack: transaction.chargedBack - taken,
    refunded: transaction.refunded - sent,
    platformLoss: transaction.platformLoss - taken - sent,
  };
};

const balancesBefore = (event: TransactionEvent, transaction: Transaction): Partial<Balances> => {
  if (!isOwnPayment(event)) return {};
  const currency = currencyIn(event, transaction);
  const { paymentId } = event.data;
  return isOfOtherMoney(event, transaction)
    ? goneBefore(currency, paymentId, transaction)
    : withoutOthers(transaction, paymentId, currency);
};

/** Losses outside the balances by currency, once the first payment is known. Nothing counts in both. */
const lostBefore = (
  currency: string,
  paymentId: string,
  transaction: Transaction,
): Partial<Pick<Transaction, 'lostOfOther'>> => {
  const ofOthers = lostOfOthers(transaction, paymentId, currency);
  if (currency === currencyOf(transaction))
    return ofOthers === 0 ? NOTHING_LOST : { lostOfOther: { ...transaction.lostOfOther, [currency]: ofOthers } };
  const { [currency]: _, ...others } = transaction.lostOfOther;
  const before = lostToPayer(transaction);
  const lost = {
    ...(before > 0 && { [currencyOf(transaction)]: before }),
    ...(ofOthers > 0 && { [currency]: ofOthers }),
  };
  return { lostOfOther: { ...others, ...lost } };
};

const NOTHING_LOST = {};
/** Losses outside the balances, by currency. */
const lostOfOtherAfter = (
  event: TransactionEvent,
  moved: Movement,
  transaction: Transaction,
): Partial<Pick<Transaction, 'lostOfOther'>> => {
  const currency = currencyIn(event, transaction);
  if (isOwnPayment(event)) return lostBefore(currency, event.data.paymentId, transaction);
  const { platform_loss: made = 0 } = moved;
  // a difference counts by its object: no money of a party repays it
  if (made === 0 || event.type === 'DifferenceBooked') return NOTHING_LOST;
  return { lostOfOther: { ...transaction.lostOfOther, [currency]: (transaction.lostOfOther[currency] ?? 0) - made } };
};

/** The balances after an event that changes them: the sums of all postings in the currency of the first payment, or euros before it. */
export const balancesAfter = (
  event: TransactionEvent,
  transaction: Transaction,
): Partial<Balances & Pick<Transaction, 'lostOfOther'>> => {
  const moved = movement(event, transaction);
  if (moved === NONE) return NONE;
  const changed = balancesBefore(event, transaction);
  for (const name of Object.keys(moved)) if (isBalance(name)) changed[name] = transaction[name] + (moved[name] ?? 0);
  return { ...changed, ...lostOfOtherAfter(event, moved, transaction) };
};
