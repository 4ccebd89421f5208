import type { WayToMatch } from '#domain/listings/savedSearches.ts';
import type { ListingReportEvent, ListingReportOutcome } from '#domain/moderation/listingReports.ts';
import type { ListingReportSide } from '#domain/moderation/listingReportsText.ts';
import { type Details, EVENT_EMAILS } from '#domain/notifications/emails.ts';
import type { SentenceFields } from '#domain/notifications/row.ts';
import type { WatchedEvent } from '#domain/notifications/watchedListings.ts';
import type { ReviewPart } from '#domain/reviews/review.ts';
import type { ListingId } from '#domain/shared/ids.ts';
import type { Cents } from '#domain/shared/money.ts';
import type { MoneyState } from '#domain/transactions/moneyState.ts';
import type { TransactionSummary } from './saleFacts.ts';

/** Every email that the product sends, by family (one file each in infrastructure/mail/templates). */
export const EMAILS = [
  ...EVENT_EMAILS,
  // asked for by a person
  'resetPassword',
  // instead of confirmNewEmail, where the address has an account already
  'newEmailKnown',
  // a warning, where it was somebody else
  'newDevice',
  'signInGuessed',
  'sessionReused',
  // sent by a deadline, or by the calendar
  'inactivityWarning',
  'shipReminder',
  'escrowNotice',
  'pauseReminder',
  'newMessages',
  'watchedNews',
  'searchNews',
  'dailyDigest',
  'needsRepair',
  'weeklyReport',
] as const;
export type EmailTemplate = (typeof EMAILS)[number];

/** What a member asks of support, in their own words. */
export type SupportQuestion = { subject: string; message: string; username: string; email: string };

/** `kept`: what the words of the fact need. */
export type WatchedNews = { listing: ListingId; title: string; fact: WatchedEvent; kept: SentenceFields };

/**
 * What an email about a reported listing says: its title, the fact, what its reader is towards it, and what staff decided first in its case.
 * `signsIn`: not while the reader is suspended.
 */
export type ListingReportNews = {
  title: string;
  side: ListingReportSide;
  fact: ListingReportEvent;
  decided: ListingReportOutcome | null;
  signsIn: boolean;
};

/** What staff took away, and the reason as they wrote it: personal, so no job holds it; null once it is erased. */
export type RemovedReview = { part: ReviewPart; reason: string | null };

/** `price` in cents, as `allIn`, which is what it costs in all at the destination; `searches`: what those are called that it matches. */
export type FoundListing = {
  listing: ListingId;
  title: string;
  price: Cents;
  how: WayToMatch;
  searches: readonly string[];
  /** The path of its thumbnail. */
  picture: string | null;
  allIn?: { total: Cents; destination: string };
};

export type Email = {
  template: EmailTemplate;
  /** Null where nobody has said yet that the address is theirs: a name is what a stranger could write to them. */
  username: string | null;
  /** What this reader is in the sale. */
  role: 'buyer' | 'seller' | null;
  sale: TransactionSummary | null;
  /** The state of the sale when the email is written: what its sentences about money depend on. */
  money?: MoneyState;
  details: Details;
  /** The path with its one-time token, for verifyEmail, resetPassword, confirmOldEmail, confirmNewEmail and firstFactorAdded. */
  path: string | null;
  /** For a change of the address: the one that it becomes, or was to become. */
  newEmail?: string;
  /** For shipped: how it travels. */
  parcel?: { carrier: string | null; trackingCode: string | null };
  /** For reviewRemoved. */
  removed?: RemovedReview;
  /** For newMessages: who wrote. */
  from?: string;
  messagePath?: string;
  /** For watchedNews: what has become of listings that its reader watches. */
  news?: readonly WatchedNews[];
  /** For searchNews: what its reader’s saved searches have found. */
  found?: readonly FoundListing[];
  /** For what was reported of a listing, and decided. */
  notice?: ListingReportNews;
  /** For dailyDigest: the subject of each email that was held back, and where it leads. */
  held?: readonly { id: string; subject: string; path: string }[];
  /** Where one click ends this kind of email; absent for what cannot be turned off. */
  unsubscribe?: string;
  /** For parties of a sale: the newest head of the transparency log, size and root. */
  headLine?: string;
  /** Its reader is suspended, and can do nothing about their sale. */
  keptOut?: true;
  /** For supportQuestion. */
  question?: SupportQuestion;
};

export type RenderEmail = (email: Email) => { subject: string; text: string; html: string };
