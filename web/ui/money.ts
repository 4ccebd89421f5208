import { formatCents, parseEuros } from '#domain/shared/euros.ts';
import type { Cents } from '#domain/shared/money.ts';

export { formatCents };

/** The number of euros that the API's JSON carries → cents. */
export const centsOf = (euros: number): Cents => Math.sign(euros) * (parseEuros(Math.abs(euros).toFixed(2)) ?? 0);

/** The number of euros that the API's JSON carries → "€12.34"; a sum that an answer lacks is said to be unknown. */
export const formatPrice = (euros: number): string =>
  Number.isFinite(euros) ? formatCents(centsOf(euros)) : 'not known';
