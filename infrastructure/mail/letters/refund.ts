import { euros, type Family, referenceOf, titleOf, toSale } from '../content.ts';

export const refundLetters = {
  refundRequested: (letter) => ({
    subject: `Refund of ${euros(letter.details.amount)} on its way: ${referenceOf(letter)}`,
    heading: 'Your refund is on its way',
    paragraphs: [
      `${euros(letter.details.amount)} of your payment for ${titleOf(letter)} go back the way they came.`,
      'Refunds take 5 to 7 business days. We write again when it is done.',
    ],
    action: toSale(letter),
  }),
  refundCompleted: (letter) => ({
    subject: `Refunded: ${euros(letter.details.amount)}`,
    heading: 'Your refund is done',
    paragraphs: [`${euros(letter.details.amount)} for ${titleOf(letter)} were sent back to you.`],
    action: toSale(letter),
  }),
  partialRefundCompleted: (letter) => ({
    subject: `Refunded: ${euros(letter.details.amount)}`,
    heading: 'Your refund is done',
    paragraphs: [
      `${euros(letter.details.amount)} for ${titleOf(letter)} were sent back to you. The rest of your payment goes to the seller, as was decided.`,
    ],
    action: toSale(letter),
  }),
} as const satisfies Family;
