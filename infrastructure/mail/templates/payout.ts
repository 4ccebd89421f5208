import { payout } from '#domain/notifications/moneyText.ts';
import { postponedBecause } from '#domain/notifications/transactions/text.ts';
import { euros, type Family, moneyIn, referenceOf, titleOf, toTransaction } from '../content.ts';

const BANK = { label: 'Check Bank Details', path: '/settings?tab=seller' };

export const payoutEmails = {
  payoutInitiated: (email) => ({
    subject: `Payout of ${euros(email.details.amount)} on its way`,
    heading: 'Your payout is on its way',
    paragraphs: [`${euros(email.details.amount)} for ${titleOf(email)} is on its way to your bank account.`],
    action: toTransaction(email),
  }),
  payoutCompleted: (email) => ({
    subject: `Paid out: ${euros(email.details.amount)}`,
    heading: 'Your payout has arrived',
    paragraphs: [
      `${euros(email.details.amount)} for ${titleOf(email)} was paid to your bank account. The sale ${referenceOf(email)} is completed.`,
    ],
    action: toTransaction(email),
  }),
  payoutPostponed: (email) => ({
    subject: `Your payout is postponed: ${referenceOf(email)}`,
    heading: 'Your payout is postponed',
    paragraphs: [
      `The payout for ${titleOf(email)} is postponed${postponedBecause(email.details.cause)}.`,
      ...moneyIn(email, payout),
    ],
    action: toTransaction(email),
  }),
  payoutDelayed: (email) => ({
    subject: `Your payout is delayed: ${referenceOf(email)}`,
    heading: 'Your payout is delayed',
    paragraphs: [
      `The payout for ${titleOf(email)} did not go through because of a temporary problem. Your money is safe.`,
      email.details.retryAt === null
        ? 'Our staff are taking care of it.'
        : 'We will try again; you do not have to do anything.',
      ...(email.details.retryAt === null ? [] : moneyIn(email, payout)),
    ],
    action: toTransaction(email),
  }),
  payoutRefused: (email) => ({
    subject: `Your bank did not accept the payout: ${referenceOf(email)}`,
    heading: 'Your bank did not accept the payout',
    paragraphs: [
      `The payout for ${titleOf(email)} came back from your bank account. Your money is safe with us.`,
      'Check your bank details and save them again. The payout follows once we have verified them.',
    ],
    action: BANK,
  }),
} as const satisfies Family;
