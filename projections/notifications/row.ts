import { createHash } from 'node:crypto';
import type { Notification } from '#application/contract/notifications.ts';
import { NOTIFICATIONS } from '#domain/telling/notifications.ts';
import { factsThat } from '#domain/telling/telling.ts';
import { TERMS, termsOf } from '#domain/transactions/termWords.ts';

export type NotificationRow = {
  id: string;
  account_id: string;
  type: Notification['type'];
  /** Ids, titles and numbers only; names of people are looked up when it is read. */
  sender_id: string | null;
  transaction_id: string | null;
  listing_id: string | null;
  conversation_id: string | null;
  title: string | null;
  /** Of the sale that it is about. */
  policy_version: string | null;
  /** Messages that this one stands for, or stars of a rating. */
  amount: number;
  read: boolean;
  deleted: boolean;
  created_at: number;
};

/** What a later event of the same stream no longer says. */
export type SaleParties = {
  id: string;
  buyer_id: string;
  seller_id: string;
  listing_id: string;
  title: string;
  policy_version: string;
};
export type ConversationParties = { id: string; buyer_id: string; seller_id: string; listing_id: string };

export const HANDLED = [
  ...factsThat(({ notifies }) => notifies),
  'ConversationStarted',
  'ConversationRead',
  'NotificationRead',
  'AllNotificationsRead',
  'NotificationDeleted',
] as const;

/** The same cause gives the same id in every rebuild, so what its reader did with it still finds it. */
export const notificationId = (eventId: string, recipient: string, type: Notification['type']): string =>
  createHash('sha256')
    .update(`${eventId.replaceAll('-', '')} ${recipient} ${type}`)
    .digest('hex')
    .slice(0, 32);

export const contentOf = ({ type, title, amount, policy_version }: NotificationRow, sender: string): string =>
  NOTIFICATIONS[type]({
    item: title === null ? 'your item' : `“${title}”`,
    sender,
    amount,
    terms: policy_version === null ? TERMS : termsOf({ policyVersion: policy_version }),
  });
