/**
 * Whoever was asked is away, or does not let us: nothing is wrong with what was asked of them, and it may succeed once they are back, or
 * somebody has put them right.
 */
export abstract class OutsideFailure extends Error {}

/** Tells what the adapters' errors mean. */
export type Failures = {
  /** The same work may succeed later as it is: a database that restarts, a lost connection, a deadlock, any `OutsideFailure`. */
  isTransient(error: unknown): boolean;
  /** For the log and the staff: without the data that a database's own text may quote. */
  describe(error: unknown): string;
};
