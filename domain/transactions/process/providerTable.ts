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
  'payment.processing': [{ by: 'provider', when: ['noBankPaymentUnderWay'], events: ['PaymentProcessing'] }],
  'payment.paid': [
    { by: 'provider', events: ['PaymentCaptured'], also: TAKEN_BEFORE },
    { by: 'provider', events: ['PaymentMismatched'], also: ['RefundRequested', ...TAKEN_BEFORE] },
    { by: 'provider', events: ['LatePaymentReceived'], also: ['RefundRequested', ...TAKEN_BEFORE] },
    // the seller is suspended and cannot ship
    {
      by: 'provider',
      when: ['unpaid'],
      events: ['TransactionCancelled'],
      also: ['LatePaymentReceived', 'RefundRequested', ...TAKEN_BEFORE],
    },
    { by: 'provider', events: ['DuplicatePaymentReceived'], also: ['DuplicateRefundRequested'] },
  ],
  'payment.failed': [{ by: 'provider', events: ['PaymentFailed'] }],
  'refund.done': [
    { by: 'provider', when: ['nothingLeftAfterRefund'], events: ['RefundCompleted'] },
    {
      by: 'provider',
      when: ['somethingLeftAfterRefund'],
      events: ['PartialRefundCompleted'],
      also: ['EscrowReleased', 'PayoutApproved', 'EscalatedToStaff', 'OverpaymentCounted', 'RefundRequested'],
    },
    {
      by: 'provider',
      when: ['refundWasAsked'],
      events: ['RefundArrivedLate'],
      also: ['RefundCompleted', 'PartialRefundCompleted', 'EscrowReleased', 'RefundFailed', ...BACK_WITH_US],
    },
    { by: 'provider', events: ['RefundMadeByHand'], also: ['LossRecovered', 'LossPartlyRecovered'] },
    {
      by: 'provider',
      when: ['refundOfDuplicateUnderWay'],
      events: ['DuplicateRefundCompleted'],
      also: ['DuplicateRefundFailed'],
    },
  ],
  'refund.failed': [
    {
      by: 'provider',
      when: ['refundUnderWay'],
      events: ['RefundFailed'],
      also: ['EscalatedToStaff', ...BACK_WITH_US],
    },
    {
      by: 'provider',
      when: ['refundOfDuplicateUnderWay'],
      events: ['DuplicateRefundFailed'],
      also: ['EscalatedToStaff'],
    },
    { by: 'provider', events: ['RefundCameBack'] },
  ],
  'payout.paid': [
    { by: 'provider', events: ['PayoutCompleted'] },
    { by: 'provider', when: ['earlierPayoutFailed'], events: ['PayoutArrivedLate'], also: ['PayoutOverpaid'] },
    { by: 'provider', when: ['earlierPayoutFailed'], events: ['PayoutOverpaid'] },
  ],
  'payout.failed': [
    {
      by: 'provider',
      events: ['PayoutFailed'],
      also: ['OverpaymentCounted', 'EscalatedToStaff', 'StaffHoldPlaced', ...BACK_WITH_US],
    },
    { by: 'provider', events: ['PayoutRefused'], also: ['OverpaymentCounted', ...BACK_WITH_US] },
    {
      by: 'provider',
      events: ['PayoutReturned'],
      also: ['OverpaymentReturned', 'OverpaymentCounted', ...BACK_WITH_US],
    },
  ],
  'payout.returned': [
    {
      by: 'provider',
      events: ['PayoutReturned'],
      also: ['OverpaymentReturned', 'OverpaymentCounted', ...BACK_WITH_US],
    },
    { by: 'provider', events: ['PayoutRefused'], also: ['OverpaymentCounted', ...BACK_WITH_US] },
  ],
  'chargeback.opened': [
    // a part came back before we heard of the opening, so the rest is lost at once
    { by: 'provider', events: ['ChargebackOpened'], also: KEPT_IN_PART },
    { by: 'provider', events: ['LateChargebackOpened'], also: ['ChargebackOpened', 'LateChargebackLost'] },
  ],
  'chargeback.won': [
    {
      by: 'provider',
      events: ['ChargebackWon'],
      also: ['ShipmentClockResumed', ...GOES_ON],
    },
    { by: 'provider', events: ['OneChargebackWon'] },
    {
      by: 'provider',
      when: ['chargebackNotWon'],
      events: ['ChargebackReversed'],
      also: [...KEPT_IN_PART, 'ChargebackOpened', 'StaffHoldPlaced', 'EscalationRenewed'],
    },
    {
      by: 'provider',
      when: ['chargebackNotWon'],
      events: ['ChargebackPartlyReversed'],
      also: [...KEPT_IN_PART, 'ChargebackOpened', 'EscalationRenewed'],
    },
    { by: 'provider', events: ['LateChargebackWon'] },
    { by: 'provider', when: ['chargebackNotWon'], events: ['LateChargebackReversed'], also: KEPT_IN_PART },
  ],
  'chargeback.lost': [
    { by: 'provider', events: ['ChargebackLost'], also: ['ChargebackOpened'] },
    {
      by: 'provider',
      events: ['ChargebackPartlyLost'],
      also: ['ChargebackOpened', ...GOES_ON],
    },
    { by: 'provider', events: ['OneChargebackPartlyLost'], also: ['ChargebackOpened'] },
    { by: 'provider', events: ['LateChargebackLost'], also: ['LateChargebackOpened', 'ChargebackOpened'] },
  ],
  other: [{ by: 'provider', events: ['ProviderFactRecorded'] }],
};

/** For a statement without a matching row. */
export const UNEXPECTED = ['ProviderFactRecorded', 'EscalatedToStaff', 'StaffHoldPlaced'] as const;
