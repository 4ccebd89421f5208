import type { AccountEvent } from '#domain/accounts/events.ts';
import type { SecurityEvent } from '#domain/audit/securityLog.ts';
import type { DomainEvent } from '#domain/events.ts';
import { ACCOUNT_TITLES } from '#domain/notifications/accountTitles.ts';
import { IN_FULL, isTransactionEvent } from '#domain/notifications/inFull/inFull.ts';
import { SECURITY_TITLES } from '#domain/notifications/securityLogText.ts';
import { transactionTitle } from '#domain/notifications/transactionTitles.ts';
import type { TransactionEventType } from '#domain/transactions/events.ts';

/** Types without a title. Only their names: the definitions would bring every schema to the page. */
type Untitled = Exclude<DomainEvent['type'], TransactionEventType | AccountEvent['type'] | SecurityEvent['type']>;
const UNTITLED = [
  'NameClaimed',
  'NameReleased',
  'ListingPublished',
  'ListingRevised',
  'ListingPriceReduced',
  'ListingPhotosChanged',
  'ListingRatesSet',
  'ListingArchived',
  'ListingReserved',
  'ReservationReleased',
  'ListingSold',
  'PriceProposed',
  'PriceProposalCountered',
  'PriceProposalAccepted',
  'PriceProposalEnded',
  'ListingReturnedToMarket',
  'ListingRemoved',
  'ListingRestored',
  'PurchaseBegun',
  'PurchasePaid',
  'PurchaseLapsed',
  'PurchaseAbandoned',
  'AgreementBegun',
  'AgreementLapsed',
  'AgreementWithdrawn',
  'AgreementDropped',
  'PurchaseDropped',
  'CaseAssigned',
  'CaseUnassigned',
  'CaseSnoozed',
  'CaseSnoozeEnded',
  'NoteWritten',
  'ConversationStarted',
  'MessageSent',
  'ConversationRead',
  'MessageReported',
  'MessageReportResolved',
  'NotificationRead',
  'AllNotificationsRead',
  'NotificationDeleted',
  'LedgerAttested',
  'LedgerDifferenceFound',
  'OrphanFactRecorded',
  'ImpossibleFactRecorded',
  'UnmatchedObjectRecorded',
  'AlteredFileRecorded',
  'OrphanFactClosed',
  'LogKeyChanged',
  'PersonalDataOpened',
  'ListingWatched',
  'ListingUnwatched',
  'SearchSaved',
  'SearchRenamed',
  'SearchPaceChosen',
  'SearchLookedAt',
  'SearchDeleted',
  'SearchMatched',
  'ListingReported',
  'ListingReportDecided',
  'ListingComplaintMade',
  'ListingComplaintDecided',
  'ReviewWritten',
  'ReviewAnswered',
  'ReviewReported',
  'ReviewReportResolved',
] as const satisfies readonly Untitled[];

const TITLES: Readonly<Record<string, string>> = { ...ACCOUNT_TITLES, ...SECURITY_TITLES };

/** Every event type, as stored. */
export const EVENT_TYPES: readonly string[] = [...Object.keys(IN_FULL), ...Object.keys(TITLES), ...UNTITLED].sort();

/** `Dispute opened`: as screens and e-mails call it, or the words of its name. */
export const titleOfType = (type: string): string =>
  isTransactionEvent(type)
    ? transactionTitle(type)
    : (TITLES[type] ?? type.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
