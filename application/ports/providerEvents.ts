import type { Instant } from '#domain/shared/instants.ts';
import type { ProviderEvent } from '#domain/transactions/commands.ts';

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
