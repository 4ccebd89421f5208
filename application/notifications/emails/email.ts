import type { WayToMatch } from '#domain/listings/savedSearches.ts';
import type { ListingReportEvent, ListingReportOutcome } from '#domain/moderation/listingReports.ts';
import type { ListingReportSide } from '#domain/moderation/listingReportsText.ts';
import { REMINDER_EMAILS } from '#domain/notifications/deadlines.ts';
import { type Details, EVENT_EMAILS } from '#domain/notifications/emails.ts';
import type { SentenceFields } from '#domain/notifications/row.ts';
import type { WatchedEvent } from '#domain/notifications/watchedListings.ts';
import type { ReviewPart } from '#domain/reviews/review.ts';
import type { ListingId } from '#domain/shared/ids.ts';
import type { Cents } from '#domain/shared/money.ts';
import type { MoneyState } from '#domain/transactions/moneyState.ts';
import type { Wait } from '#domain/transactions/waitsFor.ts';
import type { TransactionSummary } from '../../ports/saleFacts.ts';

/** Every e-mail the product sends, by family (one file each in infrastructure/mail/templates). */
export const EMAILS = [
  ...EVENT_EMAILS,
  // requested by a person
  'resetPassword',
  // replaces confirmNewEmail if the address already has an account
  'newEmailKnown',
  // warnings about a possible intruder
  'newDevice',
  'signInGuessed',
  'sessionReused',
  // sent by a deadline or the calendar
  'inactivityWarning',
  ...new Set(Object.values(REMINDER_EMAILS)),
  'newMessages',
  'watchedNews',
  'searchNews',
  'dailyDigest',
  'needsRepair',
  'weeklyReport',
] as const;
export type EmailTemplate = (typeof EMAILS)[number];

/** A member's question to support. */
export type SupportQuestion = { subject: string; message: string; username: string; email: string };

/** `kept`: values that the event's text needs. */
export type WatchedNews = { listing: ListingId; title: string; fact: WatchedEvent; kept: SentenceFields };

/**
 * An e-mail about a reported listing. `side`: the reader's role; `decided`: the first decision in the case.
 * `signsIn`: false while the reader is suspended.
 */
export type ListingReportNews = {
  title: string;
  side: ListingReportSide;
  fact: ListingReportEvent;
  decided: ListingReportOutcome | null;
  signsIn: boolean;
};

/** What staff removed and their reason. Personal, so no job holds it; null after an erasure. */
export type RemovedReview = { part: ReviewPart; reason: string | null };

/**
 * `price` and `allIn` in cents; `allIn` includes delivery to the destination. `searches`: names of the matching
 * searches.
 */
export type FoundListing = {
  listing: ListingId;
  title: string;
  price: Cents;
  how: WayToMatch;
  searches: readonly string[];
  /** Path of the thumbnail. */
  picture: string | null;
  allIn?: { total: Cents; destination: string };
};

export type OpenCase = {
  category: string | null;
  claim: Cents | null;
  held: Cents;
  currency: string;
  waits: readonly Wait[];
};

export type Email = {
  template: EmailTemplate;
  /** Null until the address is confirmed: otherwise a stranger could send text to it by choosing a username. */
  username: string | null;
  /** The reader's role in the transaction. */
  role: 'buyer' | 'seller' | null;
  transaction: TransactionSummary | null;
  /** The transaction's state when the e-mail is written. Sentences about money depend on it. */
  money?: MoneyState;
  details: Details;
  /**
   * Path with its one-time token, for verifyEmail, resetPassword, confirmOldEmail, confirmNewEmail and
   * firstFactorAdded.
   */
  path: string | null;
  /** For a change of address: the new address. */
  newEmail?: string;
  /** For shipped: carrier and tracking code. */
  parcel?: { carrier: string | null; trackingCode: string | null };
  /** For caseForStaff: the case when the e-mail is written; `waits` is empty once it is closed. */
  openCase?: OpenCase;
  /** For reviewRemoved. */
  removed?: RemovedReview;
  /** For newMessages: the sender. */
  from?: string;
  messagePath?: string;
  /** For watchedNews: news about watched listings. */
  news?: readonly WatchedNews[];
  /** For searchNews: matches of saved searches. */
  found?: readonly FoundListing[];
  /** For reports of a listing and their decisions. */
  notice?: ListingReportNews;
  /** For dailyDigest: subject and link of each held e-mail. */
  held?: readonly { id: string; subject: string; path: string }[];
  /** One-click link that ends this kind of e-mail; absent if it cannot be turned off. */
  unsubscribe?: string;
  /** For parties of a transaction: size and root of the newest transparency log checkpoint. */
  headLine?: string;
  /** The reader is suspended and cannot act on the transaction. */
  keptOut?: true;
  /** For supportQuestion. */
  question?: SupportQuestion;
};

export type RenderEmail = (email: Email) => { subject: string; text: string; html: string };
