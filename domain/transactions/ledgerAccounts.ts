import { EURO } from '../shared/currencies.ts';
import type { Cents } from '../shared/money.ts';

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
