import { formatEuros, parseEuros } from '#domain/shared/euros.ts';
import type { Cents } from '#domain/shared/money.ts';

/** Cents → "€12.34", "€1,234.00", "-€5.00". */
export const formatCents = (amount: Cents): string => {
  const [whole = '0', fraction = '00'] = formatEuros(Math.abs(amount)).split('.');
  return `${amount < 0 ? '-' : ''}€${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`;
};

/** The number of euros that the API's JSON carries → cents. */
export const centsOf = (euros: number): Cents => Math.sign(euros) * (parseEuros(Math.abs(euros).toFixed(2)) ?? 0);

/** The number of euros that the API's JSON carries → "€12.34". */
export const formatPrice = (euros: number): string => formatCents(centsOf(euros));
