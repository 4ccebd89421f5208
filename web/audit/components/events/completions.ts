import { ACTOR_ROLES, EVENT_FIELDS } from '#domain/audit/eventQuery.ts';
import { ROW_FIELDS } from '#domain/audit/replay/rowQuery.ts';
import { DAY } from '#domain/shared/instants.ts';
import { CATEGORIES } from '../../categories.ts';
import { EVENT_TYPES, titleOfType } from './eventTypes.ts';

/** `events`: the search over all histories. `rows`: the search of one history. */
export type Grammar = 'events' | 'rows';

/** Values that the screen knows. Undefined: those that the marketplace has. */
export type Known = {
  types?: readonly string[] | undefined;
  actors?: readonly string[] | undefined;
  streams?: readonly Completion[] | undefined;
  causes?: readonly Completion[] | undefined;
};

/** `words`: what it means, for people. */
export type Completion = { value: string; words: string };

/** What can be written at a place of the query. The part from `from` to `to` gives way to a value. */
export type Completions = { from: number; to: number; options: readonly Completion[] };

const MOST = 10;
/** Letters after which a word without a field may mean an event type. */
const ENOUGH = 3;

const FIELD_WORDS: Readonly<Record<string, string>> = {
  type: 'kind of event',
  actor: 'who acted',
  stream: 'history',
  amount: 'amount',
  after: 'from this day on',
  before: 'before this day',
  on: 'on this day',
  cause: 'all that an id caused',
  text: 'words of the row',
};
const AMOUNTS: readonly Completion[] = [
  { value: '>100', words: 'more than 100' },
  { value: '<50', words: 'less than 50' },
  { value: '100..200', words: '100 to 200' },
  { value: '129.90', words: 'exactly 129.90' },
];
const LISTS = ['type', 'actor', 'stream', 'cause'];

const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10);
const days = (now: number): Completion[] => [
  { value: dayOf(now), words: 'today (UTC)' },
  { value: dayOf(now - DAY), words: 'yesterday' },
  { value: dayOf(now - 7 * DAY), words: 'this day last week' },
  { value: `${dayOf(now).slice(0, 8)}01`, words: 'first of this month' },
];

/** `Dispute*` before the types that begin so. */
const typesFor = ({ types = EVENT_TYPES }: Known, typed: string): Completion[] => {
  const named = types.map((value) => ({ value, words: titleOfType(value) }));
  const first = types.find((type) => type.toLowerCase().startsWith(typed.toLowerCase()));
  if (typed.length < ENOUGH || first === undefined) return named;
  const family = typed.length + (/^[a-z]*/.exec(first.slice(typed.length))?.[0].length ?? 0);
  const alike = types.filter((type) => type.startsWith(first.slice(0, family))).length;
  return alike < 2
    ? named
    : [{ value: `${first.slice(0, family)}*`, words: `all ${alike} kinds that begin so` }, ...named];
};

const valuesOf = (field: string, known: Known, typed: string, now: number): readonly Completion[] => {
  if (field === 'type') return typesFor(known, typed);
  if (field === 'actor') return (known.actors ?? ACTOR_ROLES).map((value) => ({ value, words: 'role' }));
  if (field === 'stream')
    return [
      ...(known.streams ?? []),
      ...Object.entries(CATEGORIES).map(([value, word]) => ({ value, words: word.toLowerCase() })),
    ];
  if (field === 'cause') return known.causes ?? [];
  if (field === 'amount') return AMOUNTS;
  return field === 'text' ? [] : days(now);
};

/** Those that begin with the text, then those with a word that does. */
const matching = (options: readonly Completion[], typed: string): Completion[] => {
  const wanted = typed.toLowerCase();
  const begins = ({ value }: Completion) => value.toLowerCase().startsWith(wanted);
  const contains = ({ value, words }: Completion) =>
    [...words.split(' '), ...value.split(/(?=[A-Z])/)].some((word) => word.toLowerCase().startsWith(wanted));
  const first = options.filter(begins);
  return [...first, ...options.filter((option) => !begins(option) && contains(option))];
};

/** The term before the caret: its field and its last value. Undefined inside quotation marks. */
const termAt = (text: string, caret: number) => {
  const before = text.slice(0, caret);
  if ((before.match(/"/g)?.length ?? 0) % 2 > 0) return undefined;
  const [, field, rest = ''] = /(?:^|\s)-?(?:([A-Za-z]+):)?([^\s"]*)$/.exec(before) ?? [];
  if (field === undefined) return { field, typed: rest };
  const typed = LISTS.includes(field.toLowerCase()) ? rest.slice(rest.lastIndexOf(',') + 1) : rest;
  return { field: field.toLowerCase(), typed };
};

/** Completes the word or the value at the caret. A value that is complete has no completion. */
export const completionsAt = (
  text: string,
  caret: number,
  { grammar, known, now }: { grammar: Grammar; known: Known; now: number },
): Completions => {
  const term = termAt(text, caret);
  const fields: readonly string[] = grammar === 'rows' ? ROW_FIELDS : EVENT_FIELDS;
  if (!term) return { from: caret, to: caret, options: [] };
  const { field, typed } = term;
  const from = caret - typed.length;
  const to = caret + (/^[^\s",]*/.exec(text.slice(caret))?.[0].length ?? 0);
  if (field !== undefined && !fields.includes(field)) return { from, to, options: [] };
  const named = fields.map((name) => ({ value: `${name}:`, words: FIELD_WORDS[name] ?? '' }));
  const asTypes = () =>
    typed.length < ENOUGH
      ? []
      : matching(typesFor(known, typed), typed).map(({ value, words }) => ({ value: `type:${value}`, words }));
  const options =
    field === undefined
      ? [...named.filter(({ value }) => value.startsWith(typed.toLowerCase())), ...asTypes()]
      : matching(valuesOf(field, known, typed, now), typed);
  const isWhole = options.length === 1 && options[0]?.value === text.slice(from, to);
  return { from, to, options: isWhole ? [] : options.slice(0, MOST) };
};
