import { account } from '#domain/accounts/account.ts';
import { accountEvents, claimEvents } from '#domain/accounts/events.ts';
import { nameClaim } from '#domain/accounts/nameClaim.ts';
import { dataAccessEvents, dataAccesses, dataAccessesShape } from '#domain/audit/accessLog.ts';
import { security, securityEvents, securityShape } from '#domain/audit/securityLog.ts';
import { conversation, conversationEvents, conversationShape } from '#domain/conversations/conversation.ts';
import type { DomainEvent } from '#domain/events.ts';
import { listingEvents } from '#domain/listings/events.ts';
import { listing } from '#domain/listings/listing.ts';
import { searchEvents, searches } from '#domain/listings/savedSearches.ts';
import { watchList, watchListEvents } from '#domain/listings/watchList.ts';
import { listingReportEvents, listingReports } from '#domain/moderation/listingReports.ts';
import {
  notificationState,
  notificationStateEvents,
  notificationStateShape,
} from '#domain/notifications/notificationState.ts';
import { bookCheck, bookCheckEvents } from '#domain/reconciliation/bookChecks.ts';
import { unmatchedEvent, unmatchedProviderEvents } from '#domain/reconciliation/unmatchedProviderEvents.ts';
import { review, reviewEvents } from '#domain/reviews/review.ts';
import type { Decider, Rejection } from '#domain/shared/decider.ts';
import type { EventDefinition } from '#domain/shared/events.ts';
import { caseDesk, caseDeskEvents } from '#domain/transactions/caseDesk.ts';
import { transactionEvents } from '#domain/transactions/events.ts';
import { transactionAggregate } from '#domain/transactions/transaction.ts';
import {
  unpaidPurchaseEvents,
  unpaidPurchases,
  unpaidPurchasesShape,
} from '#domain/transactions/unpaidPurchases/unpaidPurchases.ts';
import { logKeyEvents, logKeys } from '#domain/transparency/signingKeys.ts';
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
    decider: unpaidPurchases,
    snapshots: { shape: unpaidPurchasesShape, fold: 2 },
  }),
  transactions: aggregate({ category: 'transaction', events: transactionEvents, decider: transactionAggregate }),
  caseDesks: aggregate({ category: 'case', events: caseDeskEvents, decider: caseDesk }),
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
