import type { Jobs } from '#application/ports/jobs.ts';

/** A job without attempts left. Its data is omitted: it identifies people. */
export type DeadJob = { queue: string; id: string; attempts: number; reason: string };

/** Adds the operator commands. */
export type OperableJobs = Jobs & {
  dead(queues: readonly string[]): Promise<DeadJob[]>;
  /** Starts over with all attempts; false if there is no such job. */
  retry(queue: string, id: string): Promise<boolean>;
};
