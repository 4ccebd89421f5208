import { euros, type Family, moment, referenceOf, titleOf, toSale } from '../content.ts';

export const disputeEmails = {
  disputeOpened: (email) => {
    const { claim, answerBy } = email.details;
    const askedBack = claim ? `; ${euros(claim)} is asked back` : '';
    const decided =
      typeof answerBy === 'number'
        ? `The seller has until ${moment(answerBy)} to answer. If the two of you find no agreement, our staff decide.`
        : 'Our staff look at it and decide.';
    return {
      subject: `Dispute opened: ${referenceOf(email)}`,
      heading: 'A dispute was opened',
      paragraphs: [
        `There is a dispute about ${titleOf(email)}${askedBack}. The funds stay in escrow.`,
        email.role === 'seller'
          ? `You have until ${moment(answerBy)} to accept the claim, make an offer or contest it. If you stay silent, our staff decide without you.`
          : decided,
      ],
      action: toSale(email, 'View Dispute'),
    };
  },
  disputeUnderReview: (email) => ({
    subject: `Under review: ${referenceOf(email)}`,
    heading: 'Our staff look at the dispute',
    paragraphs: [`You can expect a decision about ${titleOf(email)} by ${moment(email.details.decideBy)}.`],
    action: toSale(email, 'View Dispute'),
  }),
  settlementOffered: (email) => ({
    subject: `The seller offers ${euros(email.details.toBuyer)}: ${referenceOf(email)}`,
    heading: 'The seller makes an offer',
    paragraphs: [
      `To settle the dispute about ${titleOf(email)} the seller offers you ${euros(email.details.toBuyer)} back.`,
      `You can accept or refuse it until ${moment(email.details.lapsesAt)}. If you do neither, the offer lapses and the dispute goes on.`,
    ],
    action: toSale(email, 'View Offer'),
  }),
  settlementRefused: (email) => ({
    subject: `Your offer was not taken: ${referenceOf(email)}`,
    heading: 'Your offer was not taken',
    paragraphs: [`The buyer did not take your offer about ${titleOf(email)}. The dispute goes on as before.`],
    action: toSale(email, 'View Dispute'),
  }),
  disputeClosed: (email) => {
    const { toBuyer, toSeller } = email.details;
    const shares =
      typeof toBuyer === 'number'
        ? `${euros(toBuyer)} go back to the buyer, ${euros(toSeller)} go to the seller.`
        : 'It was withdrawn; the sale goes on where it stood.';
    return {
      subject: `Dispute closed: ${referenceOf(email)}`,
      heading: 'The dispute is closed',
      paragraphs: [`The dispute about ${titleOf(email)} has ended. ${shares}`],
      action: toSale(email),
    };
  },
  lateClaim: (email) => ({
    subject: `A late claim: ${referenceOf(email)}`,
    heading: 'The buyer makes a claim',
    paragraphs: [
      `The buyer makes a claim about ${titleOf(email)}. The time for a dispute is over, so nothing changes with your money; our staff look at the claim.`,
      'On the page of the sale you can say how you see it, with photos.',
    ],
    action: toSale(email),
  }),
  questionAsked: (email) => ({
    subject: `Our staff have a question: ${referenceOf(email)}`,
    heading: 'Our staff have a question',
    paragraphs: [
      `Our staff ask you something about ${titleOf(email)}. Please answer by ${moment(email.details.answerBy)}; before that they decide nothing.`,
    ],
    action: toSale(email, 'Answer'),
  }),
  statementGiven: (email) => ({
    subject: `A new statement: ${referenceOf(email)}`,
    heading: `The ${email.role === 'buyer' ? 'seller' : 'buyer'} has added a statement`,
    paragraphs: [`There is a new statement about ${titleOf(email)}. Until it is decided you can add one, too.`],
    action: toSale(email),
  }),
  decisionDraft: (email) => ({
    subject: `Draft of a decision: ${referenceOf(email)}`,
    heading: 'Our staff mean to decide',
    paragraphs: [
      `About ${titleOf(email)}: ${euros(email.details.toBuyer)} would go back to the buyer, ${euros(email.details.toSeller)} to the seller.`,
      `Is something missing or wrong? Say so by ${moment(email.details.shownUntil)}. Nothing moves before that.`,
    ],
    action: toSale(email, 'View Draft'),
  }),
  decisionAppealed: (email) => ({
    subject: `The decision is appealed: ${referenceOf(email)}`,
    heading: 'The decision is looked at again',
    paragraphs: [
      `The buyer has appealed against the decision about ${titleOf(email)}. Another member of our staff decides by ${moment(email.details.decideBy)}; until then the money is in escrow again.`,
      'You can add a statement on the page of the sale.',
    ],
    action: toSale(email, 'View Dispute'),
  }),
} as const satisfies Family;
