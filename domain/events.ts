import { accountEvents, claimEvents } from './accounts/events.ts';
import { attestationEvents } from './attestations/events.ts';
import { buyerEvents } from './buyers/events.ts';
import { conversationEvents } from './conversations/events.ts';
import { disclosureEvents } from './disclosures/events.ts';
import { inboxEvents } from './inbox/events.ts';
import { listingEvents } from './listings/events.ts';
import { logKeyEvents } from './logKeys/events.ts';
import { noticeEvents } from './notices/events.ts';
import { orphanEvents } from './orphans/events.ts';
import { reviewEvents } from './reviews/events.ts';
import { searchEvents } from './searches/events.ts';
import { securityEvents } from './security/events.ts';
import type { EventOf } from './shared/events.ts';
import { transactionEvents } from './transactions/events.ts';
import { watchingEvents } from './watching/events.ts';

/** Every event type of the product with its schema, its version and those before. The codec knows no other. */
export const eventDefinitions = {
  ...accountEvents,
  ...claimEvents,
  ...listingEvents,
  ...buyerEvents,
  ...transactionEvents,
  ...conversationEvents,
  ...inboxEvents,
  ...attestationEvents,
  ...orphanEvents,
  ...logKeyEvents,
  ...securityEvents,
  ...disclosureEvents,
  ...watchingEvents,
  ...searchEvents,
  ...noticeEvents,
  ...reviewEvents,
} as const;

export type DomainEvent = EventOf<typeof eventDefinitions>;
