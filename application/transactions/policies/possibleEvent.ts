import type { ProviderFact } from '#domain/transactions/commands.ts';

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
const isCurrency = (code: string | undefined): boolean => code === undefined || CURRENCIES.has(code.toUpperCase());
const isSum = (sum: number): boolean => Number.isSafeInteger(sum) && sum > 0;

/** No money moves by nothing, by less, or by a part of a cent, and none in a currency that there is not: no sale could write such a fact down, however often it is tried. */
export const isPossible = (fact: ProviderFact): boolean => {
  if (fact.kind === 'payment.paid') return isSum(fact.captured) && isCurrency(fact.currency);
  if (fact.kind === 'other') return fact.amount === null || fact.amount === 0 || isSum(fact.amount);
  if (!('amount' in fact)) return true;
  return isSum(fact.amount) && isCurrency('currency' in fact ? fact.currency : undefined);
};
