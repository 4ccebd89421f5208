import { formatRound } from '#domain/shared/euros.ts';
import { inBusinessDays, inMinutes, inWhole } from '#domain/shared/lengths.ts';
import type { ProviderEvent } from '#domain/transactions/commands.ts';
import { CURRENT_TERMS } from '#domain/transactions/limits.ts';
import type { Part, RuledCommand } from '#domain/transactions/process/commandTable.ts';
import type { Condition } from '#domain/transactions/process/conditions.ts';
import type { EscrowState, RegionName } from '#domain/transactions/process/regions.ts';
import { STATUS_LABELS } from '#domain/transactions/statuses.ts';
import type { PayoutRun, Term } from '#domain/transactions/terms/terms.ts';

export const PART_WORDS: Record<Part | 'nobody', string> = {
  buyer: 'The buyer',
  seller: 'The seller',
  staff: 'Our staff',
  system: 'Reliquary',
  provider: 'The payment provider',
  nobody: 'Nobody: it comes by itself',
};

export const COMMAND_WORDS: Record<RuledCommand, string> = {
  CreateTransaction: 'Buy a listing',
  SetShipping: 'Give a shipping address and go to the payment',
  OpenCheckout: 'Go to the payment again',
  Cancel: 'Cancel the sale',
  ConfirmShipment: 'Confirm shipment',
  ConfirmDelivery: 'Confirm arrival',
  PauseEscrow: 'Pause the escrow',
  ResumeEscrow: 'Resume the escrow',
  OpenDispute: 'Open a dispute',
  WithdrawDispute: 'Withdraw the dispute',
  AcceptClaim: 'Accept the claim',
  ContestDispute: 'Contest the dispute',
  OfferSettlement: 'Offer an amount',
  AcceptSettlement: 'Accept the offer',
  RefuseSettlement: 'Refuse the offer',
  GiveStatement: 'Add a statement',
  AppealDecision: 'Appeal against a decision',
  RequestReturn: 'Ask to send the item back',
  ApproveReturn: 'Approve the return',
  GiveReturnAddress: 'Say where to',
  RefuseReturn: 'Refuse the return',
  ShipReturn: 'Send the item back',
  ConfirmReturnReceived: 'Confirm that the item came back',
  RejectReturn: 'Reject the return',
  DecideDispute: 'Decide',
  ConfirmDecision: 'Confirm a colleague’s decision',
  RejectDecision: 'Reject a proposed decision, or take it back',
  AskParty: 'Ask a party something',
  CloseCase: 'Close a case',
  EndChargeback: 'End a chargeback whose end is never heard',
  SettleOutsideProvider: 'Record a bank transfer',
  ConfirmOutsideSettlement: 'Confirm a colleague’s bank transfer',
  RejectOutsideSettlement: 'Reject a proposed bank transfer, or take it back',
  PlaceStaffHold: 'Place a hold',
  LiftStaffHold: 'Lift the hold',
  ReviewPayability: 'Approve the payout',
  RetryRefund: 'Try a refund again',
  ReportSilence: 'Tell staff that the provider does not answer',
  InitiatePayout: 'Send the payout',
};

/** What the payment provider can say. */
export const STATEMENT_WORDS: Record<ProviderEvent['kind'], string> = {
  'payment.processing': 'A payment is being processed',
  'payment.paid': 'A payment has arrived',
  'payment.failed': 'A payment has failed',
  'refund.done': 'A refund is done',
  'refund.failed': 'A refund has failed',
  'payout.paid': 'A payout has arrived',
  'payout.failed': 'A payout has failed',
  'payout.returned': 'A payout has come back',
  'chargeback.opened': 'The payer’s bank asks the payment back',
  'chargeback.won': 'The payer’s bank gives up',
  'chargeback.lost': 'The payer’s bank takes the payment back',
  other: 'Something else',
};

export const CONDITION_WORDS: Record<Condition, string> = {
  addressGiven: 'an address has been given',
  unpaid: 'nothing has been paid',
  noBankPaymentUnderWay: 'no bank payment is under way',
  free: 'nothing holds the sale',
  notBlocked: 'neither the bank nor our staff hold it',
  noChargebackOpen: 'the bank does not ask the payment back',
  chargebackUndecided: 'the bank has not decided a chargeback',
  pauseLeft: `the pauses have not yet come to ${inWhole(CURRENT_TERMS.pauseLimit)}`,
  withdrawalsLeft: `fewer than ${CURRENT_TERMS.withdrawals} disputes have been withdrawn`,
  notSentBack: 'the item is not on its way back',
  unaddressed: 'no address is given',
  noDisputeOpen: 'no dispute is open',
  disputeOpen: 'a dispute is open',
  beingHeard: 'a dispute is open, or a late claim',
  oneMayDecide: `not more than ${formatRound(CURRENT_TERMS.secondPersonAbove)} are held`,
  notGivenBack: 'no bank has given back what had ended the sale of a shipped item',
  openedByOthersThanSeller: 'the seller did not open it',
  moneyClaimed: 'money is claimed',
  underReviewOrHeld:
    'the dispute is under review, or our staff hold the sale and no claim waits for the seller’s answer',
  claimable: `the end of the escrow released the money, or the buyer did not more than ${inWhole(CURRENT_TERMS.claimPeriod)} ago`,
  lateClaimable: `the payout has begun, or the buyer released the money more than ${inWhole(CURRENT_TERMS.claimPeriod)} ago; ${inWhole(CURRENT_TERMS.lateClaimPeriod ?? 0)} after the payout at most`,
  payoutNotBegun: 'the payout has not begun',
  refundFailed: 'the refund has failed',
  refundOfDuplicateFailed: 'the refund of a second payment has failed',
  refundWasAsked: 'money has been sent back',
  refundUnderWay: 'the refund is under way',
  nothingLeftAfterRefund: 'nothing of the money is left',
  somethingLeftAfterRefund: 'a part of the money is left',
  refundOfDuplicateUnderWay: 'a second payment is going back',
  answerOwed: 'the provider has not said what became of a payment, a refund or a payout',
  earlierPayoutFailed: 'an earlier payout had failed',
  refundOwedOutside: 'the refund has failed for good, and no bank claims it',
  duplicateOwedOutside: 'the refund of a second payment has failed for good, and no bank claims it',
  keptOwedOutside: 'money is kept for the seller, and no bank claims it',
  proposedOutside: 'a proposed bank transfer waits',
  nothingProposedOutside: 'no proposed bank transfer waits',
  caseToClose: 'a case is open that nothing else ends',
  insideWindow: 'the payment window is open and no bank payment is under way',
  insideCancelPeriod: `within ${inMinutes(CURRENT_TERMS.buyerCancelPeriod)} of paying`,
  insidePauseWindow: `in the last ${inWhole(CURRENT_TERMS.pauseWindow)} of the escrow`,
  pausedLong: `the pause has lasted more than ${inWhole(CURRENT_TERMS.sellerDisputeAfter)}`,
  offerStands: 'an offer stands',
  answersHeard: 'whoever was asked something has answered, or had the time',
  draftSeen: `both parties have had ${inWhole(CURRENT_TERMS.draftShown)} to read the draft, where there is one`,
  appealable: `staff released the money by a decision not more than ${inBusinessDays(CURRENT_TERMS.appealTerm.businessDays)} ago, and it has not been appealed against`,
  noOfferStands: 'no offer stands',
};

/** The states of the chart, as people call them. */
export const STATE_WORDS: { [Region in RegionName]: Record<EscrowState[Region], string> } = {
  status: { draft: 'Not yet bought', ...STATUS_LABELS },
  money: {
    none: 'Nothing paid',
    escrow: 'In escrow',
    refunding: 'Going back',
    payable: 'The seller’s',
    transit: 'On its way to the seller',
    paid: 'With the seller',
    gone: 'With the buyer',
  },
  pause: { none: 'Not paused', paused: 'Paused' },
  dispute: {
    none: 'No dispute',
    awaiting_seller: 'The seller is asked',
    under_review: 'Under review',
    decided: 'Decided',
    settled: 'Settled',
    withdrawn: 'Withdrawn',
  },
  return: {
    none: 'No return',
    requested: 'Asked for',
    approved: 'Approved',
    shipped: 'On its way back',
    received: 'Back with the seller',
    refused: 'Refused',
    lapsed: 'Lapsed',
    rejected: 'Rejected',
  },
  chargeback: { none: 'No chargeback', open: 'The bank asks', lost: 'Lost to the bank' },
  staff: { none: 'No hold', held: 'Held by staff' },
  proposal: { none: 'No proposal', pending: 'A decision is proposed' },
  records: { open: 'Recorded' },
};

export const REGION_WORDS: Record<RegionName, string> = {
  status: 'Status',
  money: 'The money',
  pause: 'Pause',
  dispute: 'Dispute',
  return: 'Return',
  chargeback: 'Chargeback',
  staff: 'Hold by staff',
  proposal: 'Proposed decision',
  records: 'Records',
};

export const joined = (words: readonly string[], last: string): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;

/** How long a deadline is, from the fact that sets it. */
export const lengthWords = (term: Term | PayoutRun | readonly number[]): string => {
  if (typeof term === 'number') return inWhole(term);
  if ('businessDays' in term) return inBusinessDays(term.businessDays);
  if ('run' in term) return `the payout run after ${inBusinessDays(term.run)}, at ${term.hour}:00 in Amsterdam`;
  return `${joined(term.map(inWhole), 'and')} after each failure`;
};
