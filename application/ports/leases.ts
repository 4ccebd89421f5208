/** Rights that one process at a time may hold. A lease ends with its process. */
export interface Leases {
  /**
   * Waits for the lease `name`, runs `work`, then releases it. `held` aborts when the lease is lost or handed
   * over, or when `signal` aborts. Resolves without running if `signal` aborts first.
   */
  hold(name: string, signal: AbortSignal, work: (held: AbortSignal) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}
