import { formatCents } from '../../shared/euros.ts';
import { BUNDLE_LABELS } from '../categoryLabels.ts';
import { byWhom } from '../transactions/text.ts';
import { AS_IN_TIMELINE, dividedInFull, type FullSentences, until } from './sentence.ts';

/** Disputes, decisions of staff, and returns. */
export const disputes = {
  DisputeOpened: ({ by, category, claim, answerBy }, tell) => {
    const who = by === 'system' ? 'A dispute was opened automatically' : `${tell.who} opened a dispute`;
    const claimed = claim > 0 ? ` The buyer claims back ${formatCents(claim)}.` : '';
    return `${who}. The category is “${BUNDLE_LABELS[category]}”.${claimed}${until('An answer is due by', answerBy, tell)}`;
  },
  DisputeContested: ({ decideBy }, tell) =>
    `${tell.who} contests the claim.${until('Staff should decide by', decideBy, tell)}`,
  SellerSilent: ({ decideBy }, tell) =>
    `${tell.seller} did not answer in time.${until('Staff should decide by', decideBy, tell)}`,
  DisputeReferred: ({ decideBy }, tell) =>
    `The dispute went to staff for review.${until('They should decide by', decideBy, tell)}`,
  DisputeWithdrawn: (_, { who }) => `${who} withdrew the dispute.`,
  DisputeAccepted: (data, tell) => `${tell.who} accepted the claim. ${dividedInFull(data, tell)}`,
  SettlementOffered: ({ toBuyer, lapsesAt }, tell) =>
    `${tell.who} offered to settle: ${formatCents(toBuyer)} would go back to ${tell.buyer}.${until('The offer lapses on', lapsesAt, tell)}`,
  SettlementAccepted: (data, tell) => `${tell.who} accepted the settlement offer. ${dividedInFull(data, tell)}`,
  SettlementRefused: (_, { who }) => `${who} refused the settlement offer.`,
  SettlementLapsed: AS_IN_TIMELINE,
  StatementGiven: (_, { who }) => `${who} gave a statement.`,
  QuestionAsked: ({ party, answerBy }, tell) =>
    `${tell.who} asked ${tell[party]} a question.${until('An answer is due by', answerBy, tell)}`,
  ReviewOverdue: () => 'The time to decide passed without a decision. Staff were warned.',
  LateClaimRecorded: ({ by }) => `A claim was made ${byWhom(by)} after the payout had begun. Staff were informed.`,

  DisputeDecided: (data, tell) => {
    const decider = tell.staff(data.decidedBy);
    const isOwn = decider.toLowerCase() === tell.who.toLowerCase();
    const who = isOwn ? `${tell.who} decided` : `The decision of ${decider}, confirmed by another person, takes effect`;
    return `${who}. ${dividedInFull(data, tell)}`;
  },
  DecisionProposed: (data, tell) =>
    `${tell.who} proposed a decision that another person must confirm. ${dividedInFull(data, tell)}${until('The proposal lapses on', data.confirmBy, tell)}`,
  DraftShown: (data, tell) =>
    `Both parties were shown the draft of a decision. ${dividedInFull(data, tell)}${until('They may answer until', data.shownUntil, tell)}`,
  DecisionConfirmed: (_, { who }) => `${who} confirmed the proposed decision.`,
  DecisionRejected: (_, { who }) => `${who} rejected the proposed decision.`,
  DecisionWithdrawn: (_, { who }) => `${who} withdrew the proposed decision.`,
  DecisionLapsed: () => 'Nobody confirmed the proposed decision in time, so it lapsed.',
  RefundDeferred: ({ toBuyer, until: end }, tell) =>
    `The refund of ${formatCents(toBuyer)} waits, because ${tell.seller} may appeal.${until('Without an appeal it leaves on', end, tell)}`,
  DecisionAppealed: ({ decideBy }, tell) =>
    `${tell.who} appealed the decision. Another member of staff decides.${until('The new decision is due by', decideBy, tell)}`,

  ReturnRequested: ({ answerBy, notAsDescribed }, tell) =>
    `${tell.who} asked to return the item${notAsDescribed ? ', because it is not as described' : ''}.${until('An answer is due by', answerBy, tell)}`,
  ReturnApproved: ({ by, postage, shipBackBy }, tell) =>
    `The return was approved ${byWhom(by)}.${postage === undefined ? '' : ` The ${postage} pays for the parcel back.`}${until('The item must be sent back by', shipBackBy, tell)}`,
  ReturnAddressGiven: ({ shipBackBy }, tell) =>
    `${tell.who} gave the address for the return.${until('The item must be sent back by', shipBackBy, tell)}`,
  ReturnRefused: (_, { who }) => `${who} refused the return.`,
  ReturnShipped: ({ inspectBy }, tell) =>
    `${tell.who} sent the item back.${until(`The time of ${tell.seller} to inspect it ends on`, inspectBy, tell)}`,
  ReturnLapsed: AS_IN_TIMELINE,
  ReturnInspectionResumed: ({ inspectBy }, tell) =>
    `The time to check the return runs again.${until('It ends on', inspectBy, tell)}`,
  ReturnReceived: AS_IN_TIMELINE,
  ReturnRejected: AS_IN_TIMELINE,
} satisfies Partial<FullSentences>;
