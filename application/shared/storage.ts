import type { Role } from '#domain/shared/actor.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';
import type { ProviderEvent } from '#domain/transactions/commands.ts';

/** Who works here. */
export interface Colleagues {
  /** Accounts that hold the role now and can sign in. */
  holding(role: Exclude<Role, 'member'>): Promise<AccountId[]>;
}

/** What the payment provider has told, kept by the provider's event id before anything is done about it. */
export interface ProviderEvents {
  /** False when that event id is known already. Durable once it resolves. */
  keep(event: ProviderEvent, receivedAt: Instant): Promise<boolean>;
  find(eventId: string): Promise<ProviderEvent | undefined>;
  /** Oldest first. */
  unhandled(limit: number): Promise<ProviderEvent[]>;
  /** `orphan`: it names a sale that does not exist; kept for staff. `impossible`: no sale can write it down. */
  markHandled(eventId: string, at: Instant, outcome: 'recorded' | 'orphan' | 'impossible'): Promise<void>;
}

/** For which period each recurring work was done last. `waitingSince`: since when the next one is due and could not be done. */
export type WorkDone = { period: string; waitingSince: Instant | null };

/** Periods have names that sort by time, such as `2026-11-21`. */
export interface RecurringWork {
  /** By work the period that counts as done unless something is known of it: it begins with the next one. */
  begin(periods: ReadonlyMap<string, string>): Promise<void>;
  /** What is known of each. */
  find(works: readonly string[]): Promise<ReadonlyMap<string, WorkDone>>;
  /** Keeps the first such instant until the work is done; null forgets it. */
  wait(work: string, since: Instant | null): Promise<void>;
  /** Never goes back to an earlier period. */
  done(work: string, period: string): Promise<void>;
}

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
