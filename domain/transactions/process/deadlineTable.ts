import type { Instant } from '../../shared/instants.ts';
import type { DeadlineKind, REMINDERS } from '../commands.ts';
import type { TransactionEventType } from '../events.ts';
import * as policy from '../policy.ts';
import type { Sale } from '../sale.ts';
import type { Standing } from './conditions.ts';
import type { States } from './regions.ts';

type Armed = {
  /** It runs in these states of the chart, while these conditions hold. */
  in: States;
  when?: readonly Standing[];
  /** The facts that set it: its instant stands in each of them, so that no later policy moves it. */
  setBy: readonly [TransactionEventType, ...TransactionEventType[]];
  at: (sale: Sale) => Instant | null | undefined;
  /** Who has to act before it. `nobody`: it comes by itself. */
  names: 'buyer' | 'seller' | 'staff' | 'provider' | 'nobody';
};

/** From the fact that sets it; `readonly number[]`: after the first, second and later failure. */
type After = { after: policy.Term | policy.PayoutRun | readonly number[] };

/** What is written when nobody has acted: `fires`, and then perhaps `also`, or one of `also` instead. */
type Firing = Armed &
  After & { fires: readonly [TransactionEventType, ...TransactionEventType[]]; also?: readonly TransactionEventType[] };

/** An email, or a question to the provider: nothing is written. */
type Reminder = Armed & { reminds: DeadlineKind } & (After | { before: number });

/** Every deadline of a sale: when it runs, how long, who has to act, and what happens when nobody does. */
export const DEADLINE_TABLE = {
  // ── buying and paying ──
  paymentWindow: {
    names: 'buyer',
    in: { status: ['CREATED', 'PAYMENT_PENDING', 'PAYMENT_FAILED'] },
    when: ['noBankPaymentUnderWay'],
    setBy: ['TransactionCreated', 'PaymentFailed'],
    at: ({ windowEndsAt }) => windowEndsAt,
    after: policy.PAYMENT_WINDOW,
    fires: ['TransactionExpired'],
  },
  settlement: {
    names: 'provider',
    in: { status: ['CREATED', 'PAYMENT_PENDING', 'PAYMENT_FAILED'] },
    setBy: ['PaymentProcessing'],
    at: ({ settlementEndsAt }) => settlementEndsAt,
    after: policy.SETTLEMENT_PERIOD,
    fires: ['TransactionExpired'],
  },

  // ── shipping and escrow ──
  shipReminder: {
    names: 'seller',
    in: { status: ['AWAIT_SHIPPING'] },
    when: ['notBlocked'],
    setBy: ['PaymentCaptured', 'ShipmentClockResumed'],
    at: ({ shipReminderAt }) => shipReminderAt,
    reminds: 'shipment',
    before: policy.SHIPMENT_REMINDER,
  },
  shipment: {
    names: 'seller',
    in: { status: ['AWAIT_SHIPPING'] },
    when: ['notBlocked'],
    setBy: ['PaymentCaptured', 'ShipmentClockResumed'],
    at: ({ shipBy }) => shipBy,
    after: policy.SHIPMENT_PERIOD,
    fires: ['ShipmentDeadlineMissed', 'RefundRequested'],
  },
  firstNotice: {
    names: 'buyer',
    in: { status: ['IN_ESCROW'] },
    when: ['free'],
    setBy: ['ShipmentConfirmed', 'EscrowClockResumed'],
    at: ({ clock }) => clock?.firstNoticeAt,
    reminds: 'escrowEnd',
    before: policy.FIRST_NOTICE,
  },
  lastNotice: {
    names: 'buyer',
    in: { status: ['IN_ESCROW'] },
    when: ['free'],
    setBy: ['ShipmentConfirmed', 'EscrowClockResumed'],
    at: ({ clock }) => clock?.lastNoticeAt,
    reminds: 'escrowEnd',
    before: policy.LAST_NOTICE,
  },
  escrowEnd: {
    names: 'buyer',
    in: { status: ['IN_ESCROW'] },
    when: ['free'],
    setBy: ['ShipmentConfirmed', 'EscrowClockResumed'],
    at: ({ clock }) => clock?.endsAt,
    after: policy.ESCROW_PERIOD,
    fires: ['EscrowReleased'],
    also: ['PayoutApproved'],
  },
  pauseReminder: {
    names: 'buyer',
    in: { status: ['IN_ESCROW'], pause: ['paused'] },
    setBy: ['EscrowPaused'],
    at: ({ pauseRemindAt }) => pauseRemindAt,
    reminds: 'pauseLimit',
    after: policy.PAUSE_REMINDER,
  },
  pauseLimit: {
    names: 'buyer',
    in: { status: ['IN_ESCROW'], pause: ['paused'] },
    setBy: ['EscrowPaused'],
    at: ({ pauseLimitAt }) => pauseLimitAt,
    after: policy.PAUSE_LIMIT,
    fires: ['PauseExpired'],
    also: ['DisputeOpened'],
  },

  // ── returns ──
  returnAnswer: {
    names: 'seller',
    in: { return: ['requested'], status: ['IN_ESCROW'] },
    setBy: ['ReturnRequested'],
    at: ({ returnAnswerBy }) => returnAnswerBy,
    after: policy.RETURN_ANSWER,
    fires: ['ReturnApproved'],
  },
  returnShipBack: {
    names: 'buyer',
    in: { return: ['approved'], status: ['IN_ESCROW'] },
    setBy: ['ReturnApproved'],
    at: ({ returnShipBy }) => returnShipBy,
    after: policy.SHIP_BACK_TERM,
    fires: ['ReturnLapsed'],
    also: ['EscrowClockResumed'],
  },
  returnInspection: {
    names: 'seller',
    in: { return: ['shipped'], status: ['IN_ESCROW'] },
    when: ['notBlocked', 'noDisputeOpen'],
    setBy: ['ReturnShipped', 'ReturnInspectionResumed'],
    at: ({ returnInspectBy }) => returnInspectBy,
    after: policy.RETURN_INSPECTION,
    fires: ['ReturnReceived', 'RefundRequested'],
  },

  // ── disputes ──
  disputeAnswer: {
    names: 'seller',
    in: { dispute: ['awaiting_seller'] },
    setBy: ['DisputeOpened'],
    at: ({ claim }) => claim?.answerBy,
    after: policy.DISPUTE_ANSWER,
    fires: ['SellerSilent'],
  },
  disputeReview: {
    names: 'staff',
    in: { dispute: ['under_review'] },
    setBy: ['DisputeContested', 'SellerSilent', 'DisputeReferred'],
    at: ({ claim }) => claim?.decideBy,
    after: policy.REVIEW_TERM,
    fires: ['ReviewOverdue'],
  },
  settlementOffer: {
    names: 'buyer',
    in: { dispute: ['awaiting_seller', 'under_review'] },
    setBy: ['SettlementOffered'],
    at: ({ offer }) => offer?.lapsesAt,
    after: policy.SETTLEMENT_OFFER,
    fires: ['SettlementLapsed'],
  },
  decisionConfirmation: {
    names: 'staff',
    in: { proposal: ['pending'] },
    setBy: ['DecisionProposed'],
    at: ({ proposed }) => proposed?.confirmBy,
    after: policy.CONFIRMATION_TERM,
    fires: ['DecisionLapsed'],
  },

  // ── refunds and payouts ──
  refundWatch: {
    names: 'provider',
    in: { status: ['REFUND_BUYER'] },
    setBy: ['RefundRequested', 'RefundRetried'],
    at: ({ refund }) => refund?.watchUntil,
    after: policy.REFUND_WATCH,
    fires: ['RefundFailed'],
    also: ['EscalatedToStaff'],
  },
  refundRetry: {
    names: 'nobody',
    in: { status: ['REFUND_BUYER'] },
    setBy: ['RefundFailed'],
    at: ({ refund }) => refund?.retryAt,
    after: policy.REFUND_RETRIES,
    fires: ['RefundRetried'],
  },
  payoutRun: {
    names: 'nobody',
    in: { status: ['READY_FOR_PAYOUT'] },
    when: ['free'],
    setBy: ['PayoutApproved', 'PayoutPostponed'],
    at: ({ payout }) => payout.runAt,
    after: policy.PAYOUT_RUN,
    fires: ['PayoutInitiated'],
    also: ['PayoutPostponed', 'PayoutApprovalWithdrawn'],
  },
  payoutAsk: {
    names: 'provider',
    in: { status: ['PAYOUT_INITIATED'] },
    setBy: ['PayoutInitiated'],
    at: ({ payout }) => payout.askAt,
    reminds: 'payoutWatch',
    after: policy.PAYOUT_INQUIRY,
  },
  payoutWatch: {
    names: 'provider',
    in: { status: ['PAYOUT_INITIATED'] },
    setBy: ['PayoutInitiated'],
    at: ({ payout }) => payout.watchUntil,
    after: policy.PAYOUT_WATCH,
    fires: ['EscalatedToStaff'],
  },
  payoutRetry: {
    names: 'nobody',
    in: { status: ['READY_FOR_PAYOUT'] },
    when: ['free'],
    setBy: ['PayoutFailed'],
    at: ({ payout }) => payout.retryAt,
    after: policy.PAYOUT_RETRIES,
    fires: ['PayoutInitiated'],
    also: ['PayoutPostponed', 'PayoutApprovalWithdrawn'],
  },

  // ── wherever we hold the money ──
  escalation: {
    names: 'staff',
    in: { money: ['escrow', 'refunding', 'payable', 'transit'] },
    setBy: ['PaymentCaptured', 'PaymentMismatched', 'LatePaymentReceived'],
    at: ({ escalateAt }) => escalateAt,
    after: policy.ESCALATION,
    fires: ['EscalatedToStaff'],
    also: ['StaffHoldPlaced'],
  },
} as const satisfies { [Kind in DeadlineKind]: Kind extends (typeof REMINDERS)[number] ? Reminder : Firing };

export type DeadlineRow = Firing | Reminder;
export const DEADLINE_ROWS: Readonly<Record<DeadlineKind, DeadlineRow>> = DEADLINE_TABLE;
