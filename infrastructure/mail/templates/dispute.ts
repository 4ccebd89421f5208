import { dispute, disputedFunds, until } from '#domain/telling/moneyWords.ts';
import { euros, type Family, moment, moneyIn, referenceOf, titleOf, toSale } from '../content.ts';

export const disputeEmails = {
  disputeOpened: (email) => {
    const { claim } = email.details;
    const askedBack = claim ? `; ${euros(claim)} is asked back` : '';
    return {
      subject: `Dispute opened: ${referenceOf(email)}`,
      heading: 'A dispute was opened',
      paragraphs: [
        `There is a dispute about ${titleOf(email)}${askedBack}.`,
        ...moneyIn(email, disputedFunds, dispute),
      ],
      action: toSale(email, 'View Dispute'),
    };
  },
  disputeUnderReview: (email) => ({
    subject: `Under review: ${referenceOf(email)}`,
    heading: 'Our staff look at the dispute',
    paragraphs: [`Our staff look at what was said about ${titleOf(email)}.`, ...moneyIn(email, dispute)],
    action: toSale(email, 'View Dispute'),
  }),
  settlementOffered: (email) => ({
    subject: `The seller offers ${euros(email.details.toBuyer)}: ${referenceOf(email)}`,
    heading: 'The seller makes an offer',
    paragraphs: [
      `To settle the dispute about ${titleOf(email)} the seller offers you ${euros(email.details.toBuyer)} back.`,
      ...moneyIn(email, until('settlementOffer')),
    ],
    action: toSale(email, 'View Offer'),
  }),
  settlementLapsed: (email) => ({
    subject: `The offer has lapsed: ${referenceOf(email)}`,
    heading: 'The offer has lapsed',
    paragraphs: [
      `You did not answer the offer of the seller about ${titleOf(email)} in time, so it has lapsed.`,
      ...moneyIn(email, dispute),
    ],
    action: toSale(email, 'View Dispute'),
  }),
  settlementRefused: (email) => ({
    subject: `Your offer was not taken: ${referenceOf(email)}`,
    heading: 'Your offer was not taken',
    paragraphs: [`The buyer did not take your offer about ${titleOf(email)}.`, ...moneyIn(email, dispute)],
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
      `Our staff ask you something about ${titleOf(email)}. Please answer by ${moment(email.details.answerBy)}; before that they decide nothing without your answer.`,
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
      `Is something missing or wrong? Say so by ${moment(email.details.shownUntil)}. It is not confirmed before that.`,
    ],
    action: toSale(email, 'View Draft'),
  }),
  decisionAppealed: (email) => ({
    subject: `The decision is appealed: ${referenceOf(email)}`,
    heading: 'The decision is looked at again',
    paragraphs: [
      `The buyer has appealed against the decision about ${titleOf(email)}. Another member of our staff looks at it.`,
      ...moneyIn(email, disputedFunds, dispute),
      'You can add a statement on the page of the sale.',
    ],
    action: toSale(email, 'View Dispute'),
  }),
} as const satisfies Family;
