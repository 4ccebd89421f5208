import type { ProviderFact } from '#domain/transactions/commands.ts';

const isSum = (sum: number | null): boolean => sum === null || (Number.isSafeInteger(sum) && sum >= 0);

/** No money moves by less than nothing, or by a part of a cent: no sale could write such a fact down, however often it is tried. */
export const isPossible = (fact: ProviderFact): boolean => {
  if (fact.kind === 'payment.paid') return isSum(fact.captured);
  return !('amount' in fact) || isSum(fact.amount);
};
