import type { DomainEvent } from '../events.ts';
import { ACCOUNT_EVENT_TEXTS } from './accounts.ts';
import type { EmailContext, EventEmailTo, NoEmail, StaffEmail } from './emails.ts';
import { LISTING_REPORT_EVENT_TEXTS } from './listingReports.ts';
import {
  BOOK_CHECK_EVENT_TEXTS,
  BUYER_EVENT_TEXTS,
  CASE_DESK_EVENT_TEXTS,
  CONVERSATION_EVENT_TEXTS,
  DATA_ACCESS_EVENT_TEXTS,
  LISTING_EVENT_TEXTS,
  LOG_KEY_EVENT_TEXTS,
  NOTIFICATION_STATE_EVENT_TEXTS,
  REVIEW_EVENT_TEXTS,
  SEARCH_EVENT_TEXTS,
  SECURITY_EVENT_TEXTS,
  UNMATCHED_EVENT_EVENT_TEXTS,
  WATCH_LIST_EVENT_TEXTS,
} from './others.ts';
import type { EventText, EventTexts, EventType } from './row.ts';
import { TRANSACTION_EVENT_TEXTS } from './transactions.ts';

/** The texts of every event type. A missing type does not compile. */
export const EVENT_TEXTS: EventTexts<EventType> = {
  ...ACCOUNT_EVENT_TEXTS,
  ...LISTING_EVENT_TEXTS,
  ...BUYER_EVENT_TEXTS,
  ...TRANSACTION_EVENT_TEXTS,
  ...CASE_DESK_EVENT_TEXTS,
  ...CONVERSATION_EVENT_TEXTS,
  ...NOTIFICATION_STATE_EVENT_TEXTS,
  ...BOOK_CHECK_EVENT_TEXTS,
  ...UNMATCHED_EVENT_EVENT_TEXTS,
  ...LOG_KEY_EVENT_TEXTS,
  ...SECURITY_EVENT_TEXTS,
  ...DATA_ACCESS_EVENT_TEXTS,
  ...WATCH_LIST_EVENT_TEXTS,
  ...SEARCH_EVENT_TEXTS,
  ...LISTING_REPORT_EVENT_TEXTS,
  ...REVIEW_EVENT_TEXTS,
};

type Data = DomainEvent['data'];
export const eventTextOf = (type: EventType) => EVENT_TEXTS[type] as EventText<Data>;

const isSilent = (emails: EventText<Data>['emails']): emails is NoEmail => 'silent' in emails;

/** Why the event has no e-mail of its own; undefined if it has one. */
export const whyNoEmail = (type: EventType): string | undefined => {
  const { emails } = eventTextOf(type);
  return isSilent(emails) ? emails.silent : undefined;
};

const TYPES = Object.keys(EVENT_TEXTS) as EventType[];

/** The event types whose texts match. */
export const eventsThat = (does: (eventText: EventText<Data>) => unknown): EventType[] =>
  TYPES.filter((type) => does(eventTextOf(type)));

/** The e-mails that an event sends. */
export const emailsAbout = ({ type, data }: DomainEvent, around: EmailContext): readonly EventEmailTo[] => {
  const { emails } = eventTextOf(type);
  if (isSilent(emails)) return [];
  return typeof emails === 'function' ? emails(data, around) : emails;
};

export const staffEmailAbout = ({ type, data }: DomainEvent, around: EmailContext): StaffEmail | null =>
  eventTextOf(type).toStaff?.(data, around) ?? null;
