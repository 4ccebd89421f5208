import { breakdown, type Family, moment, referenceOf, titleOf, toSale } from '../content.ts';

export const purchaseLetters = {
  purchaseStarted: (letter) => ({
    subject: `Your purchase ${referenceOf(letter)}`,
    heading: 'Your purchase has begun',
    paragraphs: [
      `You reserved ${titleOf(letter)}. Complete the payment by ${moment(letter.details.windowEndsAt)}.`,
      'Your payment is held in escrow until you confirm that the miniature has arrived. If you do not pay in time, the listing is free again and nothing is charged.',
    ],
    amounts: breakdown(letter),
    action: toSale(letter, 'Complete Purchase'),
  }),
  saleStarted: (letter) => ({
    subject: `A buyer for ${letter.sale?.title ?? 'your listing'}`,
    heading: 'A collector wants your miniature',
    paragraphs: [
      `${titleOf(letter)} is reserved while its buyer pays, until ${moment(letter.details.windowEndsAt)} at the latest.`,
      'Do not ship yet: we write to you as soon as the payment is safe in escrow.',
    ],
    action: toSale(letter),
  }),
} as const satisfies Family;
