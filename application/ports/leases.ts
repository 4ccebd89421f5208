/** What one process at a time may do. A lease ends with the process that holds it. */
export interface Leases {
  /**
   * Waits for its turn at `name`, works, and lets go when `work` ends. `held` aborts when the lease is lost, is to go to another process,
   * or `signal` aborts. Resolves undone when `signal` aborts first.
   */
  hold(name: string, signal: AbortSignal, work: (held: AbortSignal) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}
