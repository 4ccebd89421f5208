import { formatCents, formatEuros, parseEuros } from '#domain/shared/euros.ts';
import type { Cents } from '#domain/shared/money.ts';

const EURO_SIGN = /^(?:€|EUR)\s*|\s*(?:€|EUR)$/gi;
const WHOLE = String.raw`(\d+|[1-9]\d{0,2}(?:([., '’])\d{3})(?:\2\d{3})*)`;
const AMOUNT = new RegExp(`^${WHOLE}?(?:([.,])(\\d{0,2}))?$`);
const MORE_DECIMALS = new RegExp(`^${WHOLE}?[.,]\\d{3,}$`);
/** Three digits after the only point or comma: thousands in half of Europe, decimals in the other. */
const UNCLEAR = /^([1-9]\d{0,2})[.,](\d{3})$/;

const unclear = (whole: Cents): string =>
  `Unclear: for ${formatCents(whole)} write ${whole / 100}, otherwise use at most two decimals`;

type Reading = { cents: Cents } | { negative: boolean; failure: string };

const refused = (failure: string, negative = false): Reading => ({ negative, failure });

/** A euro amount as people type it: `45,50`, `45.5`, `1.250,00`, `1 250`, `€ 45`. Ambiguous amounts are refused. */
export const readMoney = (typed: string): Reading => {
  const text = typed
    .trim()
    .replace(EURO_SIGN, '')
    .replace(/\s/g, ' ')
    .replace(/[.,][-–—]$/, '');
  if (/^[-−–]/.test(text)) return refused('An amount cannot be negative', true);
  const [, thousands, units] = UNCLEAR.exec(text) ?? [];
  if (thousands && units) return refused(unclear(Number(thousands + units) * 100));
  if (MORE_DECIMALS.test(text) && !AMOUNT.test(text)) return refused('An amount has at most two decimals');
  const [, whole = '', grouping, point, decimals = ''] = AMOUNT.exec(text) ?? [];
  const written = whole + decimals !== '' && (!point || point !== grouping);
  const cents = written ? parseEuros(`${whole.replace(/\D/g, '') || '0'}.${decimals || '0'}`) : undefined;
  return cents === undefined ? refused('Enter an amount in euros, such as 45.50') : { cents };
};

/** Undefined if it is no amount. */
export const typedCents = (typed: string): Cents | undefined => {
  const reading = readMoney(typed);
  return 'cents' in reading ? reading.cents : undefined;
};

/** Why it cannot be read; also undefined for empty text. */
export const typedFailure = (typed: string): string | undefined => {
  const reading = readMoney(typed);
  return typed.trim() === '' || 'cents' in reading ? undefined : reading.failure;
};

/** The amount as `€45.50`; undefined if that repeats the typed text. */
export const readingToShow = (typed: string): string | undefined => {
  const cents = typedCents(typed);
  if (cents === undefined) return undefined;
  const plain = formatEuros(cents);
  const said = typed.trim().replace(EURO_SIGN, '');
  return said === plain || `${said}.00` === plain ? undefined : formatCents(cents);
};
