import type { DomainEvent } from '../events.ts';
import type { ListingReportEvent } from '../moderation/listingReports.ts';
import type { ListingReportSide } from '../moderation/listingReportsText.ts';
import type { AccountId } from '../shared/ids.ts';
import type { EventEmail, EventEmailTo } from './emails.ts';
import {
  type DataOf,
  type EventTexts,
  type EventType,
  fieldsFor,
  filled,
  type Sentence,
  type SentenceFields,
  saying,
  sentenceText,
} from './row.ts';

const toBothSides = (template: EventEmail): EventEmailTo[] => [
  { to: 'seller', template },
  { to: 'reporters', template },
];

export const LISTING_REPORT_EVENT_TEXTS: EventTexts<ListingReportEvent['type']> = {
  ListingReported: {
    audience: 'staff',
    emails: [
      { to: 'author', template: 'reportReceived' },
      { to: 'support', template: 'listingReported' },
    ],
  },
  ListingReportDecided: { audience: 'both', emails: toBothSides('reportDecided') },
  ListingComplaintMade: {
    audience: 'staff',
    emails: [
      { to: 'author', template: 'complaintReceived' },
      { to: 'support', template: 'complaintMade' },
    ],
  },
  ListingComplaintDecided: { audience: 'both', emails: toBothSides('complaintDecided') },
};

const isOfListingReports = (event: DomainEvent): event is ListingReportEvent =>
  Object.hasOwn(LISTING_REPORT_EVENT_TEXTS, event.type);

/** The accounts behind a recipient of an event about a reported listing; none for other events. */
export const accountsOf = (event: DomainEvent, to: EventEmailTo['to']): readonly AccountId[] => {
  if (!isOfListingReports(event)) return [];
  const { type, data } = event;
  if (to === 'seller') return [data.sellerId];
  if (type === 'ListingReported') return to === 'author' ? [data.reporterId] : [];
  if (type === 'ListingComplaintMade') return to === 'author' ? [data.complainantId] : [];
  return to === 'reporters' ? data.reporters : [];
};

type Decisive = 'ListingReportDecided' | 'ListingComplaintDecided';

const IN_APP_MESSAGES: { readonly [Type in Decisive]: Readonly<Record<ListingReportSide, Sentence<DataOf<Type>>>> } = {
  ListingReportDecided: {
    seller: saying(['outcome'], ({ outcome }) =>
      outcome === 'removed'
        ? 'Our staff took {title} off the market. The reasons, and how to complain, are there for you to read.'
        : '{title} was reported. Our staff found nothing to object to: it stays.',
    ),
    reporter: saying(['outcome'], ({ outcome }) =>
      outcome === 'removed'
        ? '{title}, which you reported, was taken off the market.'
        : '{title}, which you reported, stays. The reasons, and how to complain, are there for you to read.',
    ),
  },
  ListingComplaintDecided: {
    seller: 'The complaint about the decision on {title} has been decided.',
    reporter: 'The complaint about the decision on {title} has been decided.',
  },
};

export const LISTING_REPORT_MESSAGES = Object.keys(IN_APP_MESSAGES) as Decisive[];
export const listingReportMessages = (type: EventType): type is Decisive => Object.hasOwn(IN_APP_MESSAGES, type);

const sentenceFor = (type: Decisive, side: ListingReportSide): Sentence<DomainEvent['data']> =>
  IN_APP_MESSAGES[type][side] as Sentence<DomainEvent['data']>;

/** In-app messages about a decision, with the fields of their text. */
export const messagesOfListingReport = (
  event: DomainEvent,
): { account: AccountId; to: ListingReportSide; kept: SentenceFields }[] => {
  const { type, data } = event;
  if (!listingReportMessages(type)) return [];
  const told = (to: ListingReportSide, accounts: readonly AccountId[]) =>
    accounts.map((account) => ({ account, to, kept: fieldsFor(sentenceFor(type, to), data) }));
  return [...told('seller', accountsOf(event, 'seller')), ...told('reporter', accountsOf(event, 'reporters'))];
};

/** `title`: quoted. */
export const listingReportText = (
  type: Decisive,
  side: ListingReportSide,
  kept: SentenceFields,
  title: string,
): string => filled(sentenceText(sentenceFor(type, side), kept) ?? '', { title });
