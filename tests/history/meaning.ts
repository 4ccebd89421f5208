import { account } from '#domain/accounts/account.ts';
import { nameClaim } from '#domain/accounts/nameClaim.ts';
import { dataAccesses } from '#domain/audit/accessLog.ts';
import { security } from '#domain/audit/securityLog.ts';
import { conversation } from '#domain/conversations/conversation.ts';
import type { DomainEvent } from '#domain/events.ts';
import { listing } from '#domain/listings/listing.ts';
import { searches } from '#domain/listings/savedSearches.ts';
import { watchList } from '#domain/listings/watchList.ts';
import { listingReports } from '#domain/moderation/listingReports.ts';
import { notificationState } from '#domain/notifications/notificationState.ts';
import { bookCheck } from '#domain/reconciliation/bookChecks.ts';
import { unmatchedEvent } from '#domain/reconciliation/unmatchedProviderEvents.ts';
import { review } from '#domain/reviews/review.ts';
import type { Decider } from '#domain/shared/decider.ts';
import { caseDesk } from '#domain/transactions/caseDesk.ts';
import { unpaidPurchases } from '#domain/transactions/unpaidPurchases/unpaidPurchases.ts';
import { logKeys } from '#domain/transparency/signingKeys.ts';
import { transactionSummary } from './saleMeaning.ts';

/** The meaning of a stream after one of its events. */
export type Told = { type: string; means: object; postings?: [account: string, amount: number][] };

/** Folds with the decider's own evolve; `meaning` keeps the recorded names when those of the state change. */
const eventText =
  <Event extends { type: string }, State extends object>(
    { initial, evolve }: Pick<Decider<never, Event, State, never>, 'initial' | 'evolve'>,
    meaning: (state: State) => object = (state) => state,
  ) =>
  (events: readonly DomainEvent[]): Told[] => {
    let state = initial;
    return events.map((event) => {
      state = evolve(state, event as unknown as Event);
      return { type: event.type, means: meaning(state) };
    });
  };

const EVENT_TEXT: Readonly<Record<string, (events: readonly DomainEvent[]) => Told[]>> = {
  transaction: transactionSummary,
  account: eventText(account),
  listing: eventText(listing),
  conversation: eventText(conversation, ({ unread, ...state }) => ({
    ...state,
    unread: {
      buyer: unread.buyer.filter(({ incoming }) => incoming).map(({ id }) => id),
      seller: unread.seller.filter(({ incoming }) => incoming).map(({ id }) => id),
    },
  })),
  inbox: eventText(notificationState),
  email: eventText(nameClaim),
  attestation: eventText(bookCheck),
  orphan: eventText(unmatchedEvent),
  log: eventText(logKeys),
  buyer: eventText(unpaidPurchases),
  security: eventText(security),
  disclosure: eventText(dataAccesses),
  watching: eventText(watchList),
  case: eventText(caseDesk),
  searches: eventText(searches),
  notice: eventText(listingReports, (cases) => cases.map((one) => ({ ...one, final: one.answer !== null }))),
  review: eventText(review),
};

export const told = (stream: string, events: readonly DomainEvent[]): Told[] => {
  const tell = EVENT_TEXT[stream.slice(0, stream.indexOf('-'))];
  if (!tell) throw new Error(`nothing tells what ${stream} means`);
  return tell(events);
};
