import { BUNDLE_LABELS } from '#domain/notifications/categoryLabels.ts';
import { IN_FULL } from '#domain/notifications/inFull/inFull.ts';
import { type FullSentences, sum, type Teller, until } from '#domain/notifications/inFull/sentence.ts';
import { RELEASED_BY } from '#domain/notifications/transactions/text.ts';
import { formatCents } from '#domain/shared/euros.ts';
import type { Split } from '#domain/transactions/fees.ts';

const divided = ({ toBuyer, toSeller, fee }: Split, { buyer, seller }: Teller): string => {
  const held = toBuyer + toSeller + fee;
  if (toSeller === 0 && fee === 0) return `All of the ${formatCents(held)} held go back to ${buyer}.`;
  const parts = [
    ...(toBuyer > 0 ? [`${formatCents(toBuyer)} go back to ${buyer}`] : []),
    ...(toSeller > 0 ? [`${formatCents(toSeller)} go to ${seller}`] : []),
    `the platform fee is ${formatCents(fee)}`,
  ];
  return `Of the ${formatCents(held)} held, ${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}.`;
};

/** The sentences of bundles of the second form, which never change. */
export const SECOND_SENTENCES: FullSentences = {
  ...IN_FULL,
  DisputeOpened: ({ by, category, claim, answerBy }, tell) => {
    const who = by === 'system' ? 'A dispute was opened automatically' : `${tell.who} opened a dispute`;
    const claimed = claim > 0 ? ` ${formatCents(claim)} are claimed back.` : '';
    return `${who}. The category is “${BUNDLE_LABELS[category]}”.${claimed}${until('An answer is due by', answerBy, tell)}`;
  },
  DisputeAccepted: (data, tell) => `${tell.who} accepted the claim. ${divided(data, tell)}`,
  SettlementAccepted: (data, tell) => `${tell.who} accepted the settlement offer. ${divided(data, tell)}`,
  DisputeDecided: (data, tell) => `${tell.who} decided. ${divided(data, tell)}`,
  DecisionProposed: (data, tell) =>
    `${tell.who} proposed a decision that another person must confirm. ${divided(data, tell)}${until('The proposal lapses on', data.confirmBy, tell)}`,
  DraftShown: (data, tell) =>
    `Both parties were shown the draft of a decision. ${divided(data, tell)}${until('They may answer until', data.shownUntil, tell)}`,
  RefundCompleted: (data, { buyer }) => `${sum(data)} were refunded to ${buyer}. Nothing is left in escrow.`,
  PartialRefundCompleted: ({ amount }, { buyer }) =>
    `${formatCents(amount)} were refunded to ${buyer}. The rest stays in the sale.`,
  DuplicateRefundFailed: ({ reason, retryAt }, tell) =>
    `The refund of what is owed beside the sale failed. The provider’s reason is “${reason}”.${retryAt === null ? ' Staff take over.' : until('It is tried again on', retryAt, tell)}`,
  PayoutApproved: ({ amount, runAt }, tell) =>
    `${formatCents(amount)} are ready for payout to ${tell.seller}.${until('The payout is due on', runAt, tell)}`,
  PayoutInitiated: ({ amount, attempt }, { seller }) =>
    `${formatCents(amount)} were sent to ${seller}, attempt ${attempt}.`,
  PayoutCompleted: ({ amount, paidAt }, tell) =>
    `${formatCents(amount)} were paid out to ${tell.seller}.${until('The provider paid them on', paidAt, tell)}`,
  EscrowReleased: ({ by, toSeller, fee }, { seller }) =>
    `${RELEASED_BY[by]}. ${formatCents(toSeller)} were released to ${seller}, and ${formatCents(fee)} were taken as the platform fee.`,
};
