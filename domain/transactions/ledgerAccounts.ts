import { EURO } from '../shared/currencies.ts';
import type { Cents } from '../shared/money.ts';

const OF_ONE_TRANSACTION = ['escrow', 'seller_payable', 'payout_transit', 'refund_transit', 'duplicate'] as const;

/** All kinds of account. Each exists once per currency; those of one transaction also once per transaction. */
export const ACCOUNTS = [
  'psp_clearing',
  ...OF_ONE_TRANSACTION,
  'seller_paid',
  'fee_income',
  'platform_loss',
  'own_bank',
] as const;
export type Account = (typeof ACCOUNTS)[number];

export const isOfOneTransaction = (account: string): boolean => OF_ONE_TRANSACTION.some((one) => one === account);

const SUFFIX = /\.([a-z]{3})(?::|$)/;

/** `USD` for `escrow.usd:{transaction}` or `escrow.usd`. */
export const currencyOfAccount = (account: string): string => SUFFIX.exec(account)?.[1]?.toUpperCase() ?? EURO;

/** The sum per currency; zero if the books balance. */
export const sumsByCurrency = (balances: Iterable<{ account: string; amount: Cents }>): ReadonlyMap<string, Cents> => {
  const sums = new Map<string, Cents>([[EURO, 0]]);
  for (const { account, amount } of balances) {
    const currency = currencyOfAccount(account);
    sums.set(currency, (sums.get(currency) ?? 0) + amount);
  }
  return sums;
};

/** The part of an account's name for its currency. */
export const suffixOf = (currency: string): string => (currency === EURO ? '' : `.${currency.toLowerCase()}`);
