import { escrowPromise } from '#domain/notifications/moneyText.ts';
import { breakdown, type Family, moment, promisedIn, referenceOf, titleOf, toTransaction } from '../content.ts';

export const purchaseEmails = {
  purchaseStarted: (email) => ({
    subject: `Your purchase ${referenceOf(email)}`,
    heading: 'Your purchase has begun',
    paragraphs: [
      `You reserved ${titleOf(email)}. Complete the payment by ${moment(email.details.windowEndsAt)}.`,
      escrowPromise(promisedIn(email)),
      'If you do not pay in time, the purchase ends and nothing is charged.',
    ],
    amounts: breakdown(email),
    action: toTransaction(email, 'Complete Purchase'),
  }),
  saleStarted: (email) => ({
    subject: `A buyer for ${email.sale?.title ?? 'your listing'}`,
    heading: 'A collector wants your miniature',
    paragraphs: [
      `${titleOf(email)} is reserved for its buyer until ${moment(email.details.windowEndsAt)}, or longer while a bank processes the payment.`,
      'Do not ship yet: we write to you as soon as the payment is in escrow.',
    ],
    action: toTransaction(email),
  }),
} as const satisfies Family;
