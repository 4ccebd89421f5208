import type { Instant } from '#domain/shared/instants.ts';

/** For which period each recurring work was done last. `waitingSince`: since when the next one is due and could not be done. */
export type WorkDone = { period: string; waitingSince: Instant | null };

/** Periods have names that sort by time, such as `2026-11-21`. */
export interface RecurringWork {
  /** By work the period that counts as done unless something is known of it: it begins with the next one. */
  begin(periods: ReadonlyMap<string, string>): Promise<void>;
  /** What is known of each. */
  find(works: readonly string[]): Promise<ReadonlyMap<string, WorkDone>>;
  /** Keeps the first such instant until the work is done; null forgets it. */
  wait(work: string, since: Instant | null): Promise<void>;
  /** Never goes back to an earlier period. */
  done(work: string, period: string): Promise<void>;
}
