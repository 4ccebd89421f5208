import type { DomainEvent } from '../events.ts';
import type { NoticeEvent } from '../moderation/events.ts';
import type { NoticeSide } from '../moderation/listingReportsText.ts';
import type { AccountId } from '../shared/ids.ts';
import type { Addressed, FactEmail } from './emails.ts';
import {
  type DataOf,
  type FactType,
  filled,
  type Kept,
  neededBy,
  type Sentence,
  saying,
  saysOf,
  type Tellings,
} from './row.ts';

const toBothSides = (template: FactEmail): Addressed[] => [
  { to: 'seller', template },
  { to: 'reporters', template },
];

export const NOTICE_TELLINGS: Tellings<NoticeEvent['type']> = {
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

const isOfNotices = (event: DomainEvent): event is NoticeEvent => Object.hasOwn(NOTICE_TELLINGS, event.type);

/** Whom an email of a report goes to. */
export const accountsOf = (event: DomainEvent, to: Addressed['to']): readonly AccountId[] => {
  if (!isOfNotices(event)) return [];
  const { type, data } = event;
  if (to === 'seller') return [data.sellerId];
  if (type === 'ListingReported') return to === 'author' ? [data.reporterId] : [];
  if (type === 'ListingComplaintMade') return to === 'author' ? [data.complainantId] : [];
  return to === 'reporters' ? data.reporters : [];
};

type Decisive = 'ListingReportDecided' | 'ListingComplaintDecided';

const BELLS: { readonly [Type in Decisive]: Readonly<Record<NoticeSide, Sentence<DataOf<Type>>>> } = {
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

export const NOTICE_BELLS = Object.keys(BELLS) as Decisive[];
export const ringsForNotice = (type: FactType): type is Decisive => Object.hasOwn(BELLS, type);

const sentenceFor = (type: Decisive, side: NoticeSide): Sentence<DomainEvent['data']> =>
  BELLS[type][side] as Sentence<DomainEvent['data']>;

/** Whom the bell tells what was decided about a reported listing, and what its words need. */
export const rungByNotice = (event: DomainEvent): { account: AccountId; to: NoticeSide; kept: Kept }[] => {
  const { type, data } = event;
  if (!ringsForNotice(type)) return [];
  const told = (to: NoticeSide, accounts: readonly AccountId[]) =>
    accounts.map((account) => ({ account, to, kept: neededBy(sentenceFor(type, to), data) }));
  return [...told('seller', accountsOf(event, 'seller')), ...told('reporter', accountsOf(event, 'reporters'))];
};

/** `title`: in quotation marks. */
export const noticeText = (type: Decisive, side: NoticeSide, kept: Kept, title: string): string =>
  filled(saysOf(sentenceFor(type, side), kept) ?? '', { title });
