import { euros, type Family, moment, referenceOf, termsIn, titleOf, toSale } from '../content.ts';

export const refundEmails = {
  refundRequested: (email) => ({
    subject: `Refund of ${euros(email.details.amount)} on its way: ${referenceOf(email)}`,
    heading: 'Your refund is on its way',
    paragraphs: [
      `${euros(email.details.amount)} of your payment for ${titleOf(email)} go back the way they came.`,
      `Refunds take ${termsIn(email).refund}. We write again when it is done.`,
    ],
    action: toSale(email),
  }),
  refundDelayed: (email) => ({
    subject: `Your refund is delayed: ${referenceOf(email)}`,
    heading: 'Your refund is delayed',
    paragraphs: [
      `The refund for ${titleOf(email)} did not go through at once. Your money is safe with us.`,
      typeof email.details.retryAt === 'number'
        ? `We try again by ourselves, first on ${moment(email.details.retryAt)}; you need do nothing.`
        : 'Our staff take care of it and write to you if they need anything.',
    ],
    action: toSale(email),
  }),
  refundCompleted: (email) => ({
    subject: `Refunded: ${euros(email.details.amount)}`,
    heading: 'Your refund is done',
    paragraphs: [`${euros(email.details.amount)} for ${titleOf(email)} was sent back to you.`],
    action: toSale(email),
  }),
  partialRefundCompleted: (email) => ({
    subject: `Refunded: ${euros(email.details.amount)}`,
    heading: 'Your refund is done',
    paragraphs: [
      `${euros(email.details.amount)} for ${titleOf(email)} was sent back to you. The rest of your payment goes to the seller, as was decided.`,
    ],
    action: toSale(email),
  }),
} as const satisfies Family;
