import type { Terms } from '../transactions/terms/termsText.ts';

/** The types of the specification. */
export const DOCUMENTED = [
  'message',
  'review',
  'purchase',
  'sale',
  'payment_success',
  'payment_failed',
  'payment_timeout',
  'sale_payment_received',
] as const;
/** Further types about a transaction. Each opens its page. */
export const TRANSACTION_NOTIFICATIONS = [
  'cancellation',
  'shipping',
  'escrow',
  'dispute',
  'return',
  'refund',
  'payout',
  'hold',
  'review_removed',
] as const;
export type TransactionNotification = (typeof TRANSACTION_NOTIFICATIONS)[number];

export const NOTIFICATION_TYPES = [
  ...DOCUMENTED,
  ...TRANSACTION_NOTIFICATIONS,
  'account',
  'watched',
  'proposal',
  'found',
  'report',
] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];
export type Documented = (typeof DOCUMENTED)[number];

type About = {
  /** Title of the item, quoted if known. */
  item: string;
  sender: string;
  /** Number of messages, or stars of a rating. */
  amount: number;
  /** The transaction's terms, or today's. */
  terms: Terms;
};

/** Texts of the eight documented types. `inAppMessages.ts` has the others. */
export const NOTIFICATIONS: { readonly [Type in Documented]: (about: About) => string } = {
  message: ({ sender, amount }) =>
    amount === 1 ? `New message from ${sender}` : `${amount} new messages from ${sender}`,
  review: ({ sender, amount }) => `${sender} rated you ${amount} out of 5`,
  purchase: ({ item }) => `You are buying ${item}. It is reserved for you while you pay.`,
  sale: ({ item, sender }) => `${sender} is buying ${item}. It is reserved while they pay.`,
  payment_success: ({ item }) => `Your payment for ${item} has arrived and is held in escrow.`,
  sale_payment_received: ({ item, terms }) => `${item} is paid. Please ship it within ${terms.shipment}.`,
  payment_failed: ({ item }) => `Your payment for ${item} failed. You can try again while it is reserved for you.`,
  payment_timeout: ({ item }) =>
    `The time to pay for ${item} is over. The sale was cancelled, and the listing is no longer kept for it.`,
};
