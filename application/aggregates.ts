import { account } from '#domain/accounts/account.ts';
import { accountEvents, claimEvents } from '#domain/accounts/events.ts';
import { nameClaim } from '#domain/accounts/nameClaim.ts';
import { attestation } from '#domain/attestations/attestation.ts';
import { attestationEvents } from '#domain/attestations/events.ts';
import { buyer, buyerShape } from '#domain/buyers/buyer.ts';
import { buyerEvents } from '#domain/buyers/events.ts';
import { conversation } from '#domain/conversations/conversation.ts';
import { conversationShape } from '#domain/conversations/conversationShape.ts';
import { conversationEvents } from '#domain/conversations/events.ts';
import { disclosures, disclosuresShape } from '#domain/disclosures/disclosures.ts';
import { disclosureEvents } from '#domain/disclosures/events.ts';
import type { DomainEvent } from '#domain/events.ts';
import { inboxEvents } from '#domain/inbox/events.ts';
import { inbox, inboxShape } from '#domain/inbox/inbox.ts';
import { listingEvents } from '#domain/listings/events.ts';
import { listing } from '#domain/listings/listing.ts';
import { logKeyEvents } from '#domain/logKeys/events.ts';
import { logKeys } from '#domain/logKeys/logKeys.ts';
import { noticeEvents } from '#domain/notices/events.ts';
import { notices } from '#domain/notices/notices.ts';
import { orphanEvents } from '#domain/orphans/events.ts';
import { orphan } from '#domain/orphans/orphan.ts';
import { reviewEvents } from '#domain/reviews/events.ts';
import { review } from '#domain/reviews/review.ts';
import { searchEvents } from '#domain/searches/events.ts';
import { searches } from '#domain/searches/searches.ts';
import { securityEvents } from '#domain/security/events.ts';
import { security, securityShape } from '#domain/security/security.ts';
import type { Decider, Rejection } from '#domain/shared/decider.ts';
import type { EventDefinition } from '#domain/shared/events.ts';
import { transactionEvents } from '#domain/transactions/events.ts';
import { transaction } from '#domain/transactions/transaction.ts';
import { watchingEvents } from '#domain/watching/events.ts';
import { watching } from '#domain/watching/watching.ts';
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
  sales: aggregate({ category: 'transaction', events: transactionEvents, decider: transaction }),
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
