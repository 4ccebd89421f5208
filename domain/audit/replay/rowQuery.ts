import { DAY } from '../../shared/instants.ts';
import { type AmountEnd, EVENT_FIELDS, type ParsedQuery, parseQuery, type QueryTerm, together } from '../eventQuery.ts';
import { actingIn, type ShownEvent } from '../eventRow.ts';
import { SUM_FIELDS } from '../eventSums.ts';

/** The fields of the search over all events, without the one that names a history. */
export const ROW_FIELDS = EVENT_FIELDS.filter((field) => field !== 'stream');

/** Reads a query in the words of the search over all events. */
export const parseRowQuery = (text: string): ParsedQuery => {
  const parsed = parseQuery(text, ROW_FIELDS);
  return parsed.ok ? { ok: true, terms: together(parsed.terms) } : parsed;
};

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

/** An event of a row, with the ids of its envelope where they are known. */
export type SearchedEvent = ShownEvent & {
  id?: string;
  causationId?: string;
  correlationId?: string;
  commandId?: string;
};

/** `actor`: as the row names it. `username`: of the actor. `text`: everything that the row and its data say. */
export type SearchedRow = { actor: string; username: string | undefined; text: string };

type Ends = { low: AmountEnd | null; high: AmountEnd | null };

const isWithin = ({ low, high }: Ends, amount: number): boolean =>
  (!low || amount > low.cents || (amount === low.cents && !low.strict)) &&
  (!high || amount < high.cents || (amount === high.cents && !high.strict));

const instantOf = ({ data, recordedAt }: ShownEvent): number =>
  typeof data.at === 'number' && data.at > 0 ? data.at : Date.parse(recordedAt);

const isOn = (term: Extract<QueryTerm, { instant: number }>, instant: number): boolean => {
  if (term.field === 'before') return instant < term.instant;
  return instant >= term.instant && (term.field === 'after' || instant < term.instant + DAY);
};

const fits = (term: QueryTerm, event: SearchedEvent, { actor, username, text }: SearchedRow): boolean => {
  if (term.field === 'text') return text.includes(term.text.toLowerCase());
  if (term.field === 'amount')
    return SUM_FIELDS.some((name) => typeof event.data[name] === 'number' && isWithin(term, Number(event.data[name])));
  if ('instant' in term) return isOn(term, instantOf(event));
  if (term.field === 'type') return term.values.some((pattern) => isLike(event.type, pattern));
  const acting = actingIn(event);
  const ids =
    term.field === 'actor'
      ? [actor, acting.role, acting.id, username]
      : [event.id, event.causationId, event.correlationId, event.commandId];
  return term.values.some((value) => ids.some((id) => id?.toLowerCase() === value.toLowerCase()));
};

/** Whether a row matches every term. `terms`: put `together`. */
export const matches = (terms: readonly QueryTerm[], event: SearchedEvent, row: SearchedRow): boolean =>
  terms.every((term) => fits(term, event, row) !== term.not);
