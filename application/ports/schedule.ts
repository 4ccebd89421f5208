import type { Instant } from '#domain/shared/instants.ts';

/** Something that a policy must come back to, at `dueAt` or (null) when something happens to `subject`. */
export type ScheduledTask = {
  /** The same id again replaces. */
  id: string;
  kind:
    | 'orphanCheck'
    | 'waitingForPayout'
    | 'bankHoldEnds'
    | 'bankCheck'
    | 'inquiry'
    | 'told'
    | 'held'
    | 'digest'
    | 'heldPush'
    | 'pushDigest'
    | 'fromStranger'
    | 'watched'
    | 'watchedUpTo'
    | 'watchedNews'
    | 'proposal'
    | 'proposalToSeller'
    | 'found'
    | 'foundUpTo'
    | 'searchNews';
  /** The account or sale it is about. */
  subject: string;
  dueAt: Instant | null;
  data: Record<string, string>;
};

/** The policies' own memory, in a table: what must not be lost with the job queue. Written in event order by one process. */
export interface Schedule {
  put(task: ScheduledTask): Promise<void>;
  /** Some thousands at once, in as few statements as may be; of one id the last counts. */
  putAll(tasks: readonly ScheduledTask[]): Promise<void>;
  due(now: Instant, limit: number): Promise<ScheduledTask[]>;
  about(kind: ScheduledTask['kind'], subject: string): Promise<ScheduledTask[]>;
  remove(id: string): Promise<void>;
  removeAll(ids: readonly string[]): Promise<void>;
}
