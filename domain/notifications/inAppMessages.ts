import type { DomainEvent } from '../events.ts';
import { emailsAbout, eventsThat, eventTextOf, whyNoEmail } from './eventTexts.ts';
import { IN_APP_MESSAGES, type InAppMessage } from './inAppTypes.ts';
import { LISTING_REPORT_MESSAGES, listingReportMessages, listingReportText } from './listingReports.ts';
import { messageReportText } from './messageReports.ts';
import type { NotificationType } from './notificationTypes.ts';
import { isPriceOfferNews, PRICE_OFFER_NEWS, priceOfferMessage, priceOfferText } from './priceOffers.ts';
import { type EventType, fieldsFor, filled, type SentenceFields, sentenceText } from './row.ts';
import { isWatchedEvent, newsText, WATCHED_EVENTS } from './watchedListings.ts';

type Party = 'buyer' | 'seller';
type TransactionMessageType = keyof typeof IN_APP_MESSAGES;

/** Messages about the account itself. */
const OWNERS = {
  BankAccountRejected: 'Your bank account could not be verified. Please check your bank details.',
} as const satisfies { readonly [Type in EventType]?: string };

const isOwners = (type: EventType): type is keyof typeof OWNERS => Object.hasOwn(OWNERS, type);
const isOfTransaction = (type: EventType): type is TransactionMessageType => Object.hasOwn(IN_APP_MESSAGES, type);
const inAppMessageOf = (type: TransactionMessageType) => IN_APP_MESSAGES[type] as InAppMessage<DomainEvent['data']>;

/** Why an event sends an e-mail but no in-app message. */
const EMAIL_ONLY: Readonly<Partial<Record<EventType, string>>> = {
  AccountRegistered: 'an unverified account is not signed in',
  PasswordChanged: 'a warning to the address, in case it was somebody else',
  SecondFactorAdded: 'a warning to the address, in case it was somebody else',
  SecondFactorRemoved: 'a warning to the address, in case it was somebody else',
  PasskeyAdded: 'a warning to the address, in case it was somebody else',
  PasskeyRemoved: 'a warning to the address, in case it was somebody else',
  RecoveryCodesRenewed: 'a warning to the address, in case it was somebody else',
  EmailChangeRequested: 'both addresses have a link by email, and the settings show the request',
  EmailChanged: 'a warning to the address, in case it was somebody else',
  EmailChangeEnded: 'a warning to the address, in case it was somebody else',
  BankDetailsProvided: 'a warning to the address, in case it was somebody else',
  BankAccountVerified: 'an email confirms it, and the settings show it',
  AccountSuspended: 'its sessions end',
  AccountReinstated: 'the account is not signed in',
  AccountTerminated: 'its sessions end',
  DeletionRequested: 'the owner’s own action; the email warns, in case it was somebody else',
  DeletionCancelled: 'the owner’s own action; the email warns, in case it was somebody else',
  SupportContacted: 'the owner’s own action; the email goes to support',
  MessageReported: 'the owner’s own action; the email goes to support',
  ListingReported: 'the owner’s own action; the email confirms it, and staff have a case',
  ListingComplaintMade: 'the owner’s own action; the email confirms it, and staff have a case',
  ReviewReported: 'the owner’s own action; the email goes to support',
};

/** Why the event has no in-app message; undefined if it has one. */
export const whyNotInApp = (type: EventType): string | undefined =>
  eventTextOf(type).notifies ||
  isOfTransaction(type) ||
  isOwners(type) ||
  isPriceOfferNews(type) ||
  listingReportMessages(type) ||
  type === 'MessageReportResolved'
    ? undefined
    : (EMAIL_ONLY[type] ?? whyNoEmail(type));

/** The party's own action: an e-mail confirms it, and no in-app message is needed. */
export const isOwnAction = (type: EventType, party: Party): boolean =>
  isOfTransaction(type) && inAppMessageOf(type)[party] === null;

export const IN_APP_EVENTS: readonly EventType[] = [
  ...(Object.keys(IN_APP_MESSAGES) as TransactionMessageType[]),
  ...(Object.keys(OWNERS) as EventType[]),
  ...PRICE_OFFER_NEWS,
  ...LISTING_REPORT_MESSAGES,
  'MessageReportResolved',
];

/** Every event that creates a notification. */
export const NOTIFIED_EVENTS: readonly EventType[] = [
  ...new Set([
    ...eventsThat(({ notifies }) => notifies),
    ...IN_APP_EVENTS,
    ...WATCHED_EVENTS,
    'SearchMatched' as const,
  ]),
];

type RecipientMessage = { to: Party | 'owner'; type: NotificationType; kept: SentenceFields };

/** Recipients of an event's in-app message: the same as of its e-mails. The eight documented types are elsewhere. */
export const inAppMessagesOf = (event: DomainEvent): RecipientMessage[] => {
  const { type, data } = event;
  if (isOwners(type)) return [{ to: 'owner', type: 'account', kept: {} }];
  if (isPriceOfferNews(type)) return priceOfferMessage(event).map((said) => ({ ...said, type: 'proposal' }));
  if (!isOfTransaction(type)) return [];
  const bell = inAppMessageOf(type);
  const told = new Set(
    emailsAbout(event, { subject: '', eventId: '', commandId: '', paid: false }).map(({ to }) => to),
  );
  return (['buyer', 'seller'] as const).flatMap((to): RecipientMessage[] => {
    const said = bell[to];
    return said && told.has(to) ? [{ to, type: bell.type, kept: fieldsFor(said, data) }] : [];
  });
};

/** `title`: quoted. An event of a newer release only says that there is news. */
export const inAppText = (
  {
    fact,
    to,
    kept,
  }: { fact: EventType; to: Party | 'owner' | 'watcher' | 'sender' | 'reporter'; kept: SentenceFields },
  { away, ...words }: { title: string; other: string; away?: boolean },
): string => {
  if (isOwners(fact)) return OWNERS[fact];
  if (to === 'sender' || (to === 'reporter' && fact === 'MessageReportResolved'))
    return messageReportText(to, kept, words.title);
  if (to === 'watcher')
    return isWatchedEvent(fact) ? newsText(fact, kept, words.title, away) : `There is news about ${words.title}.`;
  if (isPriceOfferNews(fact)) return priceOfferText(fact, to, kept, words) ?? `There is news about ${words.title}.`;
  if (to === 'seller' || to === 'reporter') {
    if (listingReportMessages(fact)) return listingReportText(fact, to, kept, words.title);
    if (to === 'reporter') return `There is news about ${words.title}.`;
  }
  const said = to === 'owner' || !isOfTransaction(fact) ? null : inAppMessageOf(fact)[to];
  return filled((said && sentenceText(said, kept)) ?? 'There is news about {title}.', words);
};
