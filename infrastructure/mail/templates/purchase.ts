import { escrowPromise, until } from '#domain/notifications/moneyText.ts';
import { breakdown, type Family, moneyIn, promisedIn, referenceOf, titleOf, toTransaction } from '../content.ts';

export const purchaseEmails = {
  purchaseStarted: (email) => ({
    subject: `Your purchase ${referenceOf(email)}`,
    heading: 'Your purchase has begun',
    paragraphs: [
      `You reserved ${titleOf(email)}.`,
      ...moneyIn(email, until('paymentWindow', 'settlement')),
      escrowPromise(promisedIn(email)),
    ],
    amounts: breakdown(email),
    action: toTransaction(email, 'Complete Purchase'),
  }),
  saleStarted: (email) => ({
    subject: `A buyer for ${email.transaction?.title ?? 'your listing'}`,
    heading: 'A collector wants your miniature',
    paragraphs: [
      `${titleOf(email)} is reserved for its buyer.`,
      ...moneyIn(email, until('paymentWindow', 'settlement')),
      'Do not ship yet: we will write as soon as the payment is in escrow.',
    ],
    action: toTransaction(email),
  }),
} as const satisfies Family;
