/** What the adapters' errors mean. */
export type Failures = {
  /** The same work may succeed a moment later: a database that restarts, a lost connection, a deadlock. */
  isTransient(error: unknown): boolean;
  /** For the log and the staff: without the data that a database's own text may quote. */
  describe(error: unknown): string;
};
