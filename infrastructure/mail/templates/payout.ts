import { euros, type Family, referenceOf, titleOf, toSale } from '../content.ts';

const BANK = { label: 'Check Bank Details', path: '/settings?tab=seller' };

export const payoutLetters = {
  payoutInitiated: (letter) => ({
    subject: `Payout of ${euros(letter.details.amount)} on its way`,
    heading: 'Your payout is on its way',
    paragraphs: [`${euros(letter.details.amount)} for ${titleOf(letter)} is on its way to your bank account.`],
    action: toSale(letter),
  }),
  payoutCompleted: (letter) => ({
    subject: `Paid out: ${euros(letter.details.amount)}`,
    heading: 'Your payout has arrived',
    paragraphs: [
      `${euros(letter.details.amount)} for ${titleOf(letter)} was paid to your bank account. The sale ${referenceOf(letter)} is completed.`,
    ],
    action: toSale(letter),
  }),
  payoutDelayed: (letter) => ({
    subject: `Your payout is delayed: ${referenceOf(letter)}`,
    heading: 'Your payout is delayed',
    paragraphs: [
      `The payout for ${titleOf(letter)} did not go through, for a passing reason. Your money is safe.`,
      letter.details.retryAt === null
        ? 'Our staff take care of it.'
        : 'We try again by ourselves; you need do nothing.',
    ],
    action: toSale(letter),
  }),
  payoutRefused: (letter) => ({
    subject: `Your bank did not take the payout: ${referenceOf(letter)}`,
    heading: 'Your bank did not take the payout',
    paragraphs: [
      `The payout for ${titleOf(letter)} came back from your bank account. Your money is safe with us.`,
      'Check your bank details and save them again; the payout follows once they are verified.',
    ],
    action: BANK,
  }),
} as const satisfies Family;
