import { type Family, moment, referenceOf, sumOf, termsIn, titleOf, toSale } from '../content.ts';

export const refundEmails = {
  refundRequested: (email) => ({
    subject: `Refund of ${sumOf(email.details.amount, email)} on its way: ${referenceOf(email)}`,
    heading: 'Your refund is on its way',
    paragraphs: [
      `${sumOf(email.details.amount, email)} of your payment for ${titleOf(email)} go back the way they came.`,
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
        ? `We try again by ourselves, first on ${moment(email.details.retryAt)}; you do not have to do anything.`
        : 'Our staff take care of it and write to you if they need anything.',
    ],
    action: toSale(email),
  }),
  refundCompleted: (email) => ({
    subject: `Refunded: ${sumOf(email.details.amount, email)}`,
    heading: 'Your refund is done',
    paragraphs: [`${sumOf(email.details.amount, email)} for ${titleOf(email)} was sent back to you.`],
    action: toSale(email),
  }),
  settledOutside: (email) => ({
    subject: `Sent by bank transfer: ${sumOf(email.details.amount, email)}`,
    heading: 'Your money comes by bank transfer',
    paragraphs: [
      `${sumOf(email.details.amount, email)} for ${titleOf(email)} could not reach you through our payment provider, so our staff sent it from our own bank account.`,
      'The page of the sale has the reference that it has in your bank statement.',
    ],
    action: toSale(email),
  }),
  partialRefundCompleted: (email) => ({
    subject: `Refunded: ${sumOf(email.details.amount, email)}`,
    heading: 'Your refund is done',
    paragraphs: [
      `${sumOf(email.details.amount, email)} for ${titleOf(email)} was sent back to you. The rest of your payment is divided between the seller and the platform fee, as was decided.`,
    ],
    action: toSale(email),
  }),
} as const satisfies Family;
