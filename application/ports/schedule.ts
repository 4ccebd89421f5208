import type { Instant } from '#domain/shared/instants.ts';

/** Something that a policy must come back to, at `dueAt` or (null) when something happens to `subject`. */
export type Errand = {
  /** The same id again replaces. */
  id: string;
  kind: 'orphanCheck' | 'waitingForPayout' | 'bankHoldEnds' | 'bankCheck' | 'inquiry' | 'told';
  /** The account or sale it is about. */
  subject: string;
  dueAt: Instant | null;
  data: Record<string, string>;
};

/** The policies' own memory, in a table: what must not be lost with the job queue. Written in event order by one process. */
export interface Agenda {
  put(errand: Errand): Promise<void>;
  due(now: Instant, limit: number): Promise<Errand[]>;
  about(kind: Errand['kind'], subject: string): Promise<Errand[]>;
  remove(id: string): Promise<void>;
}
