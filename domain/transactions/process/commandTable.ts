import type { TransactionCommandType } from '../commands.ts';
import type { TransactionEventType } from '../events.ts';
import type { Condition, Excluded } from './conditions.ts';
import type { States } from './regions.ts';

export type Part = 'buyer' | 'seller' | 'staff' | 'system' | 'provider';

export type Step = {
  by: Part;
  /** The chart must admit each of them. */
  events: readonly [TransactionEventType, ...TransactionEventType[]];
  /** Events that may follow in the same append, or replace the others. */
  also?: readonly TransactionEventType[];
  /** Required states besides those that the events need. */
  in?: States;
  when?: readonly Condition[];
  /** People who may not do it, such as the proposer or the first decider. */
  notBy?: readonly Excluded[];
};

/** Deadlines and statements have their own tables. */
export type RuledCommand = Exclude<TransactionCommandType, 'FireDeadline' | 'RecordProviderFact'>;

type Events = readonly TransactionEventType[];

const PAYABLE: Events = ['PayoutApproved', 'EscalatedToStaff'];
const FREED: Events = ['EscrowReleased', ...PAYABLE];
const RESUMED: Events = [
  'EscrowClockResumed',
  'ReturnInspectionResumed',
  'ShipmentClockResumed',
  ...PAYABLE,
  'PayoutPostponed',
];
const REFUND_ENDED: Events = [
  'RefundCompleted',
  'PartialRefundCompleted',
  ...FREED,
  'OverpaymentCounted',
  'RefundRequested',
  'StaffHoldPlaced',
];
const LIFTED: Events = ['EscrowReleased', 'RefundRequested', 'OverpaymentCounted', 'EscalationRenewed', ...RESUMED];
const OF_A_DECISION: Events = ['StaffHoldLifted', ...FREED, 'RefundRequested', 'RefundDeferred', 'EscalationRenewed'];

const OF_AN_END: Events = [
  'ChargebackWon',
  'OneChargebackWon',
  'LateChargebackWon',
  'ChargebackLost',
  'ChargebackPartlyLost',
  'OneChargebackPartlyLost',
  'LateChargebackLost',
  'RefundRequested',
  'EscrowReleased',
  ...RESUMED,
  'OverpaymentCounted',
];

/**
 * Who may do what, when, and the events it leads to. A command with several rows is allowed if one of them applies. `decide/` checks
 * details such as texts and sums.
 */
// biome-ignore format: one line per row keeps it readable as a table
const TABLE = {
  // ── buying and paying ──
  CreateTransaction: [{ by: 'buyer', events: ['TransactionCreated'] }],
  SetShipping: [{ by: 'buyer', when: ['insideWindow'], events: ['ShippingSet', 'CheckoutOpened'] }],
  OpenCheckout: [{ by: 'buyer', when: ['addressGiven', 'insideWindow'], events: ['CheckoutOpened'] }],
  Cancel: [
    { by: 'buyer', when: ['unpaid'], events: ['TransactionCancelled'] },
    { by: 'seller', when: ['unpaid'], events: ['TransactionCancelled'] },
    { by: 'system', when: ['unpaid'], events: ['TransactionCancelled'] },
    { by: 'buyer', when: ['insideCancelPeriod'], events: ['TransactionCancelled', 'RefundRequested'] },
    { by: 'seller', events: ['TransactionCancelled', 'RefundRequested'] },
  ],

  // ── shipping and escrow ──
  ConfirmShipment: [{ by: 'seller', events: ['ShipmentConfirmed'] }],
  ConfirmDelivery: [{ by: 'buyer', when: ['notSentBack', 'notDeferred'], events: ['DeliveryConfirmed', 'EscrowReleased'], also: PAYABLE }],
  PauseEscrow: [{ by: 'buyer', when: ['free', 'insidePauseWindow', 'pauseLeft'], events: ['EscrowPaused'] }],
  ResumeEscrow: [{ by: 'buyer', events: ['EscrowResumed'], also: ['EscrowClockResumed'] }],

  // ── disputes ──
  OpenDispute: [
    { by: 'buyer', in: { status: ['IN_ESCROW'] }, when: ['withdrawalsLeft'], events: ['DisputeOpened'] },
    { by: 'buyer', in: { money: ['payable'] }, when: ['claimable', 'payoutNotBegun', 'withdrawalsLeft'], events: ['DisputeOpened', 'ReleaseRevoked'] },
    { by: 'buyer', when: ['lateClaimable'], events: ['LateClaimRecorded'] },
    { by: 'seller', in: { pause: ['paused'] }, when: ['pausedLong'], events: ['DisputeOpened'], also: ['DisputeReferred'] },
  ],
  WithdrawDispute: [{ by: 'buyer', when: ['openedByOthersThanSeller'], events: ['DisputeWithdrawn'], also: ['EscrowClockResumed', 'ReturnInspectionResumed', ...FREED] }],
  AcceptClaim: [{ by: 'seller', when: ['moneyClaimed'], events: ['DisputeAccepted', 'RefundRequested'] }],
  ContestDispute: [{ by: 'seller', events: ['DisputeContested'] }],
  OfferSettlement: [{ by: 'seller', when: ['disputeOpen', 'noOfferStands'], events: ['SettlementOffered'] }],
  AcceptSettlement: [{ by: 'buyer', when: ['offerStands'], events: ['SettlementAccepted', 'RefundRequested'] }],
  RefuseSettlement: [{ by: 'buyer', when: ['offerStands'], events: ['SettlementRefused'] }],
  GiveStatement: [
    { by: 'buyer', when: ['beingHeard'], events: ['StatementGiven'] },
    { by: 'seller', when: ['beingHeard'], events: ['StatementGiven'] },
  ],
  AppealDecision: [
    { by: 'buyer', when: ['buyerMayAppeal', 'releasedByStaff'], events: ['DecisionAppealed', 'ReleaseRevoked'] },
    { by: 'buyer', in: { dispute: ['deferred'] }, when: ['buyerMayAppeal'], events: ['DecisionAppealed'] },
    { by: 'seller', in: { dispute: ['deferred'] }, when: ['sellerMayAppeal'], events: ['DecisionAppealed'] },
  ],

  // ── returns ──
  RequestReturn: [{ by: 'buyer', when: ['noDisputeOpen', 'notDeferred'], events: ['ReturnRequested'] }],
  ApproveReturn: [{ by: 'seller', events: ['ReturnApproved'] }],
  GiveReturnAddress: [{ by: 'seller', when: ['unaddressed'], events: ['ReturnAddressGiven'] }],
  RefuseReturn: [{ by: 'seller', events: ['ReturnRefused'], also: ['DisputeOpened', 'DisputeReferred'] }],
  ShipReturn: [{ by: 'buyer', events: ['ReturnShipped'] }],
  ConfirmReturnReceived: [{ by: 'seller', events: ['ReturnReceived', 'RefundRequested'] }],
  RejectReturn: [{ by: 'seller', events: ['ReturnRejected'], also: ['DisputeOpened', 'DisputeReferred'] }],

  // ── staff ──
  DecideDispute: [
    { by: 'staff', in: { money: ['escrow'] }, notBy: ['decider'], when: ['underReviewOrHeld', 'noChargebackOpen', 'answersHeard'],
      events: ['DisputeDecided'], also: ['DecisionProposed', 'DraftShown', ...OF_A_DECISION] },
    { by: 'staff', in: { proposal: ['none'] }, notBy: ['decider'], when: ['underReviewOrHeld', 'noChargebackOpen', 'answersHeard'],
      events: ['ReleaseRevoked'], also: ['DecisionProposed', 'DraftShown', 'DisputeDecided', ...OF_A_DECISION] },
  ],
  ConfirmDecision: [
    { by: 'staff', notBy: ['proposer', 'decider'], when: ['underReviewOrHeld', 'noChargebackOpen', 'answersHeard', 'draftSeen'],
      events: ['DecisionConfirmed'], also: ['ReleaseRevoked', 'DisputeDecided', ...OF_A_DECISION] },
    { by: 'staff', notBy: ['decider'], when: ['oneMayDecide', 'underReviewOrHeld', 'noChargebackOpen', 'answersHeard', 'draftSeen'],
      events: ['DecisionConfirmed'], also: ['ReleaseRevoked', 'DisputeDecided', ...OF_A_DECISION] },
  ],
  RejectDecision: [{ by: 'staff', events: ['DecisionRejected'], also: ['DecisionWithdrawn'] }],
  CounterDecision: [
    { by: 'staff', notBy: ['proposer', 'decider'], when: ['underReviewOrHeld', 'noChargebackOpen', 'answersHeard'],
      events: ['DecisionRejected'], also: ['DecisionProposed', 'DraftShown'] },
  ],
  AskParty: [{ by: 'staff', when: ['beingHeard'], events: ['QuestionAsked'] }],
  CloseCase: [{ by: 'staff', when: ['caseToClose'], events: ['CaseClosed'] }],
  BookDifference: [{ by: 'staff', when: ['paid'], events: ['DifferenceBooked'], also: ['DifferenceProposed'] }],
  EndChargeback: [
    { by: 'staff', when: ['chargebackUndecided'], events: ['ChargebackEndedByStaff'], also: ['ChargebackEndProposed', ...OF_AN_END] },
  ],
  ConfirmChargebackEnd: [
    { by: 'staff', notBy: ['ender'], when: ['endProposed'], events: ['ChargebackEndedByStaff'], also: OF_AN_END },
  ],
  RejectChargebackEnd: [{ by: 'staff', when: ['endProposed'], events: ['ChargebackEndRejected'] }],
  CounterChargebackEnd: [
    { by: 'staff', notBy: ['ender'], when: ['endProposed'], events: ['ChargebackEndRejected'], also: ['ChargebackEndProposed'] },
  ],
  SubmitEvidencePack: [{ by: 'staff', when: ['chargebackUndecided'], events: ['EvidencePackSubmitted'] }],
  SettleOutsideProvider: [
    { by: 'staff', when: ['refundOwedOutside', 'nothingProposedOutside'], events: ['SettledOutsideProvider'], also: ['OutsideSettlementProposed', ...REFUND_ENDED] },
    { by: 'staff', when: ['duplicateOwedOutside', 'nothingProposedOutside'], events: ['SettledOutsideProvider'], also: ['OutsideSettlementProposed', 'DuplicateRefundCompleted'] },
    { by: 'staff', when: ['keptOwedOutside', 'nothingProposedOutside'], events: ['SettledOutsideProvider'], also: ['OutsideSettlementProposed'] },
  ],
  ConfirmOutsideSettlement: [
    { by: 'staff', notBy: ['settler'], when: ['proposedOutside'], events: ['SettledOutsideProvider'], also: [...REFUND_ENDED, 'DuplicateRefundCompleted'] },
  ],
  RejectOutsideSettlement: [{ by: 'staff', when: ['proposedOutside'], events: ['OutsideSettlementRejected'] }],
  CounterOutsideSettlement: [
    { by: 'staff', notBy: ['settler'], when: ['proposedOutside'], events: ['OutsideSettlementRejected'], also: ['OutsideSettlementProposed'] },
  ],
  PlaceStaffHold: [{ by: 'staff', events: ['StaffHoldPlaced'] }],
  LiftStaffHold: [
    { by: 'staff', when: ['notGivenBack'], events: ['StaffHoldLifted'], also: LIFTED },
    { by: 'staff', when: ['oneMayDecide'], events: ['StaffHoldLifted'], also: LIFTED },
  ],

  // ── what the marketplace does by itself ──
  ReviewPayability: [{ by: 'system', events: ['PayoutApproved'], also: ['EscalatedToStaff'] }],
  RetryRefund: [
    { by: 'staff', when: ['refundFailed'], events: ['RefundRetried'] },
    { by: 'staff', when: ['refundOfDuplicateFailed'], events: ['DuplicateRefundRequested'] },
    { by: 'system', when: ['refundFailed'], events: ['RefundRetried'] },
    { by: 'system', when: ['refundOfDuplicateFailed'], events: ['DuplicateRefundRequested'] },
  ],
  ReportSilence: [{ by: 'system', when: ['answerOwed'], events: ['EscalatedToStaff'] }],
  RecordEvidencePack: [{ by: 'system', when: ['chargebackUndecided'], events: ['EvidencePackDelivered'], also: ['EvidencePackRefused'] }],
  InitiatePayout: [{ by: 'system', events: ['PayoutInitiated'], also: ['PayoutPostponed', 'PayoutApprovalWithdrawn', 'EscalatedToStaff'] }],
} as const satisfies Readonly<Record<RuledCommand, readonly Step[]>>;

export const COMMANDS: Readonly<Record<RuledCommand, readonly Step[]>> = TABLE;

/** The commands with a row for staff. */
export type StaffCommand = {
  [Command in RuledCommand]: Extract<(typeof TABLE)[Command][number], { by: 'staff' }> extends never ? never : Command;
}[RuledCommand];
