import { type Family, moment, referenceOf, titleOf, toSale } from '../content.ts';

export const returnLetters = {
  returnRequested: (letter) => ({
    subject: `Return requested: ${referenceOf(letter)}`,
    heading: 'The buyer wants to return it',
    paragraphs: [
      `The buyer asks to send ${titleOf(letter)} back. Answer by ${moment(letter.details.answerBy)}; without an answer the return is approved.`,
    ],
    action: toSale(letter, 'Answer'),
  }),
  returnApproved: (letter) => ({
    subject: `Return approved: ${referenceOf(letter)}`,
    heading: letter.role === 'seller' ? 'The return counts as approved' : 'You can send it back',
    paragraphs:
      letter.role === 'seller'
        ? [
            `You did not answer in time, so the return of ${titleOf(letter)} is approved. The buyer has until ${moment(letter.details.shipBackBy)} to send it back.`,
            'When it is with you, confirm it, or say what is wrong and show it.',
          ]
        : [
            `Send ${titleOf(letter)} back with a tracking code by ${moment(letter.details.shipBackBy)}. After that date the return lapses and the escrow runs on.`,
            'The refund comes once the seller has confirmed receipt.',
          ],
    action: letter.role === 'seller' ? toSale(letter) : toSale(letter, 'Enter Tracking Code'),
  }),
  returnRefused: (letter) => ({
    subject: `Return refused: ${referenceOf(letter)}`,
    heading: 'The seller does not accept the return',
    paragraphs: [`The return of ${titleOf(letter)} is now a dispute. The funds stay in escrow, and our staff decide.`],
    action: toSale(letter, 'View Dispute'),
  }),
  returnShipped: (letter) => ({
    subject: `On its way back: ${letter.sale?.title ?? referenceOf(letter)}`,
    heading: 'It is on its way back to you',
    paragraphs: [
      `The buyer has sent ${titleOf(letter)} back. Confirm that it arrived, or say what is wrong, by ${moment(letter.details.inspectBy)}.`,
      'If you do neither, it counts as received and the buyer is refunded.',
    ],
    action: toSale(letter),
  }),
  returnReceived: (letter) => ({
    subject: `Return counts as received: ${referenceOf(letter)}`,
    heading: 'The return counts as received',
    paragraphs: [
      `You neither confirmed nor rejected the return of ${titleOf(letter)} within 12 days, so it counts as received.`,
      'The buyer is refunded in full.',
    ],
    action: toSale(letter),
  }),
  returnLapsed: (letter) => ({
    subject: `Return lapsed: ${referenceOf(letter)}`,
    heading: 'The return has lapsed',
    paragraphs: [`${titleOf(letter)} was not sent back in time. The escrow runs on.`],
    action: toSale(letter),
  }),
} as const satisfies Family;
