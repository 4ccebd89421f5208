import { UNREAD_TERM } from '../accounts/limits.ts';
import type { DataAccessEvent } from '../audit/accessLog.ts';
import type { SecurityEvent } from '../audit/securityLog.ts';
import type { ConversationEvent } from '../conversations/conversation.ts';
import type { ListingEvent } from '../listings/events.ts';
import type { SearchEvent } from '../listings/savedSearches.ts';
import type { WatchListEvent } from '../listings/watchList.ts';
import type { BookCheckEvent } from '../reconciliation/bookChecks.ts';
import type { UnmatchedProviderEvent } from '../reconciliation/unmatchedProviderEvents.ts';
import type { ReviewEvent } from '../reviews/review.ts';
import type { CaseDeskEvent } from '../transactions/caseDesk.ts';
import type { UnpaidPurchaseEvent } from '../transactions/unpaidPurchases/unpaidPurchases.ts';
import type { LogKeyEvent } from '../transparency/signingKeys.ts';
import { noEmail, toBuyer, toSeller } from './emails.ts';
import { emailsOfMessageReport } from './messageReports.ts';
import type { NotificationStateEvent } from './notificationState.ts';
import { emailsAboutPriceOffer } from './priceOffers.ts';
import { asCase, type EventTexts } from './row.ts';

const OWN_STEP = noEmail('the owner’s own action');
const NEW_MESSAGE = 'New message from {other}';

export const LISTING_EVENT_TEXTS: EventTexts<ListingEvent['type']> = {
  ListingPublished: { audience: 'owner', emails: OWN_STEP },
  ListingRevised: { audience: 'owner', emails: OWN_STEP },
  ListingRatesSet: { audience: 'owner', emails: OWN_STEP },
  ListingPriceReduced: { audience: 'owner', emails: OWN_STEP },
  ListingPhotosChanged: { audience: 'owner', emails: OWN_STEP },
  ListingArchived: {
    audience: 'owner',
    emails: noEmail('the owner’s own action, or part of the end of a sale, which has its own email'),
  },
  ListingReserved: { audience: 'owner', emails: noEmail('always with TransactionCreated') },
  ReservationReleased: {
    audience: 'owner',
    emails: noEmail('always after the end of a sale, which has its own email'),
  },
  ListingSold: { audience: 'owner', emails: noEmail('always with PaymentCaptured') },
  ListingReturnedToMarket: {
    audience: 'owner',
    emails: noEmail('always after a refund, which has its own email'),
  },
  PriceProposed: { audience: 'both', emails: emailsAboutPriceOffer('PriceProposed') },
  PriceProposalCountered: { audience: 'both', emails: emailsAboutPriceOffer('PriceProposalCountered') },
  PriceProposalAccepted: { audience: 'both', emails: emailsAboutPriceOffer('PriceProposalAccepted') },
  PriceProposalEnded: { audience: 'both', emails: emailsAboutPriceOffer('PriceProposalEnded') },
  ListingRemoved: {
    audience: 'owner',
    emails: noEmail('always with a decision on reports, whose email has the reasons'),
  },
  ListingRestored: { audience: 'owner', emails: noEmail('always after a decided complaint, which has its own email') },
};

const OF_A_TRANSACTION = noEmail('always with an event of its sale, which has its own email');
const OF_AN_OFFER = noEmail('always with an event of the price offer, which has its own email');

export const BUYER_EVENT_TEXTS: EventTexts<UnpaidPurchaseEvent['type']> = {
  PurchaseBegun: { audience: 'owner', emails: OF_A_TRANSACTION },
  PurchasePaid: { audience: 'owner', emails: OF_A_TRANSACTION },
  PurchaseLapsed: { audience: 'owner', emails: OF_A_TRANSACTION },
  PurchaseAbandoned: { audience: 'owner', emails: OWN_STEP },
  PurchaseDropped: { audience: 'owner', emails: OF_A_TRANSACTION },
  AgreementBegun: { audience: 'owner', emails: OF_AN_OFFER },
  AgreementLapsed: { audience: 'owner', emails: OF_AN_OFFER },
  AgreementWithdrawn: { audience: 'owner', emails: OWN_STEP },
  AgreementDropped: { audience: 'owner', emails: OF_AN_OFFER },
};

export const CONVERSATION_EVENT_TEXTS: EventTexts<ConversationEvent['type']> = {
  ConversationStarted: {
    audience: 'both',
    emails: noEmail('its first message has its own email'),
  },
  MessageSent: {
    audience: 'both',
    emails: noEmail(`mailed after ${UNREAD_TERM} unread, once a conversation`),
    notifies: { buyer: 'message', seller: 'message' },
    activity: { buyer: NEW_MESSAGE, seller: NEW_MESSAGE },
  },
  ConversationRead: {
    audience: 'both',
    emails: noEmail('shown to the sender in the conversation'),
  },
  MessageReported: {
    audience: 'staff',
    emails: ({ messageId }) => [{ to: 'support', template: 'messageReported', details: { message: messageId } }],
  },
  MessageReportResolved: {
    // the event names the reporters, so no party reads it
    audience: 'staff',
    emails: emailsOfMessageReport,
  },
};

export const NOTIFICATION_STATE_EVENT_TEXTS: EventTexts<NotificationStateEvent['type']> = {
  NotificationRead: { audience: 'owner', emails: OWN_STEP },
  AllNotificationsRead: { audience: 'owner', emails: OWN_STEP },
  NotificationDeleted: { audience: 'owner', emails: OWN_STEP },
};

export const WATCH_LIST_EVENT_TEXTS: EventTexts<WatchListEvent['type']> = {
  ListingWatched: { audience: 'owner', emails: OWN_STEP },
  ListingUnwatched: { audience: 'owner', emails: OWN_STEP },
};

export const SEARCH_EVENT_TEXTS: EventTexts<SearchEvent['type']> = {
  SearchSaved: { audience: 'owner', emails: OWN_STEP },
  SearchRenamed: { audience: 'owner', emails: OWN_STEP },
  SearchPaceChosen: { audience: 'owner', emails: OWN_STEP },
  SearchLookedAt: { audience: 'owner', emails: OWN_STEP },
  SearchDeleted: { audience: 'owner', emails: OWN_STEP },
  SearchMatched: { audience: 'owner', emails: noEmail('one email bundles all matches') },
};

export const REVIEW_EVENT_TEXTS: EventTexts<ReviewEvent['type']> = {
  ReviewWritten: {
    audience: 'both',
    emails: ({ rating }) => [toSeller('reviewWritten', { rating })],
    activity: { seller: '{other} wrote a review of {title}' },
  },
  ReviewAnswered: { audience: 'both', emails: noEmail('shown below the review; it asks for nothing') },
  ReviewReported: {
    audience: 'staff',
    emails: ({ part }) => [{ to: 'support', template: 'reviewReported', details: { part } }],
  },
  ReviewReportResolved: {
    audience: 'both',
    emails: ({ part, outcome }) => {
      if (outcome === 'kept') return [];
      return [part === 'review' ? toBuyer('reviewRemoved') : toSeller('reviewRemoved')];
    },
    activity: {
      buyer: 'Your review of {title} was removed',
      seller: 'Your answer to the review of {title} was removed',
    },
  },
};

export const UNMATCHED_EVENT_EVENT_TEXTS: EventTexts<UnmatchedProviderEvent['type']> = {
  OrphanFactRecorded: {
    audience: 'staff',
    emails: noEmail('it is not known whom it concerns: an email to staff'),
    toStaff: asCase('orphanFact'),
  },
  ImpossibleFactRecorded: {
    audience: 'staff',
    emails: noEmail('no sale can record it: an email to staff'),
    toStaff: asCase('impossibleFact'),
  },
  UnmatchedObjectRecorded: {
    audience: 'staff',
    emails: noEmail('its meaning is not known yet: an email to staff'),
    toStaff: asCase('unmatchedObject'),
  },
  AlteredFileRecorded: {
    audience: 'staff',
    emails: noEmail('its cause is not known yet: an email to staff'),
    toStaff: asCase('alteredFile'),
  },
  OrphanFactClosed: {
    audience: 'staff',
    emails: noEmail('a note of staff about their own work'),
  },
};

const OF_STAFF = noEmail('the own work of staff, shown in their queue');

export const CASE_DESK_EVENT_TEXTS: EventTexts<CaseDeskEvent['type']> = {
  CaseAssigned: { audience: 'staff', emails: OF_STAFF },
  CaseUnassigned: { audience: 'staff', emails: OF_STAFF },
  CaseSnoozed: { audience: 'staff', emails: OF_STAFF },
  CaseSnoozeEnded: { audience: 'staff', emails: OF_STAFF },
  NoteWritten: { audience: 'staff', emails: OF_STAFF },
};

export const LOG_KEY_EVENT_TEXTS: EventTexts<LogKeyEvent['type']> = {
  LogKeyChanged: { audience: 'staff', emails: noEmail('browsers and auditors read it in the log itself') },
};

export const SECURITY_EVENT_TEXTS: EventTexts<SecurityEvent['type']> = {
  SignInSucceeded: { audience: 'owner', emails: noEmail('a new device sends a warning of its own') },
  SignInRefused: { audience: 'staff', emails: noEmail('many in a row warn the account') },
  AccessRefused: { audience: 'staff', emails: noEmail('auditors read it') },
};

export const DATA_ACCESS_EVENT_TEXTS: EventTexts<DataAccessEvent['type']> = {
  PersonalDataOpened: { audience: 'owner', emails: noEmail('shown in their settings, with the reason') },
};

export const BOOK_CHECK_EVENT_TEXTS: EventTexts<BookCheckEvent['type']> = {
  LedgerAttested: {
    audience: 'staff',
    emails: noEmail('the books agree; the weekly report counts the nights'),
  },
  LedgerDifferenceFound: {
    audience: 'staff',
    emails: noEmail('the marketplace’s own matter: an email to staff and admins'),
    toStaff: ({ night, since, faults, atProvider, expectedAtProvider }) =>
      // sent on the first night only
      since === night
        ? {
            roles: ['staff', 'admin'],
            template: 'ledgerDiffers',
            details: { night, faults: faults.join(' '), difference: atProvider - expectedAtProvider },
            cause: `ledger.${night}`,
          }
        : null,
  },
};
