import { euros, type Family, moment, referenceOf, titleOf, toSale } from '../content.ts';

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
  refundDelayed: (letter) => ({
    subject: `Your refund is delayed: ${referenceOf(letter)}`,
    heading: 'Your refund is delayed',
    paragraphs: [
      `The refund for ${titleOf(letter)} did not go through at once. Your money is safe with us.`,
      typeof letter.details.retryAt === 'number'
        ? `We try again by ourselves, first on ${moment(letter.details.retryAt)}; you need do nothing.`
        : 'Our staff take care of it and write to you if they need anything.',
    ],
    action: toSale(letter),
  }),
  refundCompleted: (letter) => ({
    subject: `Refunded: ${euros(letter.details.amount)}`,
    heading: 'Your refund is done',
    paragraphs: [`${euros(letter.details.amount)} for ${titleOf(letter)} was sent back to you.`],
    action: toSale(letter),
  }),
  partialRefundCompleted: (letter) => ({
    subject: `Refunded: ${euros(letter.details.amount)}`,
    heading: 'Your refund is done',
    paragraphs: [
      `${euros(letter.details.amount)} for ${titleOf(letter)} was sent back to you. The rest of your payment goes to the seller, as was decided.`,
    ],
    action: toSale(letter),
  }),
} as const satisfies Family;
