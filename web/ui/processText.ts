import { formatRound } from '#domain/shared/euros.ts';
import { inBusinessDays, inMinutes, inWhole } from '#domain/shared/lengths.ts';
import type { ProviderEvent } from '#domain/transactions/commands.ts';
import type { Part, RuledCommand } from '#domain/transactions/process/commandTable.ts';
import type { Condition } from '#domain/transactions/process/conditions.ts';
import type { EscrowState, RegionName } from '#domain/transactions/process/regions.ts';
import { STATUS_LABELS } from '#domain/transactions/statuses.ts';
import type { PayoutRun, Term } from '#domain/transactions/terms/terms.ts';
import { CURRENT_TERMS } from '#domain/transactions/terms/termsFor.ts';

export const PART_WORDS: Record<Part | 'nobody', string> = {
  buyer: 'The buyer',
  seller: 'The seller',
  staff: 'Our staff',
  system: 'Reliquary',
  provider: 'The payment provider',
  nobody: 'Automatic',
};

export const COMMAND_WORDS: Record<RuledCommand, string> = {
  CreateTransaction: 'Buy a listing',
  SetShipping: 'Enter a shipping address and continue to payment',
  OpenCheckout: 'Return to payment',
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
  RefuseSettlement: 'Decline the offer',
  GiveStatement: 'Add a statement',
  AppealDecision: 'Appeal a decision',
  RequestReturn: 'Request a return',
  ApproveReturn: 'Approve the return',
  GiveReturnAddress: 'Give the return address',
  RefuseReturn: 'Decline the return',
  ShipReturn: 'Send the item back',
  ConfirmReturnReceived: 'Confirm that the returned item arrived',
  RejectReturn: 'Reject the return',
  DecideDispute: 'Decide',
  ConfirmDecision: 'Confirm a decision',
  RejectDecision: 'Reject a decision',
  CounterDecision: 'Make a counter-proposal',
  AskParty: 'Ask the buyer or seller',
  CloseCase: 'Close a case',
  BookDifference: 'Book a difference from the provider',
  EndChargeback: 'End a chargeback by hand',
  ConfirmChargebackEnd: 'Confirm the end of a chargeback',
  RejectChargebackEnd: 'Reject the end of a chargeback',
  CounterChargebackEnd: 'Propose the other end of a chargeback',
  SubmitEvidencePack: 'Send evidence',
  SettleOutsideProvider: 'Record a bank transfer',
  ConfirmOutsideSettlement: 'Confirm a bank transfer',
  RejectOutsideSettlement: 'Reject a bank transfer',
  CounterOutsideSettlement: 'Propose another bank transfer',
  PlaceStaffHold: 'Place a hold',
  LiftStaffHold: 'Lift the hold',
  ReviewPayability: 'Approve the payout',
  RetryRefund: 'Retry a refund',
  ReportSilence: 'Alert staff to a silent provider',
  RecordEvidencePack: 'Record the answer',
  InitiatePayout: 'Send the payout',
};

/** Messages of the payment provider. */
export const STATEMENT_WORDS: Record<ProviderEvent['kind'], string> = {
  'payment.processing': 'A payment is being processed',
  'payment.paid': 'A payment has arrived',
  'payment.failed': 'A payment has failed',
  'refund.done': 'A refund has arrived',
  'refund.failed': 'A refund has failed',
  'payout.paid': 'A payout has arrived',
  'payout.failed': 'A payout has failed',
  'payout.returned': 'A payout has come back',
  'chargeback.opened': 'The buyer’s bank opens a chargeback',
  'chargeback.won': 'Chargeback won',
  'chargeback.lost': 'Chargeback lost',
  other: 'Something else',
};

const LOST = `lost a decision not more than ${inBusinessDays(CURRENT_TERMS.appealTerm.businessDays)} ago and never appealed`;

export const CONDITION_WORDS: Record<Condition, string> = {
  addressGiven: 'an address has been given',
  unpaid: 'nothing has been paid',
  paid: 'a payment has arrived',
  noBankPaymentUnderWay: 'no bank payment is under way',
  free: 'nothing blocks the sale',
  notBlocked: 'neither the bank nor our staff block it',
  noChargebackOpen: 'no chargeback is open',
  chargebackUndecided: 'a chargeback is undecided',
  chargebackNotWon: 'a chargeback is undecided or lost',
  endProposed: 'an end is proposed',
  pauseLeft: `the pauses add up to less than ${inWhole(CURRENT_TERMS.pauseLimit)}`,
  withdrawalsLeft: `fewer than ${CURRENT_TERMS.withdrawals} disputes have been withdrawn`,
  notSentBack: 'the item is not on its way back',
  unaddressed: 'no address is given',
  noDisputeOpen: 'no dispute is open',
  notDeferred: 'no refund waits',
  disputeOpen: 'a dispute is open',
  beingHeard: 'a dispute is open, or a late claim',
  oneMayDecide: `at most ${formatRound(CURRENT_TERMS.secondPersonAbove)} is held, and was held at each earlier decision`,
  notGivenBack: 'no bank has returned the money that ended the sale of a shipped item',
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
  nothingLeftAfterRefund: 'no money is left',
  somethingLeftAfterRefund: 'some of the money is left',
  refundOfDuplicateUnderWay: 'a second payment is going back',
  answerOwed: 'the provider has not reported the outcome of a payment, a refund or a payout',
  earlierPayoutFailed: 'an earlier payout had failed',
  refundOwedOutside: 'the refund has failed permanently, and no bank claims it',
  duplicateOwedOutside: 'the refund of a second payment has failed permanently, and no bank claims it',
  keptOwedOutside: 'money is reserved for the seller, and no bank claims it',
  proposedOutside: 'a bank transfer is proposed',
  nothingProposedOutside: 'no bank transfer is proposed',
  caseToClose: 'a case is open that nothing else ends',
  insideWindow: 'the payment window is open and no bank payment is under way',
  insideCancelPeriod: `within ${inMinutes(CURRENT_TERMS.buyerCancelPeriod)} of paying`,
  insidePauseWindow: `in the last ${inWhole(CURRENT_TERMS.pauseWindow)} of the escrow`,
  pausedLong: `the pause has lasted more than ${inWhole(CURRENT_TERMS.sellerDisputeAfter)}`,
  offerStands: 'an offer is open',
  answersHeard: 'everyone who was asked has answered, or ran out of time',
  draftSeen: `both parties have had ${inWhole(CURRENT_TERMS.draftShown)} to read the draft, where there is one`,
  buyerMayAppeal: `the buyer ${LOST}`,
  sellerMayAppeal: `the seller ${LOST}`,
  releasedByStaff: 'staff released the money',
  noOfferStands: 'no offer is open',
};

/** Names of the chart's states. */
export const STATE_WORDS: { [Region in RegionName]: Record<EscrowState[Region], string> } = {
  status: { draft: 'Not yet bought', ...STATUS_LABELS },
  money: {
    none: 'Nothing paid',
    escrow: 'In escrow',
    refunding: 'Going back',
    payable: 'Belongs to the seller',
    transit: 'On its way to the seller',
    paid: 'With the seller',
    gone: 'With the buyer',
  },
  pause: { none: 'Not paused', paused: 'Paused' },
  dispute: {
    none: 'No dispute',
    awaiting_seller: 'Waiting for the seller',
    under_review: 'Under review',
    decided: 'Decided',
    deferred: 'Decided, refund waits',
    settled: 'Settled',
    withdrawn: 'Withdrawn',
  },
  return: {
    none: 'No return',
    requested: 'Requested',
    approved: 'Approved',
    shipped: 'On its way back',
    received: 'Back with the seller',
    refused: 'Refused',
    lapsed: 'Expired',
    rejected: 'Rejected',
  },
  chargeback: { none: 'No chargeback', open: 'Opened', lost: 'Lost' },
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

/** A deadline's length from its starting event. */
export const lengthWords = (term: Term | PayoutRun | readonly number[]): string => {
  if (typeof term === 'number') return inWhole(term);
  if ('businessDays' in term) return inBusinessDays(term.businessDays);
  if ('run' in term) return `the payout run after ${inBusinessDays(term.run)}, at ${term.hour}:00 in Amsterdam`;
  return `${joined(term.map(inWhole), 'and')} after each failure`;
};
