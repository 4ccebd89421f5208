import { escrowPromise, until } from '#domain/telling/moneyWords.ts';
import { breakdown, type Family, moneyIn, promisedIn, referenceOf, titleOf, toSale } from '../content.ts';

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
    action: toSale(email, 'Complete Purchase'),
  }),
  saleStarted: (email) => ({
    subject: `A buyer for ${email.sale?.title ?? 'your listing'}`,
    heading: 'A collector wants your miniature',
    paragraphs: [
      `${titleOf(email)} is reserved for its buyer.`,
      ...moneyIn(email, until('paymentWindow', 'settlement')),
      'Do not ship yet: we write to you as soon as the payment is in escrow.',
    ],
    action: toSale(email),
  }),
} as const satisfies Family;
