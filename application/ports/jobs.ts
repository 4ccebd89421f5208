/** Work that must happen at least once after a stored fact. Handlers are idempotent; a job's id is derived from its cause. */
export type Job = {
  queue: string;
  /** The same id again while the job is known is a no-op. */
  id: string;
  data: Record<string, unknown>;
  /** Epoch ms of the marketplace's clock; now when absent. */
  runAt?: number;
};

export type JobHandler = (job: { id: string; data: Record<string, unknown>; attempt: number }) => Promise<void>;

/** Only wakes things up: truth is in events and read models, so a lost queue is rebuilt and nothing is missed. */
export interface Jobs {
  add(jobs: readonly Job[]): Promise<void>;
  /** A handler that throws is tried again with back-off; after the last attempt the job is kept as dead. */
  work(
    queue: string,
    handler: JobHandler,
    options?: { concurrency?: number; attempts?: number; backoffMs?: number },
  ): void;
  /** A handler called again and again, by one process at a time. Those that are not `apart` come one after the other. */
  every(name: string, intervalMs: number, handler: () => Promise<void>, options?: { apart?: boolean }): Promise<void>;
  counts(): Promise<Record<string, { waiting: number; active: number; delayed: number; failed: number }>>;
  /** Finishes what has begun. */
  close(): Promise<void>;
}
