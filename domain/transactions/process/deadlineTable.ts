import type { Instant } from '../../shared/instants.ts';
import { isClaimed } from '../claims.ts';
import type { TransactionEventType } from '../events.ts';
import type { Transaction } from '../state.ts';
import type { Holding, PayoutRun, Term } from '../terms/terms.ts';
import type { Standing } from './conditions.ts';
import type { States } from './regions.ts';

type Armed = {
  /** The deadline runs in these states while these conditions hold. */
  in: States;
  when?: readonly Standing[];
  /** The events that set it. Each contains its instant, so later terms do not move it. */
  setBy: readonly [TransactionEventType, ...TransactionEventType[]];
  at: (transaction: Transaction) => Instant | null | undefined;
  /** Who has to act before it; `nobody` if nobody can. */
  names: 'buyer' | 'seller' | 'staff' | 'provider' | 'nobody';
};

/** The name of its length in the terms, counted from the event that sets it. A list: after the first, second and later failure. */
type After = { after: Holding<Term | PayoutRun | readonly number[]> };

/** If nobody acts, `fires` is appended, perhaps followed or replaced by `also`. Nothing is, if the decision finds nothing to do. */
type Firing = Armed &
  After & { fires: readonly [TransactionEventType, ...TransactionEventType[]]; also?: readonly TransactionEventType[] };

/** Sends an e-mail or asks the provider; appends nothing. */
type Reminder<Kind = string> = Armed & { reminds: Kind } & (After | { before: Holding<number> });

/** The next retry of a failed refund of a duplicate. A claimed payment waits for the bank. */
const nextRetryOfDuplicates = (transaction: Transaction): Instant | null => {
  const failed = Object.entries(transaction.duplicates).filter(([, { state }]) => state === 'failed');
  const free = failed.filter(([id]) => !isClaimed(transaction, id));
  const instants = (free.length > 0 ? free : failed).flatMap(([, { retryAt }]) => (retryAt === null ? [] : [retryAt]));
  return instants.length === 0 ? null : Math.min(...instants);
};

/** Every deadline: when it runs, for how long, who has to act, and what happens otherwise. */
// biome-ignore format: a deadline is three lines (whom it names and when it runs; what sets it and for how long; what it does), so that the whole is read as a table
export const DEADLINE_TABLE = {
  // ── buying and paying ──
  paymentWindow: { names: 'buyer', in: { status: ['CREATED', 'PAYMENT_PENDING', 'PAYMENT_FAILED'] }, when: ['noBankPaymentUnderWay'],
    setBy: ['TransactionCreated', 'PaymentFailed'], at: ({ windowEndsAt }) => windowEndsAt, after: 'paymentWindow',
    fires: ['TransactionExpired'] },
  settlement: { names: 'provider', in: { status: ['CREATED', 'PAYMENT_PENDING', 'PAYMENT_FAILED'] },
    setBy: ['PaymentProcessing'], at: ({ settlementEndsAt }) => settlementEndsAt, after: 'settlementPeriod',
    fires: ['TransactionExpired'] },

  // ── shipping and escrow ──
  shipReminder: { names: 'seller', in: { status: ['AWAIT_SHIPPING'] }, when: ['notBlocked'],
    setBy: ['PaymentCaptured', 'ShipmentClockResumed'], at: ({ shipReminderAt }) => shipReminderAt, before: 'shipmentReminder',
    reminds: 'shipment' },
  shipment: { names: 'seller', in: { status: ['AWAIT_SHIPPING'] }, when: ['notBlocked'],
    setBy: ['PaymentCaptured', 'ShipmentClockResumed'], at: ({ shipBy }) => shipBy, after: 'shipmentPeriod',
    fires: ['ShipmentDeadlineMissed', 'RefundRequested'] },
  firstNotice: { names: 'buyer', in: { status: ['IN_ESCROW'] }, when: ['free'],
    setBy: ['ShipmentConfirmed', 'EscrowClockResumed'], at: ({ clock }) => clock?.firstNoticeAt, before: 'firstNotice',
    reminds: 'escrowEnd' },
  lastNotice: { names: 'buyer', in: { status: ['IN_ESCROW'] }, when: ['free'],
    setBy: ['ShipmentConfirmed', 'EscrowClockResumed'], at: ({ clock }) => clock?.lastNoticeAt, before: 'lastNotice',
    reminds: 'escrowEnd' },
  escrowEnd: { names: 'buyer', in: { status: ['IN_ESCROW'] }, when: ['free'],
    setBy: ['ShipmentConfirmed', 'EscrowClockResumed'], at: ({ clock }) => clock?.endsAt, after: 'escrowPeriod',
    fires: ['EscrowReleased'], also: ['PayoutApproved', 'EscalatedToStaff', 'StaffHoldPlaced'] },
  pauseReminder: { names: 'buyer', in: { status: ['IN_ESCROW'], pause: ['paused'] },
    setBy: ['EscrowPaused'], at: ({ pauseRemindAt }) => pauseRemindAt, after: 'pauseReminder',
    reminds: 'pauseLimit' },
  pauseLimit: { names: 'buyer', in: { status: ['IN_ESCROW'], pause: ['paused'] },
    setBy: ['EscrowPaused'], at: ({ pauseLimitAt }) => pauseLimitAt, after: 'pauseLimit',
    fires: ['PauseExpired'], also: ['DisputeOpened'] },

  // ── returns ──
  returnAnswer: { names: 'seller', in: { return: ['requested'], status: ['IN_ESCROW'] },
    setBy: ['ReturnRequested'], at: ({ returnAnswerBy }) => returnAnswerBy, after: 'returnAnswer',
    fires: ['ReturnApproved'], also: ['StaffHoldPlaced'] },
  returnShipBack: { names: 'buyer', in: { return: ['approved'], status: ['IN_ESCROW'] },
    setBy: ['ReturnApproved', 'ReturnAddressGiven'], at: ({ returnShipBy }) => returnShipBy, after: 'shipBackTerm',
    fires: ['ReturnLapsed'], also: ['EscrowClockResumed'] },
  returnInspection: { names: 'seller', in: { return: ['shipped'], status: ['IN_ESCROW'] }, when: ['notBlocked', 'noDisputeOpen', 'notDeferred'],
    setBy: ['ReturnShipped', 'ReturnInspectionResumed'], at: ({ returnInspectBy }) => returnInspectBy, after: 'returnInspection',
    fires: ['ReturnReceived', 'RefundRequested'] },

  // ── disputes ──
  disputeAnswer: { names: 'seller', in: { dispute: ['awaiting_seller'] },
    setBy: ['DisputeOpened'], at: ({ claim }) => claim?.answerBy, after: 'disputeAnswer',
    fires: ['SellerSilent'], also: ['DisputeReferred'] },
  disputeReview: { names: 'staff', in: { dispute: ['under_review'] },
    setBy: ['DisputeContested', 'SellerSilent', 'DisputeReferred', 'DecisionAppealed'], at: ({ claim }) => claim?.decideBy, after: 'reviewTerm',
    fires: ['ReviewOverdue'] },
  settlementOffer: { names: 'buyer', in: { dispute: ['awaiting_seller', 'under_review'] },
    setBy: ['SettlementOffered'], at: ({ offer }) => offer?.lapsesAt, after: 'settlementOffer',
    fires: ['SettlementLapsed'] },
  decidedRefund: { names: 'seller', in: { dispute: ['deferred'], money: ['escrow'] }, when: ['notBlocked'],
    setBy: ['RefundDeferred'], at: ({ deferred }) => deferred?.until, after: 'appealTerm',
    fires: ['RefundRequested'], also: ['EscrowReleased', 'PayoutApproved', 'EscalatedToStaff'] },
  decisionConfirmation: { names: 'staff', in: { proposal: ['pending'] },
    setBy: ['DecisionProposed'], at: ({ proposed }) => proposed?.confirmBy, after: 'confirmationTerm',
    fires: ['DecisionLapsed'] },

  // ── refunds and payouts ──
  refundWatch: { names: 'provider', in: { status: ['REFUND_BUYER'] },
    setBy: ['RefundRequested', 'RefundRetried'], at: ({ refund }) => refund?.watchUntil, after: 'refundWatch',
    fires: ['EscalatedToStaff'] },
  refundRetry: { names: 'nobody', in: { status: ['REFUND_BUYER'] }, when: ['noChargebackOpen'],
    setBy: ['RefundFailed'], at: ({ refund }) => refund?.retryAt, after: 'refundRetries',
    fires: ['RefundRetried'] },
  duplicateRetry: { names: 'nobody', in: { records: ['open'] }, when: ['refundOfDuplicateFailed'],
    setBy: ['DuplicatePaymentReceived', 'DuplicateRefundFailed', 'DuplicateRefundRequested', 'DuplicateRefundCompleted'], at: (transaction) => nextRetryOfDuplicates(transaction), after: 'refundRetries',
    fires: ['DuplicateRefundRequested'] },
  payoutRun: { names: 'nobody', in: { status: ['READY_FOR_PAYOUT'] }, when: ['free'],
    setBy: ['PayoutApproved', 'PayoutPostponed'], at: ({ payout }) => payout.runAt, after: 'payoutRun',
    fires: ['PayoutInitiated'], also: ['PayoutPostponed', 'PayoutApprovalWithdrawn', 'EscalatedToStaff'] },
  payoutAsk: { names: 'provider', in: { status: ['PAYOUT_INITIATED'] },
    setBy: ['PayoutInitiated'], at: ({ payout }) => payout.askAt, after: 'payoutInquiry',
    reminds: 'payoutWatch' },
  payoutWatch: { names: 'provider', in: { status: ['PAYOUT_INITIATED'] },
    setBy: ['PayoutInitiated'], at: ({ payout }) => payout.watchUntil, after: 'payoutWatch',
    fires: ['EscalatedToStaff'] },
  payoutRetry: { names: 'nobody', in: { status: ['READY_FOR_PAYOUT'] }, when: ['free'],
    setBy: ['PayoutFailed'], at: ({ payout }) => payout.retryAt, after: 'payoutRetries',
    fires: ['PayoutInitiated'], also: ['PayoutPostponed', 'PayoutApprovalWithdrawn', 'EscalatedToStaff'] },

  // ── wherever we hold the money ──
  escalation: { names: 'staff', in: { money: ['escrow', 'refunding', 'payable', 'transit'] },
    setBy: ['PaymentCaptured', 'PaymentMismatched', 'LatePaymentReceived', 'EscalationRenewed'], at: ({ escalateAt }) => escalateAt, after: 'escalation',
    fires: ['EscalatedToStaff'], also: ['StaffHoldPlaced'] },
} as const satisfies Readonly<Record<string, Firing | Reminder>>;

/**
 * The deadlines of a transaction. A firing names its deadline (kind and due instant) and changes nothing if that is no longer armed.
 * Reminders and notices append nothing: only the deadlines read model records them.
 */
export type DeadlineKind = keyof typeof DEADLINE_TABLE;
/** In the table's order, which is also the order of deadlines that are due at the same instant. */
export const DEADLINES = Object.keys(DEADLINE_TABLE) as DeadlineKind[];

export type DeadlineRow = Firing | Reminder<DeadlineKind>;
export const DEADLINE_ROWS: Readonly<Record<DeadlineKind, DeadlineRow>> = DEADLINE_TABLE;

/** Deadlines that only send an e-mail or ask the provider; they append nothing. */
export type ReminderKind = {
  [Kind in DeadlineKind]: (typeof DEADLINE_TABLE)[Kind] extends { reminds: DeadlineKind } ? Kind : never;
}[DeadlineKind];
export const REMINDERS = DEADLINES.filter((kind): kind is ReminderKind => 'reminds' in DEADLINE_ROWS[kind]);
export const isReminder = (kind: string): kind is ReminderKind => (REMINDERS as readonly string[]).includes(kind);

/** Whether the transaction has an instant for it. */
export const isSet = (kind: DeadlineKind, transaction: Transaction): boolean =>
  (DEADLINE_ROWS[kind].at(transaction) ?? null) !== null;
