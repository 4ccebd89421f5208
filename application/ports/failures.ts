/**
 * An outside service is down or denies access. The request itself is fine and may succeed later, or after an
 * operator fixes the setup.
 */
export abstract class OutsideFailure extends Error {}

/** Interprets the errors of the adapters. */
export type Failures = {
  /** The same work may succeed later: a restarting database, a lost connection, a deadlock, any `OutsideFailure`. */
  isTransient(error: unknown): boolean;
  /** For the log and staff. Omits data that a database error may quote. */
  describe(error: unknown): string;
};
