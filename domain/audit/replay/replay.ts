import { armedDeadlines } from '../../transactions/deadlines.ts';
import type { Transaction } from '../../transactions/state.ts';
import { UnknownTerms } from '../../transactions/terms/termsFor.ts';
import type { QueryTerm } from '../eventQuery.ts';
import { actingIn, actorOf, categoryOf, type Labels, type ShownEvent, searchText } from '../eventRow.ts';
import { booksOf } from './books.ts';
import { type Change, differenceOf } from './difference.ts';
import { matches, type SearchedEvent } from './rowQuery.ts';
import { type BalanceChange, balanceChanges, type TransactionMoment, transactionMoment } from './transactionMoment.ts';
import { openTransactionStrip, type Span, type Tick } from './transactionStrip.ts';

/** An event as its reader sees it, personal fields masked. */
export type ReplayEvent = ShownEvent & {
  id: string;
  revision: number;
  prevHash: string | null;
  hash: string;
  unreadable?: true | undefined;
};

/** How a state follows from the events of a stream. */
export type Folding = { initial: unknown; evolve: (state: never, event: never) => unknown };

/** The place before the first event, where a history has only its initial state. */
export const BEFORE_FIRST = -1;

/** A state is kept at every so many events, so that any revision is folded from the nearest one. */
const EVENTS_PER_STATE = 256;

/** Why an event is doubtful. `gap` and the two after it end the fold: later states are unknown. */
export type Fault = { revision: number; fault: 'chain' | 'gap' | 'unreadable' | 'unfoldable' };

/** `foldsTo`: the last revision with a state; −1 for none. `ticks`: of the new events, only for a transaction. */
export type Added = { faults: readonly Fault[]; foldsTo: number; ticks: readonly Tick[]; spans: readonly Span[] };

/** `state` undefined: it is not known. */
export type Moment = { revision: number; state: unknown; transaction: TransactionMoment | undefined };

export type Comparison = {
  before: Pick<Moment, 'revision' | 'state'>;
  after: Moment;
  changes: readonly Change[];
  balances: readonly BalanceChange[];
  armed: TransactionMoment['deadlines'];
  ended: TransactionMoment['deadlines'];
};

/** By revision: personal fields that the reader has opened. */
export type Clear = Readonly<Record<number, Readonly<Record<string, unknown>>>>;
type Finding = { clear?: Clear | undefined; names?: ReadonlyMap<string, string> | undefined };

/** Undefined for a transaction whose terms this release does not know. */
const orUnknown = <Value>(ask: () => Value): Value | undefined => {
  try {
    return ask();
  } catch (error) {
    if (error instanceof UnknownTerms) return undefined;
    throw error;
  }
};

/** Folds one history, event by event, and answers what it was at any of them. It holds no personal data but what its reader sees. */
export const openReplay = (stream: string, foldings: Readonly<Record<string, Folding>>, labels: Labels) => {
  const category = categoryOf(stream);
  const folding = foldings[category];
  const strip = category === 'transaction' ? openTransactionStrip() : undefined;
  const events: ReplayEvent[] = [];
  const texts: string[] = [];
  const states: unknown[] = [];
  const faults: Fault[] = [];
  let state: unknown = folding?.initial;
  let foldsTo = -1;
  let isFolding = folding !== undefined;

  const evolve = (before: unknown, event: ReplayEvent): unknown => folding?.evolve(before as never, event as never);

  const stop = (revision: number, fault: Fault['fault']): undefined => {
    faults.push({ revision, fault });
    isFolding = false;
  };

  /** Folds the event; undefined after the fold has stopped. */
  const take = (event: ReplayEvent): Tick | undefined => {
    const { revision } = event;
    if (event.unreadable) return stop(revision, 'unreadable');
    const before = state;
    let tick: Tick | undefined;
    try {
      state = evolve(before, event);
      // only transactions have a strip, and their fold has just read the event
      tick = strip?.take(event as never, before as Transaction, state as Transaction);
    } catch {
      // the history is corrupt, or a masked field is needed
      state = before;
      return stop(revision, 'unfoldable');
    }
    if (revision % EVENTS_PER_STATE === 0) states[revision / EVENTS_PER_STATE] = before;
    foldsTo = revision;
    return tick;
  };

  const verify = (event: ReplayEvent): void => {
    const last = events.at(-1);
    if (event.revision !== (last ? last.revision + 1 : 0)) stop(event.revision, 'gap');
    else if (event.prevHash !== (last?.hash ?? null)) faults.push({ revision: event.revision, fault: 'chain' });
  };

  const add = (news: readonly ReplayEvent[]): Added => {
    const ticks: Tick[] = [];
    for (const event of news) {
      verify(event);
      events.push(event);
      const tick = isFolding ? take(event) : undefined;
      if (tick) ticks.push(tick);
    }
    return { faults, foldsTo, ticks, spans: strip?.spans ?? [] };
  };

  /** −1: before the first event. Undefined: not known. */
  const stateAt = (revision: number): unknown => {
    if (revision === BEFORE_FIRST) return folding?.initial;
    if (revision > foldsTo) return undefined;
    const nearest = Math.floor(revision / EVENTS_PER_STATE);
    let folded = states[nearest];
    for (const event of events.slice(nearest * EVENTS_PER_STATE, revision + 1)) folded = evolve(folded, event);
    return folded;
  };

  const bookedTo = (revision: number) => strip?.booked.filter((posting) => posting.revision <= revision) ?? [];

  const at = (revision: number): Moment => {
    const folded = stateAt(revision);
    if (!strip || folded === undefined) return { revision, state: folded, transaction: undefined };
    const now = Date.parse(events[revision]?.recordedAt ?? '');
    const [booked, placed] = [bookedTo(revision), strip.holdsAt(revision)];
    const moment = () => transactionMoment(folded as Transaction, { now, booked, placed });
    return { revision, state: folded, transaction: orUnknown(moment) };
  };

  /** Only the later moment says what was possible, which takes longest. */
  const compare = (a: number, b: number): Comparison => {
    const [before, after] = [{ revision: a, state: stateAt(a) }, at(b)];
    const isKnown = before.state !== undefined && after.state !== undefined;
    const armedBefore = () => armedDeadlines(before.state as Transaction);
    const was = (strip && isKnown && orUnknown(armedBefore)) || [];
    const is = isKnown ? (after.transaction?.deadlines ?? []) : [];
    const without = (some: typeof was, others: typeof was) =>
      some.filter(({ kind, dueAt }) => !others.some((other) => other.kind === kind && other.dueAt === dueAt));
    return {
      before,
      after,
      changes: isKnown ? differenceOf(before.state, after.state) : [],
      balances: isKnown ? balanceChanges(booksOf(bookedTo(a)).balances, after.transaction?.balances ?? []) : [],
      armed: without(is, was),
      ended: without(was, is),
    };
  };

  /** The revisions of the events that match, as masked or with what the reader has opened. `names`: usernames by id. */
  const find = (query: readonly QueryTerm[], { clear = {}, names }: Finding = {}): number[] => {
    const found: number[] = [];
    for (const [place, event] of events.entries()) {
      const actor = actorOf(event, events[0]);
      const opened = clear[event.revision];
      texts[place] ??= searchText(event, actor, labels);
      const shown: SearchedEvent = opened ? { ...event, data: { ...event.data, ...opened } } : event;
      const text = opened ? searchText(shown, actor, labels) : texts[place];
      if (matches(query, shown, { actor, username: names?.get(actingIn(event).id), text })) found.push(event.revision);
    }
    return found;
  };

  return { add, stateAt, at, compare, find };
};
export type Replay = ReturnType<typeof openReplay>;
