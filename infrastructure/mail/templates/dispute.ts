import { euros, type Family, moment, referenceOf, titleOf, toSale } from '../content.ts';

export const disputeLetters = {
  disputeOpened: (letter) => ({
    subject: `Dispute opened: ${referenceOf(letter)}`,
    heading: 'A dispute was opened',
    paragraphs: [
      `There is a dispute about ${titleOf(letter)}; ${euros(letter.details.claim)} is asked back. The funds stay in escrow.`,
      ...(letter.role === 'seller'
        ? [
            `You have until ${moment(letter.details.answerBy)} to accept the claim, make an offer or contest it. If you stay silent, our staff decide without you.`,
          ]
        : ['Our staff look at it and decide.']),
    ],
    action: toSale(letter, 'View Dispute'),
  }),
  disputeUnderReview: (letter) => ({
    subject: `Under review: ${referenceOf(letter)}`,
    heading: 'Our staff look at the dispute',
    paragraphs: [`You can expect a decision about ${titleOf(letter)} by ${moment(letter.details.decideBy)}.`],
    action: toSale(letter, 'View Dispute'),
  }),
  settlementOffered: (letter) => ({
    subject: `The seller offers ${euros(letter.details.toBuyer)}: ${referenceOf(letter)}`,
    heading: 'The seller makes an offer',
    paragraphs: [
      `To settle the dispute about ${titleOf(letter)} the seller offers you ${euros(letter.details.toBuyer)} back.`,
      `You can accept or refuse it until ${moment(letter.details.lapsesAt)}. If you do neither, the offer lapses and the dispute goes on.`,
    ],
    action: toSale(letter, 'View Offer'),
  }),
  settlementRefused: (letter) => ({
    subject: `Your offer was not taken: ${referenceOf(letter)}`,
    heading: 'Your offer was not taken',
    paragraphs: [`The buyer did not take your offer about ${titleOf(letter)}. The dispute goes on as before.`],
    action: toSale(letter, 'View Dispute'),
  }),
  disputeClosed: (letter) => {
    const { toBuyer, toSeller } = letter.details;
    const shares =
      typeof toBuyer === 'number'
        ? `${euros(toBuyer)} go back to the buyer, ${euros(toSeller)} go to the seller.`
        : 'It was withdrawn; the sale goes on where it stood.';
    return {
      subject: `Dispute closed: ${referenceOf(letter)}`,
      heading: 'The dispute is closed',
      paragraphs: [`The dispute about ${titleOf(letter)} has ended. ${shares}`],
      action: toSale(letter),
    };
  },
} as const satisfies Family;
