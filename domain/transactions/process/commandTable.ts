import type { TransactionCommandType } from '../commands.ts';
import type { TransactionEventType } from '../events.ts';
import type { Condition, Excluded } from './conditions.ts';
import type { States } from './regions.ts';

export type Part = 'buyer' | 'seller' | 'staff' | 'system' | 'provider';

export type Step = {
  by: Part;
  /** The chart must admit each of them. */
  facts: readonly [TransactionEventType, ...TransactionEventType[]];
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

type Facts = readonly TransactionEventType[];

const PAYABLE: Facts = ['PayoutApproved', 'EscalatedToStaff'];
const FREED: Facts = ['EscrowReleased', ...PAYABLE];
const RESUMED: Facts = [
  'EscrowClockResumed',
  'ReturnInspectionResumed',
  'ShipmentClockResumed',
  ...PAYABLE,
  'PayoutPostponed',
];
const REFUND_ENDED: Facts = [
  'RefundCompleted',
  'PartialRefundCompleted',
  ...FREED,
  'OverpaymentCounted',
  'RefundRequested',
  'StaffHoldPlaced',
];
const LIFTED: Facts = ['EscrowReleased', 'RefundRequested', 'OverpaymentCounted', 'EscalationRenewed', ...RESUMED];
const OF_A_DECISION: Facts = ['StaffHoldLifted', ...FREED, 'RefundRequested', 'EscalationRenewed'];

/**
 * Who may do what, when, and the events it leads to. A command with several rows is allowed if one of them applies. `decide/` checks
 * details such as texts and sums.
 */
// biome-ignore format: one line per row keeps it readable as a table
const TABLE = {
  // ── buying and paying ──
  CreateTransaction: [{ by: 'buyer', facts: ['TransactionCreated'] }],
  SetShipping: [{ by: 'buyer', when: ['insideWindow'], facts: ['ShippingSet', 'CheckoutOpened'] }],
  OpenCheckout: [{ by: 'buyer', when: ['addressGiven', 'insideWindow'], facts: ['CheckoutOpened'] }],
  Cancel: [
    { by: 'buyer', when: ['unpaid'], facts: ['TransactionCancelled'] },
    { by: 'seller', when: ['unpaid'], facts: ['TransactionCancelled'] },
    { by: 'system', when: ['unpaid'], facts: ['TransactionCancelled'] },
    { by: 'buyer', when: ['insideCancelPeriod'], facts: ['TransactionCancelled', 'RefundRequested'] },
    { by: 'seller', facts: ['TransactionCancelled', 'RefundRequested'] },
  ],

  // ── shipping and escrow ──
  ConfirmShipment: [{ by: 'seller', facts: ['ShipmentConfirmed'] }],
  ConfirmDelivery: [{ by: 'buyer', when: ['notSentBack'], facts: ['DeliveryConfirmed', 'EscrowReleased'], also: PAYABLE }],
  PauseEscrow: [{ by: 'buyer', when: ['free', 'insidePauseWindow', 'pauseLeft'], facts: ['EscrowPaused'] }],
  ResumeEscrow: [{ by: 'buyer', facts: ['EscrowResumed'], also: ['EscrowClockResumed'] }],

  // ── disputes ──
  OpenDispute: [
    { by: 'buyer', in: { status: ['IN_ESCROW'] }, when: ['withdrawalsLeft'], facts: ['DisputeOpened'] },
    { by: 'buyer', in: { money: ['payable'] }, when: ['claimable', 'payoutNotBegun', 'withdrawalsLeft'], facts: ['DisputeOpened', 'ReleaseRevoked'] },
    { by: 'buyer', when: ['lateClaimable'], facts: ['LateClaimRecorded'] },
    { by: 'seller', when: ['pausedLong'], facts: ['DisputeOpened'], also: ['DisputeReferred'] },
  ],
  WithdrawDispute: [{ by: 'buyer', when: ['openedByOthersThanSeller'], facts: ['DisputeWithdrawn'], also: ['EscrowClockResumed', 'ReturnInspectionResumed', ...FREED] }],
  AcceptClaim: [{ by: 'seller', when: ['moneyClaimed'], facts: ['DisputeAccepted', 'RefundRequested'] }],
  ContestDispute: [{ by: 'seller', facts: ['DisputeContested'] }],
  OfferSettlement: [{ by: 'seller', when: ['disputeOpen', 'noOfferStands'], facts: ['SettlementOffered'] }],
  AcceptSettlement: [{ by: 'buyer', when: ['offerStands'], facts: ['SettlementAccepted', 'RefundRequested'] }],
  RefuseSettlement: [{ by: 'buyer', when: ['offerStands'], facts: ['SettlementRefused'] }],
  GiveStatement: [
    { by: 'buyer', when: ['beingHeard'], facts: ['StatementGiven'] },
    { by: 'seller', when: ['beingHeard'], facts: ['StatementGiven'] },
  ],
  AppealDecision: [{ by: 'buyer', when: ['appealable'], facts: ['DecisionAppealed', 'ReleaseRevoked'] }],

  // ── returns ──
  RequestReturn: [{ by: 'buyer', when: ['noDisputeOpen'], facts: ['ReturnRequested'] }],
  ApproveReturn: [{ by: 'seller', facts: ['ReturnApproved'] }],
  GiveReturnAddress: [{ by: 'seller', when: ['unaddressed'], facts: ['ReturnAddressGiven'] }],
  RefuseReturn: [{ by: 'seller', facts: ['ReturnRefused'], also: ['DisputeOpened', 'DisputeReferred'] }],
  ShipReturn: [{ by: 'buyer', facts: ['ReturnShipped'] }],
  ConfirmReturnReceived: [{ by: 'seller', facts: ['ReturnReceived', 'RefundRequested'] }],
  RejectReturn: [{ by: 'seller', facts: ['ReturnRejected'], also: ['DisputeOpened', 'DisputeReferred'] }],

  // ── staff ──
  DecideDispute: [
    { by: 'staff', in: { money: ['escrow'] }, notBy: ['decider'], when: ['underReviewOrHeld', 'noChargebackOpen', 'answersHeard'],
      facts: ['DisputeDecided'], also: ['DecisionProposed', 'DraftShown', ...OF_A_DECISION] },
    { by: 'staff', in: { proposal: ['none'] }, notBy: ['decider'], when: ['underReviewOrHeld', 'noChargebackOpen', 'answersHeard'],
      facts: ['ReleaseRevoked'], also: ['DecisionProposed', 'DraftShown', 'DisputeDecided', ...OF_A_DECISION] },
  ],
  ConfirmDecision: [
    { by: 'staff', notBy: ['proposer', 'decider'], when: ['underReviewOrHeld', 'noChargebackOpen', 'answersHeard', 'draftSeen'],
      facts: ['DecisionConfirmed'], also: ['ReleaseRevoked', 'DisputeDecided', ...OF_A_DECISION] },
    { by: 'staff', notBy: ['decider'], when: ['oneMayDecide', 'underReviewOrHeld', 'noChargebackOpen', 'answersHeard', 'draftSeen'],
      facts: ['DecisionConfirmed'], also: ['ReleaseRevoked', 'DisputeDecided', ...OF_A_DECISION] },
  ],
  RejectDecision: [{ by: 'staff', facts: ['DecisionRejected'], also: ['DecisionWithdrawn'] }],
  AskParty: [{ by: 'staff', when: ['beingHeard'], facts: ['QuestionAsked'] }],
  CloseCase: [{ by: 'staff', when: ['caseToClose'], facts: ['CaseClosed'] }],
  EndChargeback: [
    { by: 'staff', when: ['chargebackUndecided'], facts: ['ChargebackEndedByStaff'],
      also: ['ChargebackWon', 'OneChargebackWon', 'LateChargebackWon', 'ChargebackLost', 'ChargebackPartlyLost', 'OneChargebackPartlyLost', 'LateChargebackLost',
        'RefundRequested', 'EscrowReleased', ...RESUMED, 'OverpaymentCounted'] },
  ],
  SettleOutsideProvider: [
    { by: 'staff', when: ['refundOwedOutside', 'nothingProposedOutside'], facts: ['SettledOutsideProvider'], also: ['OutsideSettlementProposed', ...REFUND_ENDED] },
    { by: 'staff', when: ['duplicateOwedOutside', 'nothingProposedOutside'], facts: ['SettledOutsideProvider'], also: ['OutsideSettlementProposed', 'DuplicateRefundCompleted'] },
    { by: 'staff', when: ['keptOwedOutside', 'nothingProposedOutside'], facts: ['SettledOutsideProvider'], also: ['OutsideSettlementProposed'] },
  ],
  ConfirmOutsideSettlement: [
    { by: 'staff', notBy: ['settler'], when: ['proposedOutside'], facts: ['SettledOutsideProvider'], also: [...REFUND_ENDED, 'DuplicateRefundCompleted'] },
  ],
  RejectOutsideSettlement: [{ by: 'staff', when: ['proposedOutside'], facts: ['OutsideSettlementRejected'] }],
  PlaceStaffHold: [{ by: 'staff', facts: ['StaffHoldPlaced'] }],
  LiftStaffHold: [
    { by: 'staff', when: ['notGivenBack'], facts: ['StaffHoldLifted'], also: LIFTED },
    { by: 'staff', when: ['oneMayDecide'], facts: ['StaffHoldLifted'], also: LIFTED },
  ],

  // ── what the marketplace does by itself ──
  ReviewPayability: [{ by: 'system', facts: ['PayoutApproved'], also: ['EscalatedToStaff'] }],
  RetryRefund: [
    { by: 'staff', when: ['refundFailed'], facts: ['RefundRetried'] },
    { by: 'staff', when: ['refundOfDuplicateFailed'], facts: ['DuplicateRefundRequested'] },
    { by: 'system', when: ['refundFailed'], facts: ['RefundRetried'] },
    { by: 'system', when: ['refundOfDuplicateFailed'], facts: ['DuplicateRefundRequested'] },
  ],
  ReportSilence: [{ by: 'system', when: ['answerOwed'], facts: ['EscalatedToStaff'] }],
  InitiatePayout: [{ by: 'system', facts: ['PayoutInitiated'], also: ['PayoutPostponed', 'PayoutApprovalWithdrawn', 'EscalatedToStaff'] }],
} as const satisfies Readonly<Record<RuledCommand, readonly Step[]>>;

export const COMMANDS: Readonly<Record<RuledCommand, readonly Step[]>> = TABLE;

/** The commands with a row for staff. */
export type StaffCommand = {
  [Command in RuledCommand]: Extract<(typeof TABLE)[Command][number], { by: 'staff' }> extends never ? never : Command;
}[RuledCommand];
