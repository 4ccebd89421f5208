import type { Email } from '#application/notifications/emails/email.ts';
import { refundTime, retryOfRefund, STAFF_CARE } from '#domain/notifications/moneyText.ts';
import { formatCents } from '#domain/shared/euros.ts';
import { cents, type Family, moneyIn, promisedIn, referenceOf, sumOf, titleOf, toTransaction } from '../content.ts';

/** A returned refund, the refund of an extra payment, or the sale's refund. */
const whatIsDelayed = (email: Email): string => {
  const { cameBack, beside, attempt, unconfirmed } = email.details;
  if (unconfirmed === 1) return `Our payment provider has not confirmed the refund for ${titleOf(email)} yet.`;
  const when = typeof attempt === 'number' && attempt > 1 ? 'this time either' : 'the first time';
  if (typeof cameBack === 'number')
    return `${sumOf(cameBack, email)} of your refund for ${titleOf(email)} came back to us from your bank.`;
  return beside === 1
    ? `The refund of your extra payment for ${titleOf(email)} did not go through ${when}. The sale is not affected.`
    : `The refund for ${titleOf(email)} did not go through ${when}.`;
};

/** A refund that came back or failed for the last time is not retried. */
const retry = (email: Email): string[] =>
  email.details.retryAt === null
    ? [STAFF_CARE]
    : moneyIn(email, retryOfRefund(email.details.beside === 1 ? 'duplicateRetry' : 'refundRetry'));

/** The refund of a later decision, with those of the decisions before it. */
const withEarlier = ({ money, details }: Email): string => {
  const before = money?.refundedBefore;
  return before
    ? ` ${formatCents(before)} had already gone back to you, so you got ${formatCents(before + cents(details.amount))} in all.`
    : '';
};

export const refundEmails = {
  refundRequested: (email) => ({
    subject: `Refund of ${sumOf(email.details.amount, email)} on its way: ${referenceOf(email)}`,
    heading: 'Your refund is on its way',
    paragraphs: [
      `${sumOf(email.details.amount, email)} of your payment for ${titleOf(email)} goes back the way it came.`,
      `${refundTime(promisedIn(email))} We will write again when it has arrived.`,
    ],
    action: toTransaction(email),
  }),
  refundDelayed: (email) => ({
    subject: `Your refund is delayed: ${referenceOf(email)}`,
    heading: 'Your refund is delayed',
    paragraphs:
      email.details.unconfirmed === 1
        ? [`${whatIsDelayed(email)} It may still be on its way to you.`, STAFF_CARE]
        : [`${whatIsDelayed(email)} Your money is safe with us.`, ...retry(email)],
    action: toTransaction(email),
  }),
  refundCompleted: (email) => ({
    subject: `Refunded: ${sumOf(email.details.amount, email)}`,
    heading: 'Your refund has been sent',
    paragraphs: [`${sumOf(email.details.amount, email)} for ${titleOf(email)} was sent back to you.`],
    action: toTransaction(email),
  }),
  settledOutside: (email) => ({
    subject: `Sent by bank transfer: ${sumOf(email.details.amount, email)}`,
    heading: 'We sent your money by bank transfer',
    paragraphs: [
      `${sumOf(email.details.amount, email)} for ${titleOf(email)} could not reach you through our payment provider, so our staff sent it from our own bank account.`,
      'The page of the sale shows the reference on your bank statement.',
    ],
    action: toTransaction(email),
  }),
  partialRefundCompleted: (email) => ({
    subject: `Refunded: ${sumOf(email.details.amount, email)}`,
    heading: 'Your refund has been sent',
    paragraphs: [
      `${sumOf(email.details.amount, email)} for ${titleOf(email)} was sent back to you.${withEarlier(email)} The rest of your payment goes to the seller and the platform fee, as decided.`,
    ],
    action: toTransaction(email),
  }),
} as const satisfies Family;
