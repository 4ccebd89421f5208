import { formatCents, parseEuros } from '#domain/shared/euros.ts';
import type { Cents } from '#domain/shared/money.ts';

export { formatCents };

/** The API's euros → cents. */
export const centsOf = (euros: number): Cents => Math.sign(euros) * (parseEuros(Math.abs(euros).toFixed(2)) ?? 0);

/** The API's euros → "€12.34"; a missing amount reads as unknown. */
export const formatPrice = (euros: number): string =>
  Number.isFinite(euros) ? formatCents(centsOf(euros)) : 'not known';
