import type { Instant } from '../../shared/instants.ts';
import type { Cents } from '../../shared/money.ts';
import type { Deadline } from '../../transactions/commands.ts';
import { armedDeadlines } from '../../transactions/deadlines.ts';
import type { TransactionEvent } from '../../transactions/events.ts';
import { REGION_NAMES, type RegionName } from '../../transactions/process/regions.ts';
import type { Transaction } from '../../transactions/state.ts';
import type { BookedPosting } from '../../transactions/tAccount.ts';
import { bookedBy } from './books.ts';
import { MONEY_BAND_NAMES, MONEY_BANDS } from './moneyBands.ts';

/** A deadline from the event that armed it to the event that ended it. `until` null: it is still armed. */
export type Span = Deadline & { from: number; until: number | null };

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
  let armed = new Map<string, Span>();

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
      return {
        money: MONEY_BAND_NAMES.map((name) => MONEY_BANDS[name](after)),
        moves,
        isMinor: !isArmed && moves.length === 0 && news.length === 0 && !isByPerson(event.actor.role),
      };
    },
  };
};
