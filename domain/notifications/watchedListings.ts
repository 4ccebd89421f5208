import type { DomainEvent } from '../events.ts';
import type { ListingEvent } from '../listings/events.ts';
import { PRICE_OFFER_LIMITS } from '../listings/limits.ts';
import { formatCents } from '../shared/euros.ts';
import { TERMS } from '../transactions/terms/termsText.ts';
import {
  type DataOf,
  type EventType,
  fieldsFor,
  filled,
  type Sentence,
  type SentenceFields,
  saying,
  sentenceText,
} from './row.ts';

/** In-app messages to watchers of a listing. The e-mail bundles the same. */
const WATCHED_NEWS = {
  ListingPriceReduced: saying<DataOf<'ListingPriceReduced'>, 'from' | 'to'>(
    ['from', 'to'],
    ({ from, to }) => `{title}, which you watch, is reduced from ${formatCents(from)} to ${formatCents(to)}.`,
  ),
  ListingSold: '{title}, which you watch, has been sold.',
  ListingReturnedToMarket: '{title}, which you watch, is on sale again.',
} as const satisfies { readonly [Type in ListingEvent['type']]?: Sentence<DataOf<Type>> };

/** The listing is back, but its seller is away. */
const BACK_BUT_AWAY = '{title}, which you watch, was not sold after all. Its seller does not sell at present.';

export type WatchedEvent = keyof typeof WATCHED_NEWS;
export const WATCHED_EVENTS = Object.keys(WATCHED_NEWS) as WatchedEvent[];

const NOT_NEWS: { readonly [Type in Exclude<ListingEvent['type'], WatchedEvent>]: string } = {
  ListingPublished: 'nobody watches it yet',
  ListingRevised: 'only a lower price is news, and has its own event',
  ListingRatesSet: 'its page shows them; only the price itself is news',
  ListingPhotosChanged: 'its page shows them',
  ListingArchived: 'nothing is left to buy; the watch list shows it',
  ListingReserved: `it may be free again within ${TERMS.paymentWindow}; the watch list shows it`,
  ReservationReleased: 'its reservation was no news',
  PriceProposed: 'between a buyer and the seller',
  PriceProposalCountered: 'between a buyer and the seller',
  PriceProposalAccepted: `it may be free again within ${PRICE_OFFER_LIMITS.kept}; the watch list shows it`,
  PriceProposalEnded: 'between a buyer and the seller',
  ListingRemoved: 'nothing is left to buy; the watch list shows it',
  ListingRestored: 'its removal was no news; the watch list shows it again',
};

export const isWatchedEvent = (type: EventType): type is WatchedEvent => Object.hasOwn(WATCHED_NEWS, type);

/** Why an event of a listing is no news to its watchers; undefined if it is. */
export const whyNotToWatchers = (type: ListingEvent['type']): string | undefined =>
  isWatchedEvent(type) ? undefined : NOT_NEWS[type];

const sentenceOf = (event: WatchedEvent): Sentence<DomainEvent['data']> =>
  WATCHED_NEWS[event] as Sentence<DomainEvent['data']>;

/** The fields of the text. */
export const newsIn = (event: WatchedEvent, data: DomainEvent['data']): SentenceFields =>
  fieldsFor(sentenceOf(event), data);

/** `title`: quoted. `away`: its seller does not sell at present. */
export const newsText = (event: WatchedEvent, kept: SentenceFields, title: string, away = false): string => {
  const says = away && event === 'ListingReturnedToMarket' ? BACK_BUT_AWAY : sentenceText(sentenceOf(event), kept);
  return filled(says ?? '', { title });
};
