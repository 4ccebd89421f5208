import { formatCents } from './euros.ts';
import type { Cents } from './money.ts';

/** What the marketplace is paid in, and pays in. Sums of any other currency are whole numbers of its smallest unit. */
export const EURO = 'EUR';

const digitsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** `USD 12.34`, `JPY 1,234`; euros as everywhere: `€12.34`. */
export const formatSum = (amount: Cents, currency: string = EURO): string => {
  if (currency === EURO) return formatCents(amount);
  const digits = digitsOf(currency);
  const number = new Intl.NumberFormat('en', { minimumFractionDigits: digits }).format(toUnits(amount, currency));
  return `${currency} ${number}`;
};

/** As the JSON of the HTTP API carries it: `1234` → `12.34` in dollars, `1234` in yen. */
export const toUnits = (amount: Cents, currency: string): number => Number(`${amount}e-${digitsOf(currency)}`);

/** The way back: `12.34` dollars → `1234`. */
export const fromUnits = (units: number, currency: string): Cents => Math.round(units * 10 ** digitsOf(currency));

/** In capitals, as ISO 4217 has it. What is no code at all is `XXX`, "no currency". */
export const currencyCode = (told: string): string => (/^[a-z]{3}$/i.test(told) ? told.toUpperCase() : 'XXX');
