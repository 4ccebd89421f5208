import { account } from '../../accounts/account.ts';
import { conversation } from '../../conversations/conversation.ts';
import { listing } from '../../listings/listing.ts';
import { searches } from '../../listings/savedSearches.ts';
import { watchList } from '../../listings/watchList.ts';
import { listingReports } from '../../moderation/listingReports.ts';
import { notificationState } from '../../notifications/notificationState.ts';
import { unmatchedEvent } from '../../reconciliation/unmatchedProviderEvents.ts';
import { review } from '../../reviews/review.ts';
import { caseDesk } from '../../transactions/caseDesk.ts';
import { transactionAggregate } from '../../transactions/transaction.ts';
import { unpaidPurchases } from '../../transactions/unpaidPurchases/unpaidPurchases.ts';
import { dataAccesses } from '../accessLog.ts';
import { security } from '../securityLog.ts';

export type Folding = { initial: unknown; evolve: (state: never, event: never) => unknown };

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
