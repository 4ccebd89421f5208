import type { SeenName } from '../access/access.ts';
import type { DomainEvent } from '../events.ts';
import { transactionEvents } from '../transactions/events.ts';

type Fields = Readonly<Record<string, SeenName>>;

const OFFER: Fields = { title: 'listing.see.offered', description: 'listing.see.offered' };
const SANCTION: Fields = { reason: 'account.see.sanctions' };

const ofTransactions: Readonly<Record<string, Fields>> = Object.fromEntries(
  Object.entries(transactionEvents).flatMap(([type, { personal }]) =>
    Object.keys(personal).length > 0 ? [[type, personal]] : [],
  ),
);

/** Every personal field of every event, and the right that governs reading it. */
export const PERSONAL_FIELDS: Readonly<Partial<Record<DomainEvent['type'], Fields>>> = {
  AccountRegistered: { username: 'account.see.name', email: 'account.see.email' },
  ProfileUpdated: { fullName: 'account.see.fullName' },
  ShippingAddressSet: { address: 'account.see.personal' },
  BankDetailsProvided: { bank: 'account.see.personal' },
  BankAccountRejected: { reason: 'account.see.personal' },
  AccountSuspended: SANCTION,
  AccountReinstated: SANCTION,
  TerminationProposed: SANCTION,
  TerminationRejected: SANCTION,
  TerminationWithdrawn: SANCTION,
  AccountTerminated: SANCTION,
  AppearanceChosen: { appearance: 'account.see.personal' },
  PasskeyAdded: { name: 'account.see.personal' },
  EmailChangeRequested: { email: 'account.see.email' },
  EmailChanged: { email: 'account.see.email' },
  SupportContacted: { subject: 'account.see.questions', message: 'account.see.questions' },

  ListingPublished: { ...OFFER, takenAt: 'listing.see.taken' },
  ListingRevised: OFFER,
  ListingPhotosChanged: { takenAt: 'listing.see.taken' },
  ListingRemoved: SANCTION,

  ListingReported: { explanation: 'listing.see.whyReported' },
  ListingReportDecided: { statement: 'listing.see.statement' },
  ListingComplaintMade: { text: 'listing.see.whyReported' },
  ListingComplaintDecided: { statement: 'listing.see.statement' },

  ...ofTransactions,

  MessageSent: {
    content: 'conversation.see.said',
    image: 'conversation.see.said',
    takenAt: 'conversation.see.taken',
  },
  MessageReported: { reason: 'conversation.see.whyReported' },
  MessageReportResolved: { note: 'conversation.see.whyReported' },

  ReviewWritten: { text: 'sale.see.review' },
  ReviewAnswered: { text: 'sale.see.review' },
  ReviewReported: { reason: 'conversation.see.whyReported' },
  ReviewReportResolved: { note: 'sale.see.whyRemoved' },

  ListingWatched: { listingId: 'account.see.watched' },
  ListingUnwatched: { listingId: 'account.see.watched' },

  SearchSaved: { wanted: 'account.see.searches', name: 'account.see.searches' },
  SearchRenamed: { name: 'account.see.searches' },
  SearchMatched: { listingId: 'account.see.searches' },

  PersonalDataOpened: { reason: 'history.see.whyOpened' },

  OrphanFactClosed: { note: 'case.see.notes' },
  NoteWritten: { text: 'case.see.notes' },
};
