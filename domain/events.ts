import { accountEvents, claimEvents } from './accounts/events.ts';
import { disclosureEvents } from './audit/accessLog/events.ts';
import { securityEvents } from './audit/securityLog/events.ts';
import { conversationEvents } from './conversations/events.ts';
import { listingEvents } from './listings/events.ts';
import { searchEvents } from './listings/savedSearches/events.ts';
import { watchingEvents } from './listings/watchList/events.ts';
import { noticeEvents } from './moderation/events.ts';
import { inboxEvents } from './notifications/notificationState/events.ts';
import { attestationEvents } from './reconciliation/bookChecks/events.ts';
import { orphanEvents } from './reconciliation/unmatchedProviderEvents/events.ts';
import { reviewEvents } from './reviews/events.ts';
import type { EventOf } from './shared/events.ts';
import { transactionEvents } from './transactions/events.ts';
import { buyerEvents } from './transactions/unpaidPurchases/events.ts';
import { logKeyEvents } from './transparency/signingKeys/events.ts';

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
