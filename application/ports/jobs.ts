/**
 * Work that must run at least once after a stored event. Handlers are idempotent; a job's id derives from its
 * cause.
 */
export type Job = {
  queue: string;
  /** Adding a known id again does nothing. */
  id: string;
  data: Record<string, unknown>;
  /** Epoch ms on the marketplace's clock; now if omitted. */
  runAt?: number;
};

export type JobHandler = (job: { id: string; data: Record<string, unknown>; attempt: number }) => Promise<void>;

/** Jobs only trigger work. Events and read models hold the truth, so a lost queue can be rebuilt. */
export interface Jobs {
  add(jobs: readonly Job[]): Promise<void>;
  /** Retries a throwing handler with back-off and keeps the job as dead after the last attempt. */
  work(
    queue: string,
    handler: JobHandler,
    options?: { concurrency?: number; attempts?: number; backoffMs?: number },
  ): void;
  /** Calls the handler repeatedly, in one process at a time. Handlers that are not `apart` run one after another. */
  every(name: string, intervalMs: number, handler: () => Promise<void>, options?: { apart?: boolean }): Promise<void>;
  counts(): Promise<Record<string, { waiting: number; active: number; delayed: number; failed: number }>>;
  /** Finishes running jobs first. */
  close(): Promise<void>;
}
