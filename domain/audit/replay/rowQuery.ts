import { ACTOR_ROLES } from '../eventQuery.ts';
import type { ShownEvent } from '../eventRow.ts';
import { SUM_FIELDS } from '../eventSums.ts';

type Bound = { is: '>' | '<' | '='; cents: number };

/** A row must match every part. `types`: patterns in which `*` stands for any letters. */
export type RowQuery = {
  types: readonly string[];
  actors: readonly string[];
  amounts: readonly Bound[];
  words: readonly string[];
};

const WORD = /(\w+):("[^"]*"|\S+)|"([^"]*)"|(\S+)/g;

const unquoted = (text: string): string => text.replace(/^"|"$/g, '');

const boundIn = (text: string): Bound | undefined => {
  const [, is, amount] = /^([<>=]?)(\d+(?:[.,]\d{1,2})?)$/.exec(text) ?? [];
  if (amount === undefined) return undefined;
  return { is: (is || '=') as Bound['is'], cents: Math.round(Number(amount.replace(',', '.')) * 100) };
};

/** Reads `type:Dispute* actor:buyer amount:>100 "left knee"`. Anything else is a word to search for. */
export const readRowQuery = (text: string): RowQuery => {
  const query = { types: [] as string[], actors: [] as string[], amounts: [] as Bound[], words: [] as string[] };
  for (const [whole, name, value = '', quoted, word] of text.trim().matchAll(WORD)) {
    const said = unquoted(value);
    const bound = name === 'amount' ? boundIn(said) : undefined;
    if (name === 'type') query.types.push(said);
    else if (name === 'actor') query.actors.push(said.toLowerCase());
    else if (bound) query.amounts.push(bound);
    else if (name === 'text') query.words.push(said.toLowerCase());
    else query.words.push((quoted ?? word ?? whole).toLowerCase());
  }
  return query;
};

export const ROW_FIELDS = ['type', 'actor', 'amount', 'text'];
const roles: readonly string[] = ACTOR_ROLES;

/** Why a query cannot mean what its writer wants, in words; undefined for a query without a mistake. */
export const rowQueryFault = (text: string): string | undefined => {
  if ((text.match(/"/g)?.length ?? 0) % 2 > 0) return 'Close the quotation mark with “"”.';
  const { amounts } = readRowQuery(text);
  for (const [whole, name, value = '', , word] of text.trim().matchAll(WORD)) {
    if (word === 'OR' || word === 'AND')
      return `“${word}” is not understood: every part must match. Put a word to search for in quotation marks.`;
    if (name === undefined) {
      const [, empty] = /^-?(\w+):$/.exec(word ?? '') ?? [];
      if (empty !== undefined && ROW_FIELDS.includes(empty)) return `Write something after “${empty}:”.`;
      continue;
    }
    if (!ROW_FIELDS.includes(name))
      return `“${name}:” is not a field of this search. The fields are ${ROW_FIELDS.join(', ')}. Put other text in quotation marks.`;
    if (name === 'amount' && !boundIn(unquoted(value)))
      return `“${whole}” is not an amount. Write amount:>500, amount:<200 or amount:129.`;
    if (name === 'actor' && !roles.includes(unquoted(value).toLowerCase()))
      return `“${whole}” is not an actor. The actors are ${roles.join(', ')}.`;
  }
  return isPossible(amounts) ? undefined : 'No amount is within both limits.';
};

/** Whether one amount can satisfy all bounds. */
const isPossible = (bounds: readonly Bound[]): boolean => {
  const low = Math.max(...bounds.filter(({ is }) => is === '>').map(({ cents }) => cents + 1), 0);
  const high = Math.min(...bounds.filter(({ is }) => is === '<').map(({ cents }) => cents - 1));
  return low <= high;
};

export const isEmptyQuery = ({ types, actors, amounts, words }: RowQuery): boolean =>
  [types, actors, amounts, words].every(({ length }) => length === 0);

/** Whether a name matches a pattern in which `*` stands for any letters. Case does not matter. Each piece is found once, so no pattern is slow. */
export const isLike = (name: string, pattern: string): boolean => {
  const text = name.toLowerCase();
  const [first = '', ...others] = pattern.toLowerCase().split('*');
  const last = others.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let from = first.length;
  for (const piece of others) {
    const found = text.indexOf(piece, from);
    if (found < 0) return false;
    from = found + piece.length;
  }
  return text.length - last.length >= from && text.endsWith(last);
};

const isWithin = ({ is, cents }: Bound, amount: number): boolean =>
  is === '>' ? amount > cents : is === '<' ? amount < cents : amount === cents;

const amountsIn = ({ data }: Pick<ShownEvent, 'data'>): number[] =>
  SUM_FIELDS.map((name) => data[name]).filter((value) => typeof value === 'number');

/** `row`: the actor and the searched text of the event. */
export const matches = (query: RowQuery, event: ShownEvent, row: { actor: string; text: string }): boolean =>
  query.types.every((pattern) => isLike(event.type, pattern)) &&
  query.actors.every((actor) => row.actor === actor) &&
  query.amounts.every((bound) => amountsIn(event).some((amount) => isWithin(bound, amount))) &&
  query.words.every((word) => row.text.includes(word));
