import type { Email } from '#application/ports/emails.ts';
import { refundTime, retryOfRefund, STAFF_CARE } from '#domain/telling/moneyWords.ts';
import { type Family, moneyIn, promisedIn, referenceOf, sumOf, titleOf, toSale } from '../content.ts';

/** A refund that came back, one of a second payment or the like, or that of the sale. */
const whatIsDelayed = (email: Email): string => {
  const { cameBack, beside, attempt, unconfirmed } = email.details;
  if (unconfirmed === 1) return `Our payment provider has not confirmed the refund for ${titleOf(email)} yet.`;
  const when = typeof attempt === 'number' && attempt > 1 ? 'this time either' : 'at once';
  if (typeof cameBack === 'number')
    return `${sumOf(cameBack, email)} of your refund for ${titleOf(email)} came back to us from your bank.`;
  return beside === 1
    ? `What you get back for ${titleOf(email)} beside the sale did not go through ${when}. The sale is not changed by it.`
    : `The refund for ${titleOf(email)} did not go through ${when}.`;
};

/** A refund that comes back, or fails for the last time, has no other try. */
const retry = (email: Email): string[] =>
  email.details.retryAt === null
    ? [STAFF_CARE]
    : moneyIn(email, retryOfRefund(email.details.beside === 1 ? 'duplicateRetry' : 'refundRetry'));

export const refundEmails = {
  refundRequested: (email) => ({
    subject: `Refund of ${sumOf(email.details.amount, email)} on its way: ${referenceOf(email)}`,
    heading: 'Your refund is on its way',
    paragraphs: [
      `${sumOf(email.details.amount, email)} of your payment for ${titleOf(email)} go back the way they came.`,
      `${refundTime(promisedIn(email))} We write again when it is done.`,
    ],
    action: toSale(email),
  }),
  refundDelayed: (email) => ({
    subject: `Your refund is delayed: ${referenceOf(email)}`,
    heading: 'Your refund is delayed',
    paragraphs:
      email.details.unconfirmed === 1
        ? [`${whatIsDelayed(email)} It may still be on its way to you.`, STAFF_CARE]
        : [`${whatIsDelayed(email)} Your money is safe with us.`, ...retry(email)],
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
