import { formatCents } from './euros.ts';
import type { Cents } from './money.ts';

/** The currency of the marketplace. Amounts in other currencies are whole numbers of their smallest unit. */
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
/** `129.00`: units with all their decimals. */
export const unitsText = (units: number, currency: string): string => units.toFixed(digitsOf(currency));

export const toUnits = (amount: Cents, currency: string): number => Number(`${amount}e-${digitsOf(currency)}`);

/** The way back: `12.34` dollars → `1234`. */
export const fromUnits = (units: number, currency: string): Cents => Math.round(units * 10 ** digitsOf(currency));

/** Upper-case ISO 4217. An invalid code becomes `XXX`, "no currency". */
export const currencyCode = (told: string): string => (/^[a-z]{3}$/i.test(told) ? told.toUpperCase() : 'XXX');
