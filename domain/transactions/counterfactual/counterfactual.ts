import type { Instant } from '../../shared/instants.ts';
import { partOf } from '../allowed.ts';
import type { TransactionEvent } from '../events.ts';
import { actsOf, type RecordedEvent } from './acts.ts';
import type { TermChanges } from './changedTerms.ts';
import {
  type Difference,
  firstDifference,
  type MovedDeadline,
  movedDeadlines,
  type Outcome,
  outcomeOf,
} from './outcome.ts';
import { planOf } from './plan.ts';
import { type Refusal, runPlan } from './run.ts';

/** A dispute or claim of the buyer that the other terms decide otherwise. `lateBy`: ms after the money had left escrow. */
export type MovedDispute = { at: Instant; would: 'tooLate' | 'inTime'; lateBy: number | null };

export type Counterfactual = {
  transaction: string;
  reference: string;
  was: Outcome;
  would: Outcome;
  difference: Difference | null;
  disputes: MovedDispute[];
  /** The armed deadlines at the end that the other terms move. */
  deadlines: MovedDeadline[];
  refusals: { command: string; part: string; at: Instant; code: string }[];
  /** Appends that no command of this release makes. They were taken as they are. */
  taken: number;
};

const releasedBefore = (events: readonly TransactionEvent[], at: Instant): Instant | null =>
  events.findLast(({ type, data }) => type === 'EscrowReleased' && data.at <= at)?.data.at ?? null;

const openedAt = (events: readonly TransactionEvent[], type: TransactionEvent['type']): Set<Instant> =>
  new Set(
    events
      .filter((event) => event.type === type && 'by' in event.data && event.data.by === 'buyer')
      .map(({ data }) => data.at),
  );

const movedDisputes = (
  was: readonly TransactionEvent[],
  would: readonly TransactionEvent[],
  refusals: readonly Refusal[],
): MovedDispute[] => {
  const opened = openedAt(was, 'DisputeOpened');
  const late = openedAt(was, 'LateClaimRecorded');
  const nowOpened = openedAt(would, 'DisputeOpened');
  const refused = new Set(refusals.filter(({ command }) => command === 'OpenDispute').map(({ at }) => at));
  const nowLate = openedAt(would, 'LateClaimRecorded');
  return [
    ...[...opened]
      .filter((at) => !nowOpened.has(at) && (refused.has(at) || nowLate.has(at)))
      .map((at): MovedDispute => {
        const released = releasedBefore(would, at);
        return { at, would: 'tooLate', lateBy: released === null ? null : at - released };
      }),
    ...[...late].filter((at) => nowOpened.has(at)).map((at): MovedDispute => ({ at, would: 'inTime', lateBy: null })),
  ];
};

/**
 * One real history under other terms. People and the bank act as they did, at the same time, as far as they still can; the provider answers
 * each request as fast as it did; deadlines fire when the other terms arm them. People's behaviour is assumed to be unchanged.
 * `until`: how far the history is known. @throws CorruptHistory, UnknownTerms
 */
export const counterfactualOf = (
  history: readonly RecordedEvent[],
  changes: TermChanges,
  until: Instant,
): Counterfactual | undefined => {
  const known = history.filter(({ event }) => event.data.at <= until);
  const { acts, end } = actsOf(known);
  const created = known[0]?.event;
  if (created?.type !== 'TransactionCreated') return undefined;
  const plan = planOf(acts, end, until);
  const { events, refusals } = runPlan(created, plan, changes, until);
  const was = known.map(({ event }) => event);
  return {
    transaction: end.id,
    reference: end.transactionId,
    was: outcomeOf(was, until),
    would: outcomeOf(events, until),
    difference: firstDifference(was, events),
    disputes: movedDisputes(was, events, refusals),
    deadlines: movedDeadlines(was, events),
    refusals: refusals.map(({ command, by, at, code }) => ({ command, part: partOf(end, by) ?? 'staff', at, code })),
    taken: plan.fixed.filter(({ command }) => command === undefined).length,
  };
};
