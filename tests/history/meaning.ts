import { account } from '#domain/accounts/account.ts';
import { nameClaim } from '#domain/accounts/nameClaim.ts';
import { disclosures } from '#domain/audit/accessLog/accessLog.ts';
import { security } from '#domain/audit/securityLog/securityLog.ts';
import { conversation } from '#domain/conversations/conversation.ts';
import type { DomainEvent } from '#domain/events.ts';
import { listing } from '#domain/listings/listing.ts';
import { searches } from '#domain/listings/savedSearches/savedSearches.ts';
import { watching } from '#domain/listings/watchList/watchList.ts';
import { notices } from '#domain/moderation/listingReports.ts';
import { inbox } from '#domain/notifications/notificationState/notificationState.ts';
import { attestation } from '#domain/reconciliation/bookChecks/bookChecks.ts';
import { orphan } from '#domain/reconciliation/unmatchedProviderEvents/unmatchedProviderEvent.ts';
import { review } from '#domain/reviews/review.ts';
import type { Decider } from '#domain/shared/decider.ts';
import { buyer } from '#domain/transactions/unpaidPurchases/unpaidPurchases.ts';
import { logKeys } from '#domain/transparency/signingKeys/signingKeys.ts';
import { saleFacts } from './saleMeaning.ts';

/** What a stream means after one of its facts. */
export type Told = { type: string; means: object; postings?: [account: string, amount: number][] };

/** Folds with the decider's own evolve; `meaning` keeps the recorded names where those of the state have moved on. */
const telling =
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

const TELLING: Readonly<Record<string, (events: readonly DomainEvent[]) => Told[]>> = {
  transaction: saleFacts,
  account: telling(account),
  listing: telling(listing),
  conversation: telling(conversation, ({ unread, ...state }) => ({
    ...state,
    unread: {
      buyer: unread.buyer.filter(({ incoming }) => incoming).map(({ id }) => id),
      seller: unread.seller.filter(({ incoming }) => incoming).map(({ id }) => id),
    },
  })),
  inbox: telling(inbox),
  email: telling(nameClaim),
  attestation: telling(attestation),
  orphan: telling(orphan),
  log: telling(logKeys),
  buyer: telling(buyer),
  security: telling(security),
  disclosure: telling(disclosures),
  watching: telling(watching),
  searches: telling(searches),
  notice: telling(notices, (cases) => cases.map((one) => ({ ...one, final: one.answer !== null }))),
  review: telling(review),
};

export const told = (stream: string, events: readonly DomainEvent[]): Told[] => {
  const tell = TELLING[stream.slice(0, stream.indexOf('-'))];
  if (!tell) throw new Error(`nothing tells what ${stream} means`);
  return tell(events);
};
