import type { Instant } from '#domain/shared/instants.ts';
import type { ProviderFact } from '#domain/transactions/commands.ts';

/** What the payment provider has told, kept by the provider's event id before anything is done about it. */
export interface ProviderEvents {
  /** False when that event id is known already. Durable once it resolves. */
  keep(fact: ProviderFact, receivedAt: Instant): Promise<boolean>;
  find(eventId: string): Promise<ProviderFact | undefined>;
  /** Oldest first. */
  unhandled(limit: number): Promise<ProviderFact[]>;
  /** `orphan`: it names a sale that does not exist; kept for staff. `impossible`: no sale can write it down. */
  markHandled(eventId: string, at: Instant, outcome: 'recorded' | 'orphan' | 'impossible'): Promise<void>;
}
