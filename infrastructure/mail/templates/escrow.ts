import { DAY } from '#domain/shared/instants.ts';
import { inDays } from '#domain/shared/lengths.ts';
import { clock, dispute, disputedFunds, pause, payout, reclaim } from '#domain/telling/moneyWords.ts';
import { euros, type Family, moneyIn, referenceOf, spelledTermsIn, titleOf, toSale } from '../content.ts';

export const escrowEmails = {
  escrowNotice: (email) => {
    const days = inDays(Number(email.details.daysLeft) * DAY);
    return {
      subject: `Escrow ends in ${days}: ${email.sale?.title ?? referenceOf(email)}`,
      heading: `Escrow ends in ${days}`,
      paragraphs: [
        `The escrow of ${titleOf(email)} is almost over.`,
        ...moneyIn(email, clock),
        'If it has arrived, confirm the arrival. If it has not, pause the escrow: your payment then stays where it is.',
      ],
      action: { label: 'Pause Escrow', path: `/transaction/${email.sale?.id ?? ''}/pause-escrow` },
      note: 'If all is well, there is nothing to do.',
    };
  },
  escrowPaused: (email) => ({
    subject: `Escrow paused: ${referenceOf(email)}`,
    heading: 'The escrow is paused',
    paragraphs:
      email.role === 'buyer'
        ? [
            `The escrow of ${titleOf(email)} stands still. Confirm the arrival when it is there, or resume the escrow.`,
            ...moneyIn(email, pause),
          ]
        : [
            `The buyer has paused the escrow of ${titleOf(email)}.`,
            ...moneyIn(email, pause),
            'Write to the buyer: most pauses end with a parcel that turns up.',
          ],
    action: toSale(email),
  }),
  escrowResumed: (email) => ({
    subject: `Escrow runs again: ${referenceOf(email)}`,
    heading: 'The escrow runs again',
    paragraphs: [`The clock of the escrow of ${titleOf(email)} runs again.`, ...moneyIn(email, clock)],
    action: toSale(email),
  }),
  pauseReminder: (email) => ({
    subject: `Still paused: ${email.sale?.title ?? referenceOf(email)}`,
    heading: `Your escrow has been paused for ${spelledTermsIn(email).pauseReminderAsLength}`,
    paragraphs: [
      `You paused the escrow of ${titleOf(email)} ${spelledTermsIn(email).pauseReminder} ago. Has it arrived?`,
      ...moneyIn(email, pause),
      'Confirm the arrival, resume the escrow, or open a dispute. The seller may now ask our staff to decide.',
    ],
    action: toSale(email),
  }),
  escrowReleased: (email) => ({
    subject: `Escrow completed: ${referenceOf(email)}`,
    heading: 'The escrow has ended',
    paragraphs:
      email.role === 'seller'
        ? [
            email.details.suspended
              ? `The escrow of ${titleOf(email)} has ended with ${euros(email.details.toSeller)} for the seller. No payout to you begins while your account is suspended or closed; our staff look at it.`
              : `${euros(email.details.toSeller)} of ${titleOf(email)} is released to you.`,
            ...(email.details.suspended ? [] : moneyIn(email, payout, reclaim)),
          ]
        : email.details.by === 'timer'
          ? [
              `The escrow time of ${titleOf(email)} is over, and the payment goes to the seller.`,
              ...moneyIn(email, reclaim),
            ]
          : [
              `The escrow of ${titleOf(email)} has ended for the seller. Tell others how it went: you can rate the seller as soon as the money can be paid out.`,
              ...moneyIn(email, reclaim),
            ],
    action: toSale(email),
  }),
  releaseRevoked: (email) => ({
    subject: `The release was revoked: ${referenceOf(email)}`,
    heading: 'The release was revoked',
    paragraphs: [
      `${euros(email.details.toSeller)} of ${titleOf(email)} had been released to ${email.role === 'seller' ? 'you' : 'the seller'}. That release was revoked, and its payout is stopped.`,
      ...moneyIn(email, disputedFunds, dispute),
    ],
    action: toSale(email),
  }),
  bankAccountNeeded: (email) => ({
    subject: `${euros(email.details.toSeller)} wait for your bank account`,
    heading: 'Where shall we send your money?',
    paragraphs: [
      `${euros(email.details.toSeller)} of ${titleOf(email)} is released to you, but there is no verified bank account to send it to.`,
      'Add your banking details. This information is encrypted and stored securely.',
    ],
    action: { label: 'Add Bank Details', path: '/settings?tab=seller' },
  }),
} as const satisfies Family;
