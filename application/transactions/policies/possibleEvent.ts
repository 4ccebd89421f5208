import type { ProviderEvent } from '#domain/transactions/commands.ts';

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
const isCurrency = (code: string | undefined): boolean => code === undefined || CURRENCIES.has(code.toUpperCase());
const isSum = (sum: number): boolean => Number.isSafeInteger(sum) && sum > 0;

/**
 * A sum must be a positive whole number of cents in an existing currency. No transaction could ever record
 * anything else.
 */
export const isPossible = (event: ProviderEvent): boolean => {
  if (event.kind === 'payment.paid') return isSum(event.captured) && isCurrency(event.currency);
  if (event.kind === 'other') return event.amount === null || event.amount === 0 || isSum(event.amount);
  if (!('amount' in event)) return true;
  return isSum(event.amount) && isCurrency('currency' in event ? event.currency : undefined);
};
