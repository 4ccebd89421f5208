import { accountEvents, claimEvents } from './accounts/events.ts';
import { dataAccessEvents } from './audit/accessLog.ts';
import { securityEvents } from './audit/securityLog.ts';
import { conversationEvents } from './conversations/conversation.ts';
import { listingEvents } from './listings/events.ts';
import { searchEvents } from './listings/savedSearches.ts';
import { watchListEvents } from './listings/watchList.ts';
import { listingReportEvents } from './moderation/listingReports.ts';
import { notificationStateEvents } from './notifications/notificationState.ts';
import { bookCheckEvents } from './reconciliation/bookChecks.ts';
import { unmatchedProviderEvents } from './reconciliation/unmatchedProviderEvents.ts';
import { reviewEvents } from './reviews/review.ts';
import type { EventOf } from './shared/events.ts';
import { caseDeskEvents } from './transactions/caseDesk.ts';
import { transactionEvents } from './transactions/events.ts';
import { unpaidPurchaseEvents } from './transactions/unpaidPurchases/unpaidPurchases.ts';
import { logKeyEvents } from './transparency/signingKeys.ts';

/** Every event type with its schema and versions. The codec knows no other. */
export const eventDefinitions = {
  ...accountEvents,
  ...claimEvents,
  ...listingEvents,
  ...unpaidPurchaseEvents,
  ...transactionEvents,
  ...caseDeskEvents,
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
