import type { ProviderEvent } from '#domain/transactions/commands.ts';

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
const isCurrency = (code: string | undefined): boolean => code === undefined || CURRENCIES.has(code.toUpperCase());
const isSum = (sum: number): boolean => Number.isSafeInteger(sum) && sum > 0;

/** No money moves by nothing, by less, or by a part of a cent, and none in a currency that there is not: no sale could write such a fact down, however often it is tried. */
export const isPossible = (event: ProviderEvent): boolean => {
  if (event.kind === 'payment.paid') return isSum(event.captured) && isCurrency(event.currency);
  if (event.kind === 'other') return event.amount === null || event.amount === 0 || isSum(event.amount);
  if (!('amount' in event)) return true;
  return isSum(event.amount) && isCurrency('currency' in event ? event.currency : undefined);
};
