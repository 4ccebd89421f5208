import { accountEvents, claimEvents } from './accounts/events.ts';
import { dataAccessEvents } from './audit/accessLog/events.ts';
import { securityEvents } from './audit/securityLog/events.ts';
import { conversationEvents } from './conversations/events.ts';
import { listingEvents } from './listings/events.ts';
import { searchEvents } from './listings/savedSearches/events.ts';
import { watchListEvents } from './listings/watchList/events.ts';
import { listingReportEvents } from './moderation/events.ts';
import { notificationStateEvents } from './notifications/notificationState/events.ts';
import { bookCheckEvents } from './reconciliation/bookChecks/events.ts';
import { unmatchedProviderEvents } from './reconciliation/unmatchedProviderEvents/events.ts';
import { reviewEvents } from './reviews/events.ts';
import type { EventOf } from './shared/events.ts';
import { transactionEvents } from './transactions/events.ts';
import { unpaidPurchaseEvents } from './transactions/unpaidPurchases/events.ts';
import { logKeyEvents } from './transparency/signingKeys/events.ts';

/** Every event type of the product with its schema, its version and those before. The codec knows no other. */
export const eventDefinitions = {
  ...accountEvents,
  ...claimEvents,
  ...listingEvents,
  ...unpaidPurchaseEvents,
  ...transactionEvents,
  ...conversationEvents,
  ...notificationStateEvents,
  ...bookCheckEvents,
  ...unmatchedProviderEvents,
  ...logKeyEvents,
  ...securityEvents,
  ...dataAccessEvents,
  ...watchListEvents,
  ...searchEvents,
  ...listingReportEvents,
  ...reviewEvents,
} as const;

export type DomainEvent = EventOf<typeof eventDefinitions>;
