import { DAY, type Instant } from '../shared/instants.ts';

/** The longest query that a reader can send. */
export const MOST_QUERY_CHARACTERS = 500;

/** Roles that an actor can have in a row; anything else names an account. */
export const ACTOR_ROLES = ['buyer', 'seller', 'member', 'staff', 'auditor', 'admin', 'system', 'provider'] as const;

type NamedField = 'type' | 'actor' | 'stream' | 'cause';
type TimeField = 'after' | 'before' | 'on';

/** Cents, whatever the currency of the row. A strict end excludes its own value. */
export type AmountEnd = { cents: number; strict: boolean };

/** `at`: where it begins in the text. `not`: rows must not match. */
export type QueryTerm = { not: boolean; at: number } & (
  | { field: NamedField; values: readonly string[] }
  | { field: 'amount'; low: AmountEnd | null; high: AmountEnd | null }
  /** A whole day for `on`. `after` includes its instant, `before` does not. */
  | { field: TimeField; instant: Instant }
  | { field: 'text'; text: string }
);

export type QueryFault = { at: number; length: number; message: string };
export type ParsedQuery = { ok: true; terms: readonly QueryTerm[] } | { ok: false; fault: QueryFault };

type Value = { text: string; at: number; quoted: boolean };
type Found = { field: string | undefined; not: boolean; at: number; end: number; values: readonly Value[] };
type Parsed<Term = QueryTerm> = { term: Term } | { message: string };

export const EVENT_FIELDS = ['type', 'actor', 'stream', 'amount', 'after', 'before', 'on', 'cause', 'text'];
const LISTS = ['type', 'actor', 'stream', 'cause'];
const DAYS = /^\d{4}-\d{2}-\d{2}$/;
const TIMES = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?Z?)?$/;
const MONEY = /^€?(\d{1,9})(?:[.,](\d{1,2}))?€?$/;

/** `2026-11-24`, `2026-11-24T10:00` or `2026-11-24T10:00:05Z`, in UTC; undefined for anything else. */
const instantIn = (text: string): Instant | undefined => {
  const [, day, time = '00:00', seconds = '00', fraction = '0'] = TIMES.exec(text) ?? [];
  if (day === undefined) return undefined;
  const ms = Date.parse(`${day}T${time}:${seconds}.${fraction.padEnd(3, '0')}Z`);
  // 30 February would become a day in March
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== day ? undefined : ms;
};

const centsIn = (text: string): number | undefined => {
  const [, whole, fraction = ''] = MONEY.exec(text) ?? [];
  return whole === undefined ? undefined : Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
};

const quote = (text: string): string => `“${text.length > 40 ? `${text.slice(0, 40)}…` : text}”`;

export type Amount = { low: AmountEnd | null; high: AmountEnd | null };

/** `500`, `>500`, `>=€500`, `<12,34` or `100..200`; undefined for anything else. */
export const amountIn = (text: string): Amount | undefined => {
  const [, sign = '', number = ''] = /^(>=|<=|>|<)?(.*)$/s.exec(text) ?? [];
  const range = /^([\d.,€]*?)\.\.([\d.,€]*)$/.exec(number);
  if (range && sign === '') {
    const [low, high] = [range[1]!, range[2]!].map((end) => (end === '' ? null : centsIn(end)));
    if (low === undefined || high === undefined || (low === null && high === null)) return undefined;
    const ends = [low, high].map((cents) => (cents === null || cents === undefined ? null : { cents, strict: false }));
    return { low: ends[0]!, high: ends[1]! };
  }
  const cents = centsIn(number);
  if (cents === undefined) return undefined;
  const end = { cents, strict: sign === '>' || sign === '<' };
  return { low: sign.startsWith('<') ? null : end, high: sign.startsWith('>') ? null : end };
};

const NAMED: Readonly<Record<NamedField, { valid: RegExp; fault: string }>> = {
  type: {
    valid: /^\*?[A-Za-z]+\*?$/,
    fault: 'is not an event type. Write type:DisputeOpened, type:Dispute* or type:*Refund*.',
  },
  actor: { valid: /^[^*]+$/, fault: 'is not an actor. Write actor:buyer, a username or an account id.' },
  stream: {
    valid: /^[A-Za-z]+(-[0-9a-z]{1,64})?$|^TX[0-9A-Za-z]{8}$/i,
    fault: 'is not a stream. Write stream:transaction, a sale’s number or a whole stream name.',
  },
  cause: { valid: /^[^*]+$/, fault: 'is not an id. Write the id of an event, a command or a correlation.' },
};

const namedTerm = (field: NamedField, { not, at, values }: Found): Parsed => {
  const wrong = values.find(({ text }) => !NAMED[field].valid.test(text));
  if (wrong) return { message: `${quote(`${field}:${wrong.text}`)} ${NAMED[field].fault}` };
  return { term: { field, not, at, values: [...new Set(values.map(({ text }) => text))] } };
};

const amountTerm = ({ not, at, values: [value] }: Found): Parsed => {
  const amount = amountIn(value!.text);
  if (!amount)
    return { message: `${quote(`amount:${value!.text}`)} is not an amount. Write amount:>500 or amount:100..200.` };
  return { term: { field: 'amount', not, at, ...amount } };
};

const timeTerm = (field: TimeField, { not, at, values: [value] }: Found): Parsed => {
  const instant = instantIn(value!.text);
  const example = field === 'on' ? 'on:2026-11-24' : `${field}:2026-11-24 or ${field}:2026-11-24T10:00`;
  if (instant === undefined || (field === 'on' && !DAYS.test(value!.text)))
    return {
      message: `${quote(`${field}:${value!.text}`)} is not a ${field === 'on' ? 'day' : 'day or time'}. Write ${example} (UTC).`,
    };
  return { term: { field, not, at, instant } };
};

const textTerm = ({ field, not, at, values: [value] }: Found): Parsed => {
  const { text, quoted } = value!;
  const day = field === undefined && !quoted && DAYS.test(text) ? instantIn(text) : undefined;
  if (day !== undefined) return { term: { field: 'on', not, at, instant: day } };
  if (text === '' && not && field === undefined) return { message: 'Write a term after “-”.' };
  if (!/[\p{L}\p{N}]/u.test(text)) return { message: `${quote(text)} has no letter or digit to search for.` };
  return { term: { field: 'text', not, at, text } };
};

const termOf = (found: Found, fields: readonly string[]): Parsed => {
  const { field = 'text' } = found;
  if (!fields.includes(field))
    return { message: `${quote(`${field}:`)} is not a field. The fields are ${fields.join(', ')}.` };
  if (field === 'text') return textTerm(found);
  if (found.values.some(({ text }) => text.trim() === ''))
    return { message: `Write something after ${quote(`${field}:`)}.` };
  if (field === 'amount') return amountTerm(found);
  if (LISTS.includes(field)) return namedTerm(field as NamedField, found);
  return timeTerm(field as TimeField, found);
};

/** One value from `at` on: quoted, or up to a space (a comma ends it in a list). Undefined: the quote is not closed. */
const valueAt = (text: string, at: number, inList: boolean): { value: Value; end: number } | undefined => {
  if (text[at] === '"') {
    const close = text.indexOf('"', at + 1);
    return close < 0 ? undefined : { value: { text: text.slice(at + 1, close), at, quoted: true }, end: close + 1 };
  }
  let end = at;
  while (end < text.length && !/\s/.test(text[end]!) && text[end] !== '"' && !(inList && text[end] === ',')) end++;
  return { value: { text: text.slice(at, end), at, quoted: false }, end };
};

const BEGIN = /(-?)(?:([A-Za-z]+):)?/y;

/** The term at `at`. Undefined: a quote is not closed. */
const foundAt = (text: string, at: number): Found | undefined => {
  BEGIN.lastIndex = at;
  const [begun = '', minus, field] = BEGIN.exec(text) ?? [];
  const inList = field !== undefined && LISTS.includes(field);
  const values: Value[] = [];
  let end = at + begun.length;
  do {
    const next = valueAt(text, values.length > 0 ? end + 1 : end, inList);
    if (!next) return undefined;
    values.push(next.value);
    ({ end } = next);
  } while (inList && text[end] === ',');
  return { field: field?.toLowerCase(), not: minus === '-', at, end, values };
};

/**
 * Reads the terms of a query. All must match once they are put `together`.
 * `fields`: those that this search has.
 */
export const parseQuery = (text: string, fields: readonly string[] = EVENT_FIELDS): ParsedQuery => {
  if (text.length > MOST_QUERY_CHARACTERS) {
    const message = `A query has at most ${MOST_QUERY_CHARACTERS} characters.`;
    return { ok: false, fault: { at: MOST_QUERY_CHARACTERS, length: text.length - MOST_QUERY_CHARACTERS, message } };
  }
  const terms: QueryTerm[] = [];
  for (let at = 0; at < text.length; ) {
    if (/\s/.test(text[at]!)) {
      at++;
      continue;
    }
    const found = foundAt(text, at);
    if (!found)
      return { ok: false, fault: { at, length: text.length - at, message: 'Close the quotation mark with “"”.' } };
    const parsed = termOf(found, fields);
    if ('message' in parsed) return { ok: false, fault: { at, length: found.end - at, message: parsed.message } };
    terms.push(parsed.term);
    at = found.end;
  }
  return { ok: true, terms };
};

type Named = Extract<QueryTerm, { values: readonly string[] }>;
const isNamed = (term: QueryTerm): term is Named => 'values' in term;
type Sum = Extract<QueryTerm, { field: 'amount' }>;

const isStricter = (one: AmountEnd, other: AmountEnd, sign: 1 | -1): boolean =>
  one.cents === other.cents ? one.strict : sign * (one.cents - other.cents) > 0;

const narrower = (one: AmountEnd | null, other: AmountEnd | null, sign: 1 | -1): AmountEnd | null => {
  if (!one || !other) return one ?? other;
  return isStricter(other, one, sign) ? other : one;
};

const bothOf = (earlier: Sum, term: Sum): Sum => ({
  ...earlier,
  low: narrower(earlier.low, term.low, 1),
  high: narrower(earlier.high, term.high, -1),
});

/**
 * One term for a field that is written several times: any of the things that it names, and amounts within all limits, so that one sum of an
 * event must be within them. Days and excluded terms stay apart.
 */
export const together = (terms: readonly QueryTerm[]): QueryTerm[] => {
  const merged: QueryTerm[] = [];
  for (const term of terms) {
    const at = term.not ? -1 : merged.findIndex(({ field, not }) => field === term.field && !not);
    const earlier = merged[at];
    if (earlier && isNamed(earlier) && isNamed(term))
      merged[at] = { ...earlier, values: [...earlier.values, ...term.values] };
    else if (earlier?.field === 'amount' && term.field === 'amount') merged[at] = bothOf(earlier, term);
    else merged.push(term);
  }
  return merged;
};

const inEuros = (cents: number): string => (cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2));

const printAmount = (low: AmountEnd | null, high: AmountEnd | null): string => {
  if (low && high)
    return low.cents === high.cents ? inEuros(low.cents) : `${inEuros(low.cents)}..${inEuros(high.cents)}`;
  const [sign, end] = low ? ['>', low] : ['<', high!];
  return `${sign}${end.strict ? '' : '='}${inEuros(end.cents)}`;
};

const printTime = (instant: Instant): string => {
  const iso = new Date(instant).toISOString();
  return instant % DAY === 0 ? iso.slice(0, 10) : iso;
};

const printValue = (text: string): string => (/[\s",]/.test(text) ? `"${text}"` : text);

const printTerm = (term: QueryTerm): string => {
  if (term.field === 'text') return `text:"${term.text}"`;
  if (term.field === 'amount') return `amount:${printAmount(term.low, term.high)}`;
  if ('instant' in term) return `${term.field}:${printTime(term.instant)}`;
  return `${term.field}:${term.values.map(printValue).join(',')}`;
};

/** A query that parses to these terms. */
export const printQuery = (terms: readonly QueryTerm[]): string =>
  terms.map((term) => `${term.not ? '-' : ''}${printTerm(term)}`).join(' ');

const isRole = (value: string): boolean => (ACTOR_ROLES as readonly string[]).includes(value.toLowerCase());
const ID = /^[0-9a-f-]{32,36}$/i;

/** The same term without words that can name a person: roles and ids stay. */
const withoutNames = (term: QueryTerm): QueryTerm => {
  if (term.field === 'text') return { ...term, text: '…' };
  if (term.field !== 'actor' && term.field !== 'cause') return term;
  return { ...term, values: term.values.map((value) => (isRole(value) || ID.test(value) ? value : '…')) };
};

/** The query as a log may keep it, with “…” for what could be a name. Empty if the query cannot be read. */
export const queryWithoutNames = (text: string): string => {
  const parsed = parseQuery(text);
  return parsed.ok ? printQuery(parsed.terms.map(withoutNames)) : '';
};

/** The event types that a pattern such as `Dispute*` or `*Refund*` means. Upper and lower case are the same. */
export const typesMeant = (pattern: string, types: readonly string[]): string[] => {
  const [before, after] = [pattern.startsWith('*'), pattern.endsWith('*')];
  const wanted = pattern.replaceAll('*', '').toLowerCase();
  return types.filter((type) => {
    const name = type.toLowerCase();
    if (before && after) return name.includes(wanted);
    if (before) return name.endsWith(wanted);
    return after ? name.startsWith(wanted) : name === wanted;
  });
};
