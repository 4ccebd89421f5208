import type { SpelledTerms } from '../transactions/terms/termsText.ts';
import type { NotificationType } from './notificationTypes.ts';

type About = {
  /** Title of the item, quoted if known. */
  item: string;
  sender: string;
  /** Number of messages, or stars of a rating. */
  amount: number;
  /** The transaction's terms, or today's. */
  terms: SpelledTerms;
};

/** Texts of the eight documented types. `inAppMessages.ts` has the others. */
export const NOTIFICATIONS = {
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
} as const satisfies { readonly [Type in NotificationType]?: (about: About) => string };

export type Documented = keyof typeof NOTIFICATIONS;
