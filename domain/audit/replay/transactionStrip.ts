import type { Instant } from '../../shared/instants.ts';
import type { Cents } from '../../shared/money.ts';
import type { Deadline } from '../../transactions/commands.ts';
import { armedDeadlines } from '../../transactions/deadlines.ts';
import type { TransactionEvent } from '../../transactions/events.ts';
import { REGION_NAMES, type RegionName } from '../../transactions/process/regions.ts';
import { type Hold, holdsOf, type Transaction } from '../../transactions/state.ts';
import type { BookedPosting } from '../../transactions/tAccount.ts';
import { bookedBy } from './books.ts';
import { MONEY_BAND_NAMES, MONEY_BANDS } from './moneyBands.ts';

/** A deadline from the event that armed it to the event that ended it. `until` null: it is still armed. */
export type Span = Deadline & { from: number; until: number | null };

/** A hold from the event that placed it to the event that ended it. */
type HoldSpan = { hold: Hold; from: number; until: number | null };

/** `revision`: of the event that placed it. */
export type PlacedHold = { hold: Hold; revision: number };

/** A region of the statechart that an event moved. */
export type Move = { region: RegionName; from: string; to: string };

/** The effect of one event on the strip. `isMinor`: it moved no state, no money and no deadline, and no person caused it. */
export type Tick = { money: readonly Cents[]; moves: readonly Move[]; isMinor: boolean };

const keyOf = ({ kind, dueAt }: { kind: string; dueAt: Instant }): string => `${kind} ${dueAt}`;
const isByPerson = (role: string): boolean => role !== 'system' && role !== 'provider';

/** Collects the postings, the deadlines and the ticks of a transaction while it is folded. */
export const openTransactionStrip = () => {
  const booked: (BookedPosting & { revision: number })[] = [];
  const spans: Span[] = [];
  const holdSpans: HoldSpan[] = [];
  let armed = new Map<string, Span>();

  const hold = (transaction: Transaction, revision: number): void => {
    const now = holdsOf(transaction);
    const open = holdSpans.filter(({ until }) => until === null);
    for (const span of open) if (!now.includes(span.hold)) span.until = revision;
    for (const each of now)
      if (!open.some((span) => span.hold === each)) holdSpans.push({ hold: each, from: revision, until: null });
  };

  /** Whether a deadline was armed or ended. */
  const arm = (transaction: Transaction, revision: number): boolean => {
    const now = new Map<string, Span>();
    let isMoved = false;
    for (const deadline of armedDeadlines(transaction)) {
      const known = armed.get(keyOf(deadline));
      const span = known ?? { ...deadline, from: revision, until: null };
      if (!known) {
        spans.push(span);
        isMoved = true;
      }
      now.set(keyOf(deadline), span);
    }
    for (const [key, span] of armed)
      if (!now.has(key)) {
        span.until = revision;
        isMoved = true;
      }
    armed = now;
    return isMoved;
  };

  return {
    booked,
    spans,
    /** The holds after an event, each with the event that placed it. */
    holdsAt: (revision: number): PlacedHold[] =>
      holdSpans
        .filter(({ from, until }) => from <= revision && (until === null || revision < until))
        .map(({ hold, from }) => ({ hold, revision: from })),
    take: (
      event: TransactionEvent & { id: string; revision: number; actor: { role: string } },
      before: Transaction,
      after: Transaction,
    ): Tick => {
      const news = bookedBy(event, before, after);
      for (const posting of news) booked.push({ ...posting, revision: event.revision });
      const isArmed = arm(after, event.revision);
      const moves = REGION_NAMES.filter((region) => before[region] !== after[region]).map((region) => ({
        region,
        from: before[region],
        to: after[region],
      }));
      if (moves.length > 0) hold(after, event.revision);
      return {
        money: MONEY_BAND_NAMES.map((name) => MONEY_BANDS[name](after)),
        moves,
        isMinor: !isArmed && moves.length === 0 && news.length === 0 && !isByPerson(event.actor.role),
      };
    },
  };
};
