import type { Instant } from '#domain/shared/instants.ts';
import type { Deadline } from '#domain/transactions/commands.ts';

export type DueDeadline = Deadline & { transactionId: string };

/** The deadlines read model, as the sweep needs it. */
export interface Deadlines {
  /** Earliest first. */
  due(now: Instant, limit: number): Promise<DueDeadline[]>;
  /** Reminders and notices change no sale: that they were sent stands in the read model only. */
  markReminderFired(deadline: DueDeadline): Promise<void>;
}
