import { account } from '#domain/accounts/account.ts';
import { accountEvents, claimEvents } from '#domain/accounts/events.ts';
import { nameClaim } from '#domain/accounts/nameClaim.ts';
import { disclosures, disclosuresShape } from '#domain/audit/accessLog/accessLog.ts';
import { disclosureEvents } from '#domain/audit/accessLog/events.ts';
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
import { watchingEvents } from '#domain/listings/watchList/events.ts';
import { watching } from '#domain/listings/watchList/watchList.ts';
import { noticeEvents } from '#domain/moderation/events.ts';
import { notices } from '#domain/moderation/listingReports.ts';
import { inboxEvents } from '#domain/notifications/notificationState/events.ts';
import { inbox, inboxShape } from '#domain/notifications/notificationState/notificationState.ts';
import { attestation } from '#domain/reconciliation/bookChecks/bookChecks.ts';
import { attestationEvents } from '#domain/reconciliation/bookChecks/events.ts';
import { orphanEvents } from '#domain/reconciliation/unmatchedProviderEvents/events.ts';
import { orphan } from '#domain/reconciliation/unmatchedProviderEvents/unmatchedProviderEvent.ts';
import { reviewEvents } from '#domain/reviews/events.ts';
import { review } from '#domain/reviews/review.ts';
import type { Decider, Rejection } from '#domain/shared/decider.ts';
import type { EventDefinition } from '#domain/shared/events.ts';
import { transactionEvents } from '#domain/transactions/events.ts';
import { transactionAggregate } from '#domain/transactions/transaction.ts';
import { buyerEvents } from '#domain/transactions/unpaidPurchases/events.ts';
import { buyer, buyerShape } from '#domain/transactions/unpaidPurchases/unpaidPurchases.ts';
import { logKeyEvents } from '#domain/transparency/signingKeys/events.ts';
import { logKeys } from '#domain/transparency/signingKeys/signingKeys.ts';
import type { Keepable } from './snapshots.ts';

/** What follows from the streams of a category, event by event. */
export type Folding<Event extends DomainEvent, State> = {
  /** What its streams' names begin with. */
  category: string;
  events: Readonly<Record<Event['type'], EventDefinition>>;
  decider: Pick<Decider<never, Event, State, never>, 'initial' | 'evolve'>;
  /** Its state keeps what goes with a key: it is folded anew each time and never kept. The others are folded without personal data. */
  personal?: true;
  /** Its streams grow long: states of them are kept. */
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
  buyers: aggregate({
    category: 'buyer',
    events: buyerEvents,
    decider: buyer,
    snapshots: { shape: buyerShape, fold: 2 },
  }),
  sales: aggregate({ category: 'transaction', events: transactionEvents, decider: transactionAggregate }),
  conversations: aggregate({
    category: 'conversation',
    events: conversationEvents,
    decider: conversation,
    snapshots: { shape: conversationShape, fold: 1 },
  }),
  inboxes: aggregate({
    category: 'inbox',
    events: inboxEvents,
    decider: inbox,
    snapshots: { shape: inboxShape, fold: 1 },
  }),
  searches: aggregate({ category: 'searches', events: searchEvents, decider: searches, personal: true }),
  watching: aggregate({ category: 'watching', events: watchingEvents, decider: watching, personal: true }),
  notices: aggregate({ category: 'notice', events: noticeEvents, decider: notices }),
  reviews: aggregate({ category: 'review', events: reviewEvents, decider: review }),
  orphans: aggregate({ category: 'orphan', events: orphanEvents, decider: orphan }),
  attestations: aggregate({ category: 'attestation', events: attestationEvents, decider: attestation }),
  logKeys: aggregate({ category: 'log', events: logKeyEvents, decider: logKeys }),
  security: aggregate({
    category: 'security',
    events: securityEvents,
    decider: security,
    snapshots: { shape: securityShape, fold: 1 },
  }),
  disclosures: aggregate({
    category: 'disclosure',
    events: disclosureEvents,
    decider: disclosures,
    snapshots: { shape: disclosuresShape, fold: 1 },
  }),
} as const;
