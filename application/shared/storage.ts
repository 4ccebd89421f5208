import type { Role } from '#domain/shared/actor.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';
import type { ProviderEvent } from '#domain/transactions/commands.ts';

/** The people who work here. */
export interface Colleagues {
  /** Accounts that hold the role now and can sign in. */
  holding(role: Exclude<Role, 'member'>): Promise<AccountId[]>;
}

/** The provider's events, stored by their id before anything is done about them. */
export interface ProviderEvents {
  /** False if the event id is already known. Durable once it resolves. */
  keep(event: ProviderEvent, receivedAt: Instant): Promise<boolean>;
  find(eventId: string): Promise<ProviderEvent | undefined>;
  /** Oldest first. */
  unhandled(limit: number): Promise<ProviderEvent[]>;
  /** `orphan`: names an unknown transaction, kept for staff. `impossible`: no transaction can record it. */
  markHandled(eventId: string, at: Instant, outcome: 'recorded' | 'orphan' | 'impossible'): Promise<void>;
}

/** The last period of a recurring task. `waitingSince`: since when the next one is due but blocked. */
export type WorkDone = { period: string; waitingSince: Instant | null };

/** Recurring tasks and their periods. Period names sort by time, such as `2026-11-21`. */
export interface RecurringWork {
  /** Marks these periods as done for tasks without a record, so that each begins with its next period. */
  begin(periods: ReadonlyMap<string, string>): Promise<void>;
  find(works: readonly string[]): Promise<ReadonlyMap<string, WorkDone>>;
  /** Keeps the first such instant until the task is done; null clears it. */
  wait(work: string, since: Instant | null): Promise<void>;
  /** Never goes back to an earlier period. */
  done(work: string, period: string): Promise<void>;
}

/** A task that a policy must return to at `dueAt`, or (null) when something happens to `subject`. */
export type ScheduledTask = {
  /** The same id again replaces the task. */
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
  /** The account or transaction it is about. */
  subject: string;
  dueAt: Instant | null;
  data: Record<string, string>;
};

/**
 * The policies' memory, in a table: everything that must survive the loss of the job queue. One process writes it,
 * in event order.
 */
export interface Schedule {
  put(task: ScheduledTask): Promise<void>;
  /** Thousands at once, in few statements. For a repeated id the last one counts. */
  putAll(tasks: readonly ScheduledTask[]): Promise<void>;
  due(now: Instant, limit: number): Promise<ScheduledTask[]>;
  about(kind: ScheduledTask['kind'], subject: string): Promise<ScheduledTask[]>;
  remove(id: string): Promise<void>;
  removeAll(ids: readonly string[]): Promise<void>;
}
