import type { Email } from '#application/notifications/emails/email.ts';
import {
  dividedFor,
  itemAfterDecision,
  refundedBeforeSentence,
  sharesSentence,
} from '#domain/notifications/decisionText.ts';
import { appeal, dispute, disputedFunds, until } from '#domain/notifications/moneyText.ts';
import { cents, euros, type Family, moment, moneyIn, referenceOf, titleOf, toTransaction } from '../content.ts';

const readerOf = ({ role }: Email): 'buyer' | 'seller' | 'staff' => role ?? 'staff';

const sharesIn = (email: Email): string => {
  const { toBuyer, toSeller } = email.details;
  const shares = sharesSentence({ toBuyer: cents(toBuyer), toSeller: cents(toSeller) }, readerOf(email));
  const before = email.money?.refundedBefore;
  return before ? `${shares} ${refundedBeforeSentence(before, cents(toBuyer), readerOf(email))}` : shares;
};

const dividedIn = (email: Email): string => {
  const { toBuyer, toSeller } = email.details;
  return dividedFor({ toBuyer: cents(toBuyer), toSeller: cents(toSeller) }, readerOf(email));
};

const itemIn = (email: Email): string[] => (email.money ? [itemAfterDecision(email.money.item, readerOf(email))] : []);

/** For a reader who may appeal, now or once the refund has arrived. */
const howToAppeal = ({ money, role }: Email): string[] =>
  money && role && (money.appeals[role] ?? money.appealsAfterRefund[role]) !== null
    ? [
        `To appeal${money.appeals[role] === null ? ' then' : ''}, open the page of the sale, press “Appeal the decision” and say why, with photos if you have some. Another member of our staff then decides. You can appeal only once.`,
      ]
    : [];

export const disputeEmails = {
  disputeOpened: (email) => {
    const { claim } = email.details;
    const askedBack = claim ? `; the buyer requests ${euros(claim)} back` : '';
    return {
      subject: `Dispute opened: ${referenceOf(email)}`,
      heading: 'A dispute was opened',
      paragraphs: [
        `There is a dispute about ${titleOf(email)}${askedBack}.`,
        ...moneyIn(email, disputedFunds, dispute),
      ],
      action: toTransaction(email, 'View Dispute'),
    };
  },
  disputeUnderReview: (email) => ({
    subject: `Under review: ${referenceOf(email)}`,
    heading: 'Our staff are reviewing the dispute',
    paragraphs: [`Our staff are reviewing the dispute about ${titleOf(email)}.`, ...moneyIn(email, dispute)],
    action: toTransaction(email, 'View Dispute'),
  }),
  settlementOffered: (email) => ({
    subject: `The seller offers ${euros(email.details.toBuyer)}: ${referenceOf(email)}`,
    heading: 'The seller makes an offer',
    paragraphs: [
      `To settle the dispute about ${titleOf(email)} the seller offers you ${euros(email.details.toBuyer)} back.`,
      ...moneyIn(email, until('settlementOffer')),
    ],
    action: toTransaction(email, 'View Offer'),
  }),
  settlementLapsed: (email) => ({
    subject: `The offer has expired: ${referenceOf(email)}`,
    heading: 'The offer has expired',
    paragraphs: [
      `You did not answer the seller’s offer about ${titleOf(email)} in time, so it has expired.`,
      ...moneyIn(email, dispute),
    ],
    action: toTransaction(email, 'View Dispute'),
  }),
  settlementRefused: (email) => ({
    subject: `Your offer was declined: ${referenceOf(email)}`,
    heading: 'Your offer was declined',
    paragraphs: [`The buyer declined your offer about ${titleOf(email)}.`, ...moneyIn(email, dispute)],
    action: toTransaction(email, 'View Dispute'),
  }),
  disputeClosed: (email) => {
    const divides = typeof email.details.toBuyer === 'number';
    const shares = divides ? sharesIn(email) : 'The dispute is closed and the sale continues.';
    return {
      subject: `Dispute closed: ${referenceOf(email)}`,
      heading: 'The dispute is closed',
      paragraphs: [
        `The dispute about ${titleOf(email)} has ended. ${shares}`,
        ...(divides ? itemIn(email) : []),
        ...moneyIn(email, appeal),
      ],
      action: toTransaction(email),
    };
  },
  decided: (email) => ({
    subject: `Our staff decided: ${referenceOf(email)}`,
    heading: 'Our staff have decided',
    paragraphs: [
      `Our staff decided about ${titleOf(email)}. ${sharesIn(email)}`,
      ...itemIn(email),
      'They wrote down their reasons. You can read them on the page of the sale.',
      ...moneyIn(email, appeal),
      ...howToAppeal(email),
    ],
    action: toTransaction(email, 'View Decision'),
  }),
  lateClaim: (email) => ({
    subject: `A late claim: ${referenceOf(email)}`,
    heading: 'The buyer has made a claim',
    paragraphs: [
      `The buyer has made a claim about ${titleOf(email)}. The time for a dispute has passed, so your money is not affected. Our staff will review the claim.`,
      'You can give your side on the page of the sale, with photos.',
    ],
    action: toTransaction(email),
  }),
  questionAsked: (email) => ({
    subject: `Our staff have a question: ${referenceOf(email)}`,
    heading: 'Our staff have a question',
    paragraphs: [
      `Our staff have a question about ${titleOf(email)}. Please answer by ${moment(email.details.answerBy)}. They will not decide without your answer before then.`,
    ],
    action: toTransaction(email, 'Answer'),
  }),
  statementGiven: (email) => ({
    subject: `A new statement: ${referenceOf(email)}`,
    heading: `The ${email.role === 'buyer' ? 'seller' : 'buyer'} has added a statement`,
    paragraphs: [`There is a new statement about ${titleOf(email)}. You can add one too, until there is a decision.`],
    action: toTransaction(email),
  }),
  decisionDraft: (email) => ({
    subject: `Draft of a decision: ${referenceOf(email)}`,
    heading: 'Our staff propose a decision',
    paragraphs: [
      `If it is confirmed, our staff decide about ${titleOf(email)}: ${dividedIn(email)}.`,
      ...itemIn(email),
      'Their reasons are on the page of the sale.',
      `Is something missing or wrong? Tell us by ${moment(email.details.shownUntil)}. We will not confirm it before then.`,
    ],
    action: toTransaction(email, 'View Draft'),
  }),
  draftWithdrawn: (email) => ({
    subject: `Draft withdrawn: ${referenceOf(email)}`,
    heading: 'The draft of a decision no longer counts',
    paragraphs: [
      `Our staff do not decide about ${titleOf(email)} as their draft said. They look at the sale again and write to you when they have decided.`,
      ...moneyIn(email, disputedFunds),
    ],
    action: toTransaction(email),
  }),
  refundDeferred: (email) => ({
    subject: `You can appeal: ${referenceOf(email)}`,
    heading: 'You can appeal against the decision',
    paragraphs: [
      `Our staff decided that ${euros(email.details.toBuyer)} of the payment for ${titleOf(email)} goes back to the buyer.`,
      ...moneyIn(email, appeal),
      'If you appeal, another member of our staff reviews the decision, and the money stays in escrow until then. You can appeal only once.',
    ],
    action: toTransaction(email, 'View Decision'),
  }),
  decisionAppealed: (email) => ({
    subject: `The decision is appealed: ${referenceOf(email)}`,
    heading: 'The decision is under review',
    paragraphs: [
      `The ${email.role === 'buyer' ? 'seller' : 'buyer'} has appealed against the decision about ${titleOf(email)}. Another member of our staff will review it.`,
      ...moneyIn(email, disputedFunds, dispute),
      'You can add a statement on the page of the sale.',
    ],
    action: toTransaction(email, 'View Dispute'),
  }),
} as const satisfies Family;
