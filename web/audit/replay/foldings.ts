import { account } from '#domain/accounts/account.ts';
import { dataAccesses } from '#domain/audit/accessLog.ts';
import type { Folding } from '#domain/audit/replay/replay.ts';
import { security } from '#domain/audit/securityLog.ts';
import { conversation } from '#domain/conversations/conversation.ts';
import { listing } from '#domain/listings/listing.ts';
import { searches } from '#domain/listings/savedSearches.ts';
import { watchList } from '#domain/listings/watchList.ts';
import { listingReports } from '#domain/moderation/listingReports.ts';
import { notificationState } from '#domain/notifications/notificationState.ts';
import { unmatchedEvent } from '#domain/reconciliation/unmatchedProviderEvents.ts';
import { review } from '#domain/reviews/review.ts';
import { caseDesk } from '#domain/transactions/caseDesk.ts';
import { transactionAggregate } from '#domain/transactions/transaction.ts';
import { unpaidPurchases } from '#domain/transactions/unpaidPurchases/unpaidPurchases.ts';

/** How the state of a stream follows from its events, by category: every stream that a person can search for. */
export const FOLDINGS: Readonly<Record<string, Folding>> = {
  transaction: transactionAggregate,
  case: caseDesk,
  account,
  listing,
  buyer: unpaidPurchases,
  conversation,
  inbox: notificationState,
  watching: watchList,
  searches,
  notice: listingReports,
  review,
  orphan: unmatchedEvent,
  security,
  disclosure: dataAccesses,
};
