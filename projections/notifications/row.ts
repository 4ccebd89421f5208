import { createHash } from 'node:crypto';
import type { Notification } from '#application/contract/notifications.ts';
import { inAppText, NOTIFIED_EVENTS } from '#domain/notifications/inAppMessages.ts';
import { type Documented, NOTIFICATIONS } from '#domain/notifications/notifications.ts';
import type { EventType, SentenceFields } from '#domain/notifications/row.ts';
import { foundText } from '#domain/notifications/savedSearchMatches.ts';
import { TERMS, termsOf } from '#domain/transactions/terms/termsText.ts';

export type NotificationRow = {
  id: string;
  account_id: string;
  type: Notification['type'];
  /** The id of the event that caused it. */
  cause: string;
  /** Ids, titles and numbers only; people's names are looked up when it is read. */
  sender_id: string | null;
  transaction_id: string | null;
  listing_id: string | null;
  conversation_id: string | null;
  title: string | null;
  /** The terms of the transaction. */
  policy_version: string | null;
  /** The number of messages, or the stars of a rating. */
  amount: number;
  /** For types other than the documented eight: the event, and who reads about it. */
  said: {
    fact: EventType;
    to: 'buyer' | 'seller' | 'owner' | 'watcher' | 'searcher' | 'sender' | 'reporter';
    kept: SentenceFields;
  } | null;
  read: boolean;
  deleted: boolean;
  created_at: number;
};

/** Kept because later events of the stream do not repeat it. */
export type TransactionParties = {
  id: string;
  buyer_id: string;
  seller_id: string;
  listing_id: string;
  title: string;
  policy_version: string;
};
export type ConversationParties = { id: string; buyer_id: string; seller_id: string; listing_id: string };

export type Watcher = { account_id: string; listing_id: string };

export const HANDLED = [
  ...NOTIFIED_EVENTS,
  'ListingWatched',
  'ListingUnwatched',
  'SearchLookedAt',
  'AccountErased',
  'ConversationStarted',
  'ConversationRead',
  'NotificationRead',
  'AllNotificationsRead',
  'NotificationDeleted',
] as const;

/** The same in every rebuild, so later events such as `NotificationRead` still match. */
export const notificationId = (eventId: string, recipient: string, type: Notification['type']): string =>
  createHash('sha256')
    .update(`${eventId.replaceAll('-', '')} ${recipient} ${type}`)
    .digest('hex')
    .slice(0, 32);

const isDocumented = (type: Notification['type']): type is Documented => Object.hasOwn(NOTIFICATIONS, type);

const OF_OTHERS: readonly Notification['type'][] = ['watched', 'found', 'report'];

/** `away`: the listing's seller cannot sell at present. `search`: the name of the saved search; null if deleted. */
export const contentOf = (
  row: NotificationRow,
  { sender, search, away = false }: { sender: string; search: string | null; away?: boolean },
): string => {
  const { type, title, amount, policy_version, said } = row;
  const unnamed = type === 'proposal' ? 'an item' : OF_OTHERS.includes(type) ? 'An item' : 'your item';
  const item = title === null ? unnamed : `“${title}”`;
  if (said?.to === 'searcher') {
    const named = search === null ? 'a search that you had saved' : `your saved search “${search}”`;
    return foundText(said.kept, { title: item, search: named, amount });
  }
  if (said) return inAppText({ ...said, to: said.to }, { title: item, other: sender, away });
  if (!isDocumented(type)) return '';
  const terms = policy_version === null ? TERMS : termsOf({ policyVersion: policy_version });
  return NOTIFICATIONS[type]({ item, sender, amount, terms });
};
