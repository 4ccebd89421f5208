import { createHash } from 'node:crypto';
import type { Notification } from '#application/contract/notifications.ts';
import type { Recorded } from '#application/ports/eventCodec.ts';
import type { AccountEvent } from '#domain/accounts/events.ts';
import type { ConversationEvent } from '#domain/conversations/events.ts';
import type { InboxEvent } from '#domain/inbox/events.ts';
import type { TransactionEvent } from '#domain/transactions/events.ts';

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
  /** Messages that this one stands for, or stars of a rating. */
  amount: number;
  read: boolean;
  deleted: boolean;
  created_at: number;
};

/** What a later event of the same stream no longer says. */
export type SaleParties = { id: string; buyer_id: string; seller_id: string; listing_id: string; title: string };
export type ConversationParties = { id: string; buyer_id: string; seller_id: string; listing_id: string };

export const HANDLED = [
  'TransactionCreated',
  'PaymentCaptured',
  'PaymentFailed',
  'TransactionExpired',
  'SellerRated',
  'ConversationStarted',
  'MessageSent',
  'ConversationRead',
  'NotificationRead',
  'AllNotificationsRead',
  'NotificationDeleted',
] as const;

type Source = TransactionEvent | AccountEvent | ConversationEvent | InboxEvent;
export type Handled = Recorded<Extract<Source, { type: (typeof HANDLED)[number] }>>;

/** The same cause gives the same id in every rebuild, so what its reader did with it still finds it. */
export const notificationId = (eventId: string, recipient: string, type: Notification['type']): string =>
  createHash('sha256')
    .update(`${eventId.replaceAll('-', '')} ${recipient} ${type}`)
    .digest('hex')
    .slice(0, 32);

const about = (title: string | null): string => (title === null ? 'your item' : `“${title}”`);

export const contentOf = ({ type, title, amount }: NotificationRow, sender: string): string => {
  switch (type) {
    case 'message':
      return amount === 1 ? `New message from ${sender}` : `${amount} new messages from ${sender}`;
    case 'review':
      return `${sender} rated you ${amount} out of 5`;
    case 'purchase':
      return `You are buying ${about(title)}. It is reserved for you while you pay.`;
    case 'sale':
      return `${sender} is buying ${about(title)}. It is reserved until the payment arrives.`;
    case 'payment_success':
      return `Your payment for ${about(title)} has arrived and is held in escrow.`;
    case 'sale_payment_received':
      return `${about(title)} is paid. Please ship it within 4 days.`;
    case 'payment_failed':
      return `Your payment for ${about(title)} failed. You can try again while it is reserved for you.`;
    case 'payment_timeout':
      return `The time to pay for ${about(title)} is over. The sale was cancelled and the listing is free again.`;
  }
};
