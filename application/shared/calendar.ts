import { dayName, lastDayAt, lastWeekdayAt, startOfDay } from '#domain/shared/amsterdam.ts';
import { HOUR, type Instant } from '#domain/shared/instants.ts';
import type { Log } from '../ports/log.ts';
import type { RecurringWork, WorkDone } from './storage.ts';

/** `name` sorts by time. `from` and `until` bound the days it covers, in Amsterdam time. */
export type Period = { name: string; from: Instant; until: Instant };

const MONDAY = 1;

/** Every night at `hour`; the period is the day before. */
export const nightly =
  (hour: number) =>
  (now: Instant): Period => {
    const day = lastDayAt(now, hour);
    return { name: dayName(day), from: startOfDay(day - 1), until: startOfDay(day) };
  };

/** Mondays at `hour`; the period is the week before. */
export const mondays =
  (hour: number) =>
  (now: Instant): Period => {
    const day = lastWeekdayAt(now, MONDAY, hour);
    return { name: dayName(day), from: startOfDay(day - 7), until: startOfDay(day) };
  };

export const hourly = (now: Instant): Period => {
  const until = Math.floor(now / HOUR) * HOUR;
  return { name: new Date(until).toISOString().slice(0, 13), from: until - HOUR, until };
};

export type Recurring = {
  work: string;
  /** The latest period that has ended by `now`. */
  period(now: Instant): Period;
  /**
   * Does the work of a period, possibly twice after a crash, so ids derive from the period. `later`: a finding may
   * resolve, ask again; `waitingSince` tells since when. `unknown`: could not check. `goesOn`: part done, the next
   * sweep continues.
   */
  run(period: Period, waitingSince: Instant | null): Promise<'done' | 'later' | 'unknown' | 'goesOn'>;
};

type Deps = { recurringWork: RecurringWork; log: Log };

/** The last period done for each kind of work. Saves a query every few seconds. */
type Done = Map<string, string>;

const attend = async (
  now: Instant,
  { work, period, run }: Recurring,
  known: WorkDone | undefined,
  { recurringWork }: Deps,
  done: Done,
): Promise<boolean> => {
  const due = period(now);
  if (known && known.period >= due.name) {
    done.set(work, known.period);
    return false;
  }
  const answer = await run(due, known?.waitingSince ?? null);
  if (answer === 'goesOn') return false;
  if (answer !== 'done') {
    await recurringWork.wait(work, answer === 'later' ? now : null);
    return false;
  }
  await recurringWork.done(work, due.name);
  done.set(work, due.name);
  return true;
};

/** Undefined if reading failed; the next sweep asks again. */
const lookUp = async (
  due: readonly Recurring[],
  { recurringWork, log }: Deps,
): Promise<ReadonlyMap<string, WorkDone> | undefined> => {
  try {
    return await recurringWork.find(due.map(({ work }) => work));
  } catch (error) {
    log.error({ error: String(error) }, 'could not read which recurring work is due; retrying');
    return undefined;
  }
};

/**
 * Periods that ended before the first start are not made up. Returns a function that does the due work and counts
 * it: only the latest period, so a week of downtime causes one night's work, not seven.
 */
export const beginCalendar = async (
  begun: Instant,
  calendar: readonly Recurring[],
  deps: Deps,
): Promise<(now: Instant) => Promise<number>> => {
  const done: Done = new Map();
  await deps.recurringWork.begin(new Map(calendar.map(({ work, period }) => [work, period(begun).name])));
  return async (now) => {
    const due = calendar.filter(({ work, period }) => (done.get(work) ?? '') < period(now).name);
    if (due.length === 0) return 0;
    const known = await lookUp(due, deps);
    if (!known) return 0;
    let count = 0;
    for (const recurring of due) {
      try {
        if (await attend(now, recurring, known.get(recurring.work), deps, done)) count++;
      } catch (error) {
        // the others continue; the next sweep retries this one
        deps.log.error({ work: recurring.work, error: String(error) }, 'recurring work failed; retrying');
      }
    }
    return count;
  };
};
