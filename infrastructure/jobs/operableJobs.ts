import type { Jobs } from '#application/ports/jobs.ts';

/** A job of which all attempts failed. Its data is not told: it names people. */
export type DeadJob = { queue: string; id: string; attempts: number; reason: string };

/** What operators may do beside what the application does. */
export type OperableJobs = Jobs & {
  dead(queues: readonly string[]): Promise<DeadJob[]>;
  /** With all its attempts again; false when there is no such job. */
  retry(queue: string, id: string): Promise<boolean>;
};
