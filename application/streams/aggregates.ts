import { account } from '#domain/accounts/account.ts';
import { accountEvents, claimEvents } from '#domain/accounts/events.ts';
import { nameClaim } from '#domain/accounts/nameClaim.ts';
import { dataAccesses, dataAccessesShape } from '#domain/audit/accessLog/accessLog.ts';
import { dataAccessEvents } from '#domain/audit/accessLog/events.ts';
import { securityEvents } from '#domain/audit/securityLog/events.ts';
import { security, securityShape } from '#domain/audit/securityLog/securityLog.ts';
import { conversation } from '#domain/conversations/conversation.ts';
import { conversationShape } from '#domain/conversations/conversationShape.ts';
import { conversationEvents } from '#domain/conversations/events.ts';
import type { DomainEvent } from '#domain/events.ts';
import { listingEvents } from '#domain/listings/events.ts';
import { listing } from '#domain/listings/listing.ts';
import { searchEvents } from '#domain/listings/savedSearches/events.ts';
import { searches } from '#domain/listings/savedSearches/savedSearches.ts';
import { watchListEvents } from '#domain/listings/watchList/events.ts';
import { watchList } from '#domain/listings/watchList/watchList.ts';
import { listingReportEvents } from '#domain/moderation/events.ts';
import { listingReports } from '#domain/moderation/listingReports.ts';
import { notificationStateEvents } from '#domain/notifications/notificationState/events.ts';
import {
  notificationState,
  notificationStateShape,
} from '#domain/notifications/notificationState/notificationState.ts';
import { bookCheck } from '#domain/reconciliation/bookChecks/bookChecks.ts';
import { bookCheckEvents } from '#domain/reconciliation/bookChecks/events.ts';
import { unmatchedProviderEvents } from '#domain/reconciliation/unmatchedProviderEvents/events.ts';
import { unmatchedEvent } from '#domain/reconciliation/unmatchedProviderEvents/unmatchedProviderEvent.ts';
import { reviewEvents } from '#domain/reviews/events.ts';
import { review } from '#domain/reviews/review.ts';
import type { Decider, Rejection } from '#domain/shared/decider.ts';
import type { EventDefinition } from '#domain/shared/events.ts';
import { transactionEvents } from '#domain/transactions/events.ts';
import { transactionAggregate } from '#domain/transactions/transaction.ts';
import { unpaidPurchaseEvents } from '#domain/transactions/unpaidPurchases/events.ts';
import { buyer, buyerShape } from '#domain/transactions/unpaidPurchases/unpaidPurchases.ts';
import { logKeyEvents } from '#domain/transparency/signingKeys/events.ts';
import { logKeys } from '#domain/transparency/signingKeys/signingKeys.ts';
import type { Keepable } from './snapshots.ts';

/** How a state follows from the streams of a category. */
export type Folding<Event extends DomainEvent, State> = {
  /** The first part of the stream names. */
  category: string;
  events: Readonly<Record<Event['type'], EventDefinition>>;
  decider: Pick<Decider<never, Event, State, never>, 'initial' | 'evolve'>;
  /**
   * The state contains personal data: it is never cached, always folded from the start. Other states are folded
   * without personal data.
   */
  personal?: true;
  /** Long streams: their states are stored as snapshots. */
  snapshots?: Keepable<State>;
};

export type Aggregate<Command, Event extends DomainEvent, State, Refusal extends Rejection> = Folding<Event, State> & {
  decider: Decider<Command, Event, State, Refusal>;
};

const aggregate = <Command, Event extends DomainEvent, State, Refusal extends Rejection>(
  declared: Aggregate<Command, Event, State, Refusal>,
) => declared;

export const aggregates = {
  accounts: aggregate({ category: 'account', events: accountEvents, decider: account, personal: true }),
  emails: aggregate({ category: 'email', events: claimEvents, decider: nameClaim }),
  usernames: aggregate({ category: 'username', events: claimEvents, decider: nameClaim }),
  listings: aggregate({ category: 'listing', events: listingEvents, decider: listing, personal: true }),
  unpaidPurchases: aggregate({
    category: 'buyer',
    events: unpaidPurchaseEvents,
    decider: buyer,
    snapshots: { shape: buyerShape, fold: 2 },
  }),
  transactions: aggregate({ category: 'transaction', events: transactionEvents, decider: transactionAggregate }),
  conversations: aggregate({
    category: 'conversation',
    events: conversationEvents,
    decider: conversation,
    snapshots: { shape: conversationShape, fold: 1 },
  }),
  notificationStates: aggregate({
    category: 'inbox',
    events: notificationStateEvents,
    decider: notificationState,
    snapshots: { shape: notificationStateShape, fold: 1 },
  }),
  savedSearches: aggregate({ category: 'searches', events: searchEvents, decider: searches, personal: true }),
  watchList: aggregate({ category: 'watching', events: watchListEvents, decider: watchList, personal: true }),
  listingReports: aggregate({ category: 'notice', events: listingReportEvents, decider: listingReports }),
  reviews: aggregate({ category: 'review', events: reviewEvents, decider: review }),
  unmatchedEvents: aggregate({ category: 'orphan', events: unmatchedProviderEvents, decider: unmatchedEvent }),
  bookChecks: aggregate({ category: 'attestation', events: bookCheckEvents, decider: bookCheck }),
  signingKeys: aggregate({ category: 'log', events: logKeyEvents, decider: logKeys }),
  securityLog: aggregate({
    category: 'security',
    events: securityEvents,
    decider: security,
    snapshots: { shape: securityShape, fold: 1 },
  }),
  accessLog: aggregate({
    category: 'disclosure',
    events: dataAccessEvents,
    decider: dataAccesses,
    snapshots: { shape: dataAccessesShape, fold: 1 },
  }),
} as const;
