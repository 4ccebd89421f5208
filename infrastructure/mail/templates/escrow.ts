import { euros, type Family, moment, referenceOf, titleOf, toSale } from '../content.ts';

export const escrowLetters = {
  escrowNotice: (letter) => {
    const days = letter.details.daysLeft === 1 ? '1 day' : `${letter.details.daysLeft} days`;
    return {
      subject: `Escrow ends in ${days}: ${letter.sale?.title ?? referenceOf(letter)}`,
      heading: `Escrow ends in ${days}`,
      paragraphs: [
        `The escrow of ${titleOf(letter)} ends on ${moment(letter.details.escrowEndsAt)}. After that your payment goes to the seller.`,
        'If it has arrived, confirm the arrival. If it has not, pause the escrow: your payment then stays where it is.',
      ],
      action: { label: 'Pause Escrow', path: `/transaction/${letter.sale?.id ?? ''}/pause-escrow` },
      note: 'If all is well you need do nothing.',
    };
  },
  escrowPaused: (letter) => ({
    subject: `Escrow paused: ${referenceOf(letter)}`,
    heading: 'The escrow is paused',
    paragraphs:
      letter.role === 'buyer'
        ? [
            `The escrow of ${titleOf(letter)} stands still. The funds will remain in escrow until you confirm receipt of the item.`,
            `A pause ends on ${moment(letter.details.limitAt)} at the latest; then our staff look at the sale.`,
          ]
        : [
            `The buyer has paused the escrow of ${titleOf(letter)}. Your money is safe, but it waits.`,
            'Write to the buyer: most pauses end with a parcel that turns up.',
          ],
    action: toSale(letter),
  }),
  escrowResumed: (letter) => ({
    subject: `Escrow runs again: ${referenceOf(letter)}`,
    heading: 'The escrow runs again',
    paragraphs: [`The escrow of ${titleOf(letter)} now ends on ${moment(letter.details.escrowEndsAt)}.`],
    action: toSale(letter),
  }),
  pauseReminder: (letter) => ({
    subject: `Still paused: ${letter.sale?.title ?? referenceOf(letter)}`,
    heading: 'Your escrow has been paused for a week',
    paragraphs: [
      `You paused the escrow of ${titleOf(letter)} seven days ago. Has it arrived?`,
      'Confirm the arrival, resume the escrow, or open a dispute. The seller may now ask our staff to decide.',
    ],
    action: toSale(letter),
  }),
  escrowReleased: (letter) => ({
    subject: `Escrow completed: ${referenceOf(letter)}`,
    heading: 'The escrow has ended',
    paragraphs:
      letter.role === 'seller'
        ? [
            `${euros(letter.details.toSeller)} of ${titleOf(letter)} is yours. The payout follows within 3 business days, once your bank account is verified.`,
          ]
        : letter.details.by === 'timer'
          ? [
              `The escrow time of ${titleOf(letter)} is over, and the payment goes to the seller.`,
              'Did it not arrive? Until the payout has begun you can still open a dispute.',
            ]
          : [`The sale of ${titleOf(letter)} is done. Tell others how it went: you can rate the seller.`],
    action: toSale(letter),
  }),
  bankAccountNeeded: (letter) => ({
    subject: `${euros(letter.details.toSeller)} wait for your bank account`,
    heading: 'Where shall we send your money?',
    paragraphs: [
      `${euros(letter.details.toSeller)} of ${titleOf(letter)} is yours, but there is no verified bank account to send it to.`,
      'Add your banking details. This information is encrypted and stored securely.',
    ],
    action: { label: 'Add Bank Details', path: '/settings?tab=seller' },
  }),
} as const satisfies Family;
