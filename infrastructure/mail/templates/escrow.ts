import { clock, dispute, disputedFunds, pause, payout, reclaim } from '#domain/notifications/moneyText.ts';
import { DAY } from '#domain/shared/instants.ts';
import { inDays } from '#domain/shared/lengths.ts';
import { euros, type Family, moneyIn, referenceOf, spelledTermsIn, titleOf, toTransaction } from '../content.ts';

export const escrowEmails = {
  escrowNotice: (email) => {
    const days = inDays(Number(email.details.daysLeft) * DAY);
    return {
      subject: `Escrow ends in ${days}: ${email.transaction?.title ?? referenceOf(email)}`,
      heading: `Escrow ends in ${days}`,
      paragraphs: [
        `The escrow of ${titleOf(email)} is almost over.`,
        ...moneyIn(email, clock),
        'If it has arrived, confirm the arrival. If it has not, pause the escrow: your payment then stays in escrow.',
      ],
      action: { label: 'Pause Escrow', path: `/transaction/${email.transaction?.id ?? ''}/pause-escrow` },
      note: 'If all is well, you do not need to do anything.',
    };
  },
  escrowPaused: (email) => ({
    subject: `Escrow paused: ${referenceOf(email)}`,
    heading: 'The escrow is paused',
    paragraphs:
      email.role === 'buyer'
        ? [
            `The escrow of ${titleOf(email)} is paused. Confirm the arrival when it is there, or resume the escrow.`,
            ...moneyIn(email, pause),
          ]
        : [
            `The buyer has paused the escrow of ${titleOf(email)}.`,
            ...moneyIn(email, pause),
            'Write to the buyer: most pauses end with a parcel that turns up.',
          ],
    action: toTransaction(email),
  }),
  escrowResumed: (email) => ({
    subject: `Escrow resumed: ${referenceOf(email)}`,
    heading: 'The escrow has resumed',
    paragraphs: [`The countdown for ${titleOf(email)} has resumed.`, ...moneyIn(email, clock)],
    action: toTransaction(email),
  }),
  pauseReminder: (email) => ({
    subject: `Still paused: ${email.transaction?.title ?? referenceOf(email)}`,
    heading: `Your escrow has been paused for ${spelledTermsIn(email).pauseReminderAsLength}`,
    paragraphs: [
      `You paused the escrow of ${titleOf(email)} ${spelledTermsIn(email).pauseReminder} ago. Has it arrived?`,
      ...moneyIn(email, pause),
      'Confirm the arrival, resume the escrow, or open a dispute. The seller may now ask our staff to decide.',
    ],
    action: toTransaction(email),
  }),
  escrowReleased: (email) => ({
    subject: `Escrow completed: ${referenceOf(email)}`,
    heading: 'The escrow has ended',
    paragraphs:
      email.role === 'seller'
        ? [
            email.details.suspended
              ? `The escrow of ${titleOf(email)} has ended with ${euros(email.details.toSeller)} for the seller. We start no payout to you while your account is suspended or closed; our staff will review it.`
              : `${euros(email.details.toSeller)} for ${titleOf(email)} has been released to you.`,
            ...(email.details.suspended ? [] : moneyIn(email, payout, reclaim)),
          ]
        : email.details.by === 'timer'
          ? [
              `The escrow of ${titleOf(email)} has ended, and the payment goes to the seller.`,
              ...moneyIn(email, reclaim),
            ]
          : email.details.by === 'staff'
            ? [
                `The escrow of ${titleOf(email)} has ended as our staff decided, and the seller will be paid. Their reasons are on the page of the sale.`,
                ...moneyIn(email, reclaim),
              ]
            : [
                `The escrow of ${titleOf(email)} has ended, and the seller will be paid. Tell others how it went: you can rate the seller as soon as the money can be paid out.`,
                ...moneyIn(email, reclaim),
              ],
    action: toTransaction(email),
  }),
  releaseRevoked: (email) => ({
    subject: `The release was revoked: ${referenceOf(email)}`,
    heading: 'The release was revoked',
    paragraphs: [
      `${euros(email.details.toSeller)} for ${titleOf(email)} had been released to ${email.role === 'seller' ? 'you' : 'the seller'}. We revoked that release and stopped its payout.`,
      ...moneyIn(email, disputedFunds, dispute),
    ],
    action: toTransaction(email),
  }),
  bankAccountNeeded: (email) => ({
    subject: `${euros(email.details.toSeller)} is waiting for your bank account`,
    heading: 'Where shall we send your money?',
    paragraphs: [
      `${euros(email.details.toSeller)} for ${titleOf(email)} has been released to you, but you have no verified bank account to send it to.`,
      'Add your banking details. This information is encrypted and stored securely.',
    ],
    action: { label: 'Add Bank Details', path: '/settings?tab=seller' },
  }),
} as const satisfies Family;
