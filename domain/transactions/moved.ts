import type { TransactionEventType } from './events.ts';
import type { TransactionShape } from './stateShape.ts';

/** These move a case: somebody said or showed something, a person decided something, or the provider or a bank reported something. */
type Moving = 'said' | 'decided' | 'provider';

/**
 * These do not. `unpaid`: nothing is held yet. `deadline`: a term passed that the case page shows. `follows`: comes with, or out of, an event
 * that moves the case itself. `routine`: a policy does what it announced. A case that moved for these would refuse staff for no news.
 */
type Still = 'unpaid' | 'deadline' | 'follows' | 'routine';

/** Whether an event is news to somebody who decides about the money, and why. */
export const MOVES: Readonly<Record<TransactionEventType, Moving | Still>> = {
  TransactionCreated: 'unpaid',
  ShippingSet: 'unpaid',
  CheckoutOpened: 'unpaid',
  PaymentProcessing: 'provider',
  PaymentCaptured: 'provider',
  PaymentMismatched: 'provider',
  PaymentFailed: 'provider',
  TransactionExpired: 'deadline',
  TransactionCancelled: 'decided',

  ShipmentDeadlineMissed: 'deadline',
  ShipmentClockResumed: 'follows',
  ShipmentConfirmed: 'said',
  DeliveryConfirmed: 'decided',
  EscrowReleased: 'follows',
  ReleaseRevoked: 'follows',
  EscrowPaused: 'said',
  EscrowResumed: 'said',
  PauseExpired: 'deadline',
  EscrowClockResumed: 'follows',

  DisputeOpened: 'said',
  DisputeContested: 'said',
  SellerSilent: 'deadline',
  DisputeReferred: 'follows',
  DisputeWithdrawn: 'said',
  DisputeAccepted: 'decided',
  SettlementOffered: 'said',
  SettlementAccepted: 'decided',
  SettlementRefused: 'said',
  SettlementLapsed: 'deadline',
  DisputeDecided: 'decided',
  DecisionProposed: 'decided',
  DecisionConfirmed: 'decided',
  DecisionRejected: 'decided',
  DecisionWithdrawn: 'decided',
  DecisionLapsed: 'deadline',
  DraftShown: 'follows',
  StatementGiven: 'said',
  QuestionAsked: 'said',
  DecisionAppealed: 'said',
  ReviewOverdue: 'deadline',

  ReturnRequested: 'said',
  ReturnApproved: 'said',
  ReturnRefused: 'said',
  ReturnShipped: 'said',
  ReturnLapsed: 'deadline',
  ReturnInspectionResumed: 'follows',
  ReturnReceived: 'decided',
  ReturnRejected: 'said',
  ReturnAddressGiven: 'said',

  RefundRequested: 'follows',
  RefundFailed: 'provider',
  RefundRetried: 'routine',
  RefundCompleted: 'provider',
  PartialRefundCompleted: 'provider',
  RefundArrivedLate: 'provider',
  RefundMadeByHand: 'provider',
  RefundCameBack: 'provider',
  LatePaymentReceived: 'provider',
  DuplicatePaymentReceived: 'provider',
  DuplicateRefundRequested: 'routine',
  DuplicateRefundCompleted: 'provider',
  DuplicateRefundFailed: 'provider',

  SettledOutsideProvider: 'decided',
  OutsideSettlementProposed: 'decided',
  OutsideSettlementRejected: 'decided',

  PayoutApproved: 'routine',
  PayoutPostponed: 'routine',
  PayoutApprovalWithdrawn: 'routine',
  PayoutInitiated: 'routine',
  PayoutCompleted: 'provider',
  PayoutFailed: 'provider',
  PayoutRefused: 'provider',
  PayoutReturned: 'provider',
  PayoutArrivedLate: 'provider',
  PayoutOverpaid: 'provider',
  OverpaymentCounted: 'follows',
  OverpaymentReturned: 'provider',

  ChargebackOpened: 'provider',
  ChargebackWon: 'provider',
  ChargebackLost: 'provider',
  OneChargebackWon: 'provider',
  ChargebackPartlyLost: 'provider',
  OneChargebackPartlyLost: 'provider',
  ChargebackReversed: 'provider',
  ChargebackPartlyReversed: 'provider',
  LateChargebackReversed: 'provider',
  LossRecovered: 'follows',
  LossPartlyRecovered: 'follows',
  ChargebackEndedByStaff: 'decided',
  LateChargebackOpened: 'provider',
  LateChargebackWon: 'provider',
  LateChargebackLost: 'provider',
  LateClaimRecorded: 'said',
  ProviderFactRecorded: 'provider',
  StaffHoldPlaced: 'decided',
  StaffHoldLifted: 'decided',
  EscalatedToStaff: 'routine',
  EscalationRenewed: 'follows',
  CaseClosed: 'decided',
};

const MOVING: readonly string[] = ['said', 'decided', 'provider'] satisfies Moving[];
export const movesCase = (type: TransactionEventType): boolean => MOVING.includes(MOVES[type]);

export const isDecision = (type: string): boolean => (MOVES as Record<string, string>)[type] === 'decided';

/** Where the sale stands after an event: `revision` counts all of them, `movedAt` is the last one that moved the case. */
export const movedBy = (
  { revision, movedAt }: Pick<TransactionShape, 'revision' | 'movedAt'>,
  type: TransactionEventType,
) => ({
  revision: revision + 1,
  movedAt: movesCase(type) ? revision + 1 : movedAt,
});

/** The events after a revision that somebody who decided on it has to read: what moved the case, or whatever else stands in the way. */
export const newsSince = <Event extends { revision: number; type: TransactionEventType }>(
  history: readonly Event[],
  since: number,
): Event[] => {
  const later = history.filter(({ revision }) => revision > since);
  const moving = later.filter(({ type }) => movesCase(type));
  return moving.length > 0 ? moving : later;
};
