import type { Viewer } from '#domain/access/right.ts';
import { findsByAddress, sightOf } from '#domain/audit/sight.ts';

type Values = Record<string, string | number | boolean>;

export const OF_CASE = { case: true, paid: false };

/** Whether the reader sees tracking codes in a case. */
export const seesCodes = ({ roles }: Viewer): boolean => sightOf('sale.see.words', roles, OF_CASE) === 'clear';
const seesRecipients = ({ roles }: Viewer): boolean => sightOf('sale.see.address', roles, OF_CASE) === 'clear';

/** A sale number or a tracking code as it is compared: people copy them with spaces. */
export const asCode = (text: string): string => text.toLowerCase().replaceAll(/[\s#]/g, '');

/** A typed search: each of its words must match. `€ 150` and `150 €` are one word, and `#TX…` is a number. */
export const wordsOf = (search: string): string[] =>
  search
    .toLowerCase()
    .replaceAll(/(?<=\d)\s+€(?!\S)/g, '€')
    .replaceAll(/(?<!\S)€\s+(?=\d)/g, '€')
    .split(/\s+/)
    .map((word) => word.replace(/^#+/, ''))
    .filter((word) => word !== '');

/** In cents: `€150` is any sum from 150.00 to 150.99; `150.19` and `150,19` are exact. */
export const amountIn = (word: string): { least: number; most: number } | null => {
  const [, whole, fraction] = /^€?(\d{1,9})(?:[.,](\d{1,2}))?€?$/.exec(word) ?? [];
  if (whole === undefined) return null;
  const least = Number(whole) * 100 + Number((fraction ?? '').padEnd(2, '0'));
  return { least, most: fraction === undefined ? least + 99 : least };
};

/** The values of a search in its conditions: `:w0` is the first word, `:least0` and `:most0` the sums that it means. */
export const valuesOf = (search: string): Values => {
  const words = wordsOf(search).map((word, place): Values => {
    const { least, most } = amountIn(word) ?? { least: 0, most: 0 };
    return { [`w${place}`]: word, [`least${place}`]: least, [`most${place}`]: most };
  });
  return Object.assign({ code: asCode(search) }, ...words);
};

export const contains = (text: string, place: number): string => `strpos(lower(${text}), :w${place}) > 0`;
export const isAmount = (amounts: readonly string[], word: string, place: number): string[] =>
  amountIn(word) === null ? [] : amounts.map((amount) => `${amount} BETWEEN :least${place} AND :most${place}`);

const NUMBER = `f.sale->>'transactionId'`;
const TEXTS = [`f.sale->'item'->>'title'`, 'b.username', 'v.username', 'o.reference'];
const AMOUNTS = ['o.claim', 'o.held', 'o.amount', `(f.sale->>'captured')::bigint`];
/** Personal texts, for readers who see them in a case. */
const RECIPIENTS = [`t.address->>'fullName'`, `t.return_address->>'fullName'`];
const CODES = ['t.tracking_code', 't.return_tracking_code'];

/** Condition of the open cases that a search finds. A number or a code may be typed with spaces. */
export const searchCondition = (search: string, reader: Viewer): string[] => {
  if (search === '') return [];
  const texts = [...TEXTS, ...(seesRecipients(reader) ? RECIPIENTS : [])];
  const codes = [NUMBER, ...(seesCodes(reader) ? CODES : [])].map((text) => `replace(lower(${text}), ' ', '')`);
  const ofWord = (word: string, place: number): string =>
    [
      `:w${place} IN (b.id, v.id)`,
      ...(findsByAddress(reader) ? [`:w${place} IN (lower(b.email), lower(v.email))`] : []),
      ...texts.map((text) => contains(text, place)),
      ...codes.map((code) => `strpos(${code}, :w${place}) > 0`),
      ...isAmount(AMOUNTS, word, place),
    ].join(' OR ');
  const words = wordsOf(search).map((word, place) => `(${ofWord(word, place)})`);
  return [`(${[...codes.map((code) => `strpos(${code}, :code) > 0`), words.join(' AND ')].join(' OR ')})`];
};
