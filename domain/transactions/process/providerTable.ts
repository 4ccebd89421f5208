import type { ProviderEvent } from '../commands.ts';
import type { Step } from './commandTable.ts';

/** Money that did not leave repays our loss, and open chargebacks hold it. */
const BACK_WITH_US = ['LossRecovered', 'LossPartlyRecovered', 'ChargebackOpened', 'EscalationRenewed'] as const;

/** The end of a chargeback resumes the rest. */
const GOES_ON = [
  'RefundRequested',
  'EscrowReleased',
  'OverpaymentCounted',
  'EscrowClockResumed',
  'ReturnInspectionResumed',
  'PayoutApproved',
  'EscalatedToStaff',
  'PayoutPostponed',
] as const;

/** The bank keeps the part of an open claim that it does not return. */
const KEPT_IN_PART = [
  'ChargebackLost',
  'ChargebackPartlyLost',
  'OneChargebackPartlyLost',
  'LateChargebackLost',
  ...GOES_ON,
] as const;

/** We heard of a manual refund or a chargeback of this payment before the payment. */
const TAKEN_BEFORE = ['LossRecovered', 'LossPartlyRecovered', 'ChargebackOpened'] as const;

/**
 * The events that each statement of the provider leads to. No statement is refused: one without a matching row is recorded, and unexpected
 * money goes back or becomes a staff case.
 */
export const STATEMENTS: Readonly<Record<ProviderEvent['kind'], readonly Step[]>> = {
  'payment.processing': [{ by: 'provider', when: ['noBankPaymentUnderWay'], facts: ['PaymentProcessing'] }],
  'payment.paid': [
    { by: 'provider', facts: ['PaymentCaptured'], also: TAKEN_BEFORE },
    { by: 'provider', facts: ['PaymentMismatched'], also: ['RefundRequested', ...TAKEN_BEFORE] },
    { by: 'provider', facts: ['LatePaymentReceived'], also: ['RefundRequested', ...TAKEN_BEFORE] },
    // the seller is suspended and cannot ship
    {
      by: 'provider',
      when: ['unpaid'],
      facts: ['TransactionCancelled'],
      also: ['LatePaymentReceived', 'RefundRequested', ...TAKEN_BEFORE],
    },
    { by: 'provider', facts: ['DuplicatePaymentReceived'], also: ['DuplicateRefundRequested'] },
  ],
  'payment.failed': [{ by: 'provider', facts: ['PaymentFailed'] }],
  'refund.done': [
    { by: 'provider', when: ['nothingLeftAfterRefund'], facts: ['RefundCompleted'] },
    {
      by: 'provider',
      when: ['somethingLeftAfterRefund'],
      facts: ['PartialRefundCompleted'],
      also: ['EscrowReleased', 'PayoutApproved', 'EscalatedToStaff', 'OverpaymentCounted', 'RefundRequested'],
    },
    {
      by: 'provider',
      when: ['refundWasAsked'],
      facts: ['RefundArrivedLate'],
      also: ['RefundCompleted', 'PartialRefundCompleted', 'EscrowReleased', 'RefundFailed', ...BACK_WITH_US],
    },
    { by: 'provider', facts: ['RefundMadeByHand'], also: ['LossRecovered', 'LossPartlyRecovered'] },
    {
      by: 'provider',
      when: ['refundOfDuplicateUnderWay'],
      facts: ['DuplicateRefundCompleted'],
      also: ['DuplicateRefundFailed'],
    },
  ],
  'refund.failed': [
    {
      by: 'provider',
      when: ['refundUnderWay'],
      facts: ['RefundFailed'],
      also: ['EscalatedToStaff', ...BACK_WITH_US],
    },
    {
      by: 'provider',
      when: ['refundOfDuplicateUnderWay'],
      facts: ['DuplicateRefundFailed'],
      also: ['EscalatedToStaff'],
    },
    { by: 'provider', facts: ['RefundCameBack'] },
  ],
  'payout.paid': [
    { by: 'provider', facts: ['PayoutCompleted'] },
    { by: 'provider', when: ['earlierPayoutFailed'], facts: ['PayoutArrivedLate'], also: ['PayoutOverpaid'] },
    { by: 'provider', when: ['earlierPayoutFailed'], facts: ['PayoutOverpaid'] },
  ],
  'payout.failed': [
    {
      by: 'provider',
      facts: ['PayoutFailed'],
      also: ['OverpaymentCounted', 'EscalatedToStaff', 'StaffHoldPlaced', ...BACK_WITH_US],
    },
    { by: 'provider', facts: ['PayoutRefused'], also: ['OverpaymentCounted', ...BACK_WITH_US] },
    {
      by: 'provider',
      facts: ['PayoutReturned'],
      also: ['OverpaymentReturned', 'OverpaymentCounted', ...BACK_WITH_US],
    },
  ],
  'payout.returned': [
    {
      by: 'provider',
      facts: ['PayoutReturned'],
      also: ['OverpaymentReturned', 'OverpaymentCounted', ...BACK_WITH_US],
    },
    { by: 'provider', facts: ['PayoutRefused'], also: ['OverpaymentCounted', ...BACK_WITH_US] },
  ],
  'chargeback.opened': [
    { by: 'provider', facts: ['ChargebackOpened'] },
    { by: 'provider', facts: ['LateChargebackOpened'] },
  ],
  'chargeback.won': [
    {
      by: 'provider',
      facts: ['ChargebackWon'],
      also: ['ShipmentClockResumed', ...GOES_ON],
    },
    { by: 'provider', facts: ['OneChargebackWon'] },
    {
      by: 'provider',
      facts: ['ChargebackReversed'],
      also: [...KEPT_IN_PART, 'ChargebackOpened', 'StaffHoldPlaced', 'EscalationRenewed'],
    },
    {
      by: 'provider',
      facts: ['ChargebackPartlyReversed'],
      also: [...KEPT_IN_PART, 'ChargebackOpened', 'EscalationRenewed'],
    },
    { by: 'provider', facts: ['LateChargebackWon'] },
    { by: 'provider', facts: ['LateChargebackReversed'], also: KEPT_IN_PART },
  ],
  'chargeback.lost': [
    { by: 'provider', facts: ['ChargebackLost'], also: ['ChargebackOpened'] },
    {
      by: 'provider',
      facts: ['ChargebackPartlyLost'],
      also: ['ChargebackOpened', ...GOES_ON],
    },
    { by: 'provider', facts: ['OneChargebackPartlyLost'], also: ['ChargebackOpened'] },
    { by: 'provider', facts: ['LateChargebackLost'], also: ['LateChargebackOpened', 'ChargebackOpened'] },
  ],
  other: [{ by: 'provider', facts: ['ProviderFactRecorded'] }],
};

/** For a statement without a matching row. */
export const UNEXPECTED = ['ProviderFactRecorded', 'EscalatedToStaff', 'StaffHoldPlaced'] as const;
