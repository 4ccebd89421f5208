import { formatSum } from '../../shared/currencies.ts';
import { formatCents } from '../../shared/euros.ts';
import { AS_IN_TIMELINE, type FullSentences, sum, type Teller, until } from './sentence.ts';

const reasonGiven = (reason: string): string => ` The provider’s reason is “${reason}”.`;
const retried = (retryAt: number | null | undefined, tell: Teller): string =>
  retryAt === null ? ' Staff take over.' : until('It is tried again on', retryAt, tell);

/** Refunds, payments that go back, and payouts. */
export const money = {
  RefundRequested: (data, { buyer }) => `A refund of ${sum(data)} to ${buyer} was requested from the provider.`,
  RefundFailed: ({ attempt, reason, retryAt }, tell) =>
    `The refund failed, attempt ${attempt}.${reasonGiven(reason)}${retried(retryAt, tell)}`,
  RefundRetried: ({ attempt }) => `The refund was requested again, attempt ${attempt}.`,
  RefundCompleted: (data, { buyer }) => `${sum(data)} was refunded to ${buyer}. Nothing is left in escrow.`,
  PartialRefundCompleted: ({ amount }, { buyer }) =>
    `${formatCents(amount)} was refunded to ${buyer}. The rest stays in the sale.`,
  RefundArrivedLate: AS_IN_TIMELINE,
  RefundMadeByHand: AS_IN_TIMELINE,
  RefundCameBack: AS_IN_TIMELINE,
  LatePaymentReceived: AS_IN_TIMELINE,
  DuplicatePaymentReceived: AS_IN_TIMELINE,
  DuplicateRefundRequested: AS_IN_TIMELINE,
  DuplicateRefundCompleted: AS_IN_TIMELINE,
  DuplicateRefundFailed: ({ reason, retryAt }, tell) =>
    `The refund of what is owed outside the sale failed.${reasonGiven(reason)}${retried(retryAt, tell)}`,
  SettledOutsideProvider: AS_IN_TIMELINE,
  OutsideSettlementProposed: AS_IN_TIMELINE,
  OutsideSettlementRejected: ({ own }, { who }) =>
    `${who} ${own ? 'withdrew' : 'rejected'} the proposed bank transfer.`,

  PayoutApproved: ({ amount, runAt }, tell) =>
    `${formatCents(amount)} is ready for payout to ${tell.seller}.${until('The payout is due on', runAt, tell)}`,
  PayoutPostponed: ({ runAt }, tell) => `The payout was postponed.${until('It is due on', runAt, tell)}`,
  PayoutApprovalWithdrawn: AS_IN_TIMELINE,
  PayoutInitiated: ({ amount, attempt }, { seller }) =>
    `${formatCents(amount)} was sent to ${seller}, attempt ${attempt}.`,
  PayoutCompleted: ({ amount, paidAt }, tell) =>
    `${formatCents(amount)} was paid out to ${tell.seller}.${until('The provider paid it on', paidAt, tell)}`,
  PayoutFailed: ({ reason, retryAt }, tell) => `The payout failed.${reasonGiven(reason)}${retried(retryAt, tell)}`,
  PayoutRefused: ({ reason }) => `The seller’s bank refused the payout.${reasonGiven(reason)}`,
  PayoutReturned: ({ amount, reason }) =>
    `The seller’s bank returned the payout of ${formatCents(amount)}.${reasonGiven(reason)}`,
  PayoutArrivedLate: AS_IN_TIMELINE,
  PayoutOverpaid: ({ amount }, { seller }) =>
    `The provider paid ${formatCents(amount)} to ${seller} a second time. It is the marketplace’s loss.`,
  OverpaymentCounted: AS_IN_TIMELINE,
  OverpaymentReturned: ({ amount }) => `${formatCents(amount)} of the second payout came back.`,

  ChargebackOpened: ({ amount, respondBy }, tell) =>
    `The buyer’s bank asks for ${formatCents(amount)} of the payment back. The sale is on hold.${until('The bank takes evidence until', respondBy, tell)}`,
  ChargebackWon: AS_IN_TIMELINE,
  ChargebackLost: (data, { buyer }) => `The bank gave ${sum(data)} back to ${buyer}. Nothing is left in escrow.`,
  ChargebackPartlyLost: AS_IN_TIMELINE,
  OneChargebackWon: AS_IN_TIMELINE,
  OneChargebackPartlyLost: AS_IN_TIMELINE,
  ChargebackReversed: AS_IN_TIMELINE,
  ChargebackPartlyReversed: AS_IN_TIMELINE,
  LossRecovered: AS_IN_TIMELINE,
  LossPartlyRecovered: AS_IN_TIMELINE,
  ChargebackEndedByStaff: ({ outcome }, { who }) => `${who} recorded that the bank’s claim was ${outcome}.`,
  ChargebackEndProposed: ({ outcome, confirmBy }, tell) =>
    `${tell.who} proposed to record that the bank’s claim was ${outcome}.${until('The proposal lapses on', confirmBy, tell)}`,
  ChargebackEndRejected: ({ own }, { who }) =>
    `${who} ${own ? 'withdrew' : 'rejected'} the proposed end of the bank’s claim.`,
  EvidencePackSubmitted: ({ characters, photos = [], receipt, attempt }, { who }) => {
    const pictures = photos.length === 0 ? '' : photos.length === 1 ? ' and a photo' : ` and ${photos.length} photos`;
    const parts = `${characters} characters${pictures}${receipt ? ', with our receipt' : ''}`;
    return `${who} submitted evidence for the buyer’s bank: ${parts}, attempt ${attempt}.`;
  },
  EvidencePackDelivered: () => 'The provider delivered the evidence to the buyer’s bank.',
  EvidencePackRefused: ({ reason }) => `The provider refused the evidence.${reasonGiven(reason)}`,
  LateChargebackOpened: (data) => `The buyer’s bank asks for ${sum(data)} back, after the money had left the sale.`,
  LateChargebackWon: () => 'The bank decided its late claim for the sale.',
  LateChargebackLost: (data) => `The bank took ${sum(data)} by its late claim.`,
  LateChargebackReversed: (data) => `The bank returned ${sum(data)} of its late claim.`,
  ProviderFactRecorded: ({ kind, amount, currency }) =>
    `The provider stated “${kind}”${amount === null ? '' : ` over ${formatSum(amount, currency)}`}. It changed nothing in the sale.`,
  StaffHoldPlaced: (_, { who }) => `${who} put the sale on hold.`,
  StaffHoldLifted: (_, { who }) => `${who} lifted the hold of staff.`,
  EscalatedToStaff: ({ cause }) => `The sale went to staff. The cause is “${cause}”.`,
  EscalationRenewed: ({ escalateAt }, tell) =>
    `The sale still holds money.${until('It goes to staff again on', escalateAt, tell)}`,
  DifferenceBooked: ({ object, objectId, lost, currency }, { who }) =>
    `${who} booked ${formatSum(lost, currency)} as our loss: the provider took it by the ${object} ${objectId} beyond our records.`,
  DifferenceProposed: ({ object, objectId, lost, currency, confirmBy }, tell) =>
    `${tell.who} proposed to book ${formatSum(lost, currency)} as our loss by the ${object} ${objectId}.${until('The proposal lapses on', confirmBy, tell)}`,
  CaseClosed: ({ kind }, { who }) => `${who} closed the case “${kind}”.`,
} satisfies Partial<FullSentences>;
