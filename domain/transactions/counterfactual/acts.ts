import type { Actor } from '../../shared/actor.ts';
import type { Instant } from '../../shared/instants.ts';
import { sheetOf, type TransactionEvent } from '../events.ts';
import { evolve } from '../evolve.ts';
import { NO_TRANSACTION } from '../noTransaction.ts';
import type { Transaction } from '../state.ts';

/** An event of a stored history. Events of one append share their command. */
export type RecordedEvent = { event: TransactionEvent; actor: Actor; commandId: string };

/** One append: what a person, the provider or a deadline caused. `before`: the state that it met. */
export type Act = { actor: Actor; at: Instant; events: readonly TransactionEvent[]; before: Transaction };

/** A history as its appends. @throws CorruptHistory */
export const actsOf = (history: readonly RecordedEvent[]): { acts: Act[]; end: Transaction } => {
  const acts: { actor: Actor; at: Instant; events: TransactionEvent[]; before: Transaction; commandId: string }[] = [];
  let transaction = NO_TRANSACTION;
  for (const { event, actor, commandId } of history) {
    const last = acts.at(-1);
    if (last?.commandId === commandId) last.events.push(event);
    else acts.push({ actor, at: event.data.at, events: [event], before: transaction, commandId });
    transaction = evolve(transaction, event);
  }
  return { acts, end: transaction };
};

/** Fields that depend on who reads, or that say what staff saw: they move nothing. */
const LEFT_OUT: readonly string[] = ['files', 'shown', 'carrier', 'trackingCode', 'checkoutUrl', 'images'];

const ordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  return Object.fromEntries(
    entries.sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, part]) => [name, ordered(part)]),
  );
};

/** Canonical JSON: sorted keys, no whitespace, nothing undefined. */
export const canonicalText = (value: unknown): string => JSON.stringify(ordered(value) ?? null);

/** Says what an event changed, without personal data. */
const essence = (event: TransactionEvent): Readonly<Record<string, string>> => {
  const { personal } = sheetOf(event);
  const data = Object.entries(event.data).filter(
    ([name, value]) => value !== undefined && !(name in personal) && !LEFT_OUT.includes(name),
  );
  return Object.fromEntries(data.map(([name, value]) => [name, JSON.stringify(ordered(value))]));
};

const isAlike = (made: TransactionEvent, recorded: TransactionEvent, exactly: boolean): boolean => {
  if (made.type !== recorded.type) return false;
  const [one, other] = [essence(made), essence(recorded)];
  return (
    Object.entries(other).every(([name, value]) => one[name] === value) &&
    (!exactly || Object.keys(one).length === Object.keys(other).length)
  );
};

/** `exactly`: false where the recorded events may lack fields, as those of earlier releases do. */
export const areAlike = (
  made: readonly TransactionEvent[],
  recorded: readonly TransactionEvent[],
  exactly = true,
): boolean => made.length === recorded.length && made.every((event, at) => isAlike(event, recorded[at]!, exactly));
