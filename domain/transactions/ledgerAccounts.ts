import { EURO } from '../shared/currencies.ts';
import type { Cents } from '../shared/money.ts';

const SUFFIX = /\.([a-z]{3})(?::|$)/;

/** `USD` of `escrow.usd:{sale}`, and of its kind alone. */
export const currencyOfAccount = (account: string): string => SUFFIX.exec(account)?.[1]?.toUpperCase() ?? EURO;

/** What the sums of each currency add up to: zero, where the books are even. */
export const sumsByCurrency = (balances: Iterable<{ account: string; amount: Cents }>): ReadonlyMap<string, Cents> => {
  const sums = new Map<string, Cents>([[EURO, 0]]);
  for (const { account, amount } of balances) {
    const currency = currencyOfAccount(account);
    sums.set(currency, (sums.get(currency) ?? 0) + amount);
  }
  return sums;
};

/** What stands in the names of accounts of a currency. */
export const suffixOf = (currency: string): string => (currency === EURO ? '' : `.${currency.toLowerCase()}`);
