import { setup } from 'xstate';
import type { TransactionEvent, TransactionEventType } from './events.ts';
import type { Status } from './statuses.ts';

/** `leaves`: facts that a state admits without being left. `to`: the state that a fact leads to. */
type Region = Readonly<Record<string, { leaves?: readonly TransactionEventType[]; to?: Arrows; meta?: DeadlineNote }>>;
type Arrows = Readonly<Partial<Record<TransactionEventType, string>>>;
/** The deadlines that belong to a state, by kind, with the length of each. Their instants stand in the facts that arm them. */
type DeadlineNote = { deadlines: Readonly<Record<string, string>> };

const ends = (outcome: string): Arrows => ({
  EscrowReleased: outcome,
  RefundRequested: outcome,
  ChargebackLost: outcome,
});
const END = ['EscrowReleased', 'RefundRequested', 'ChargebackLost'] as const;
const HELD = ['StaffHoldPlaced', 'DuplicatePaymentReceived'] as const;
const AT_STAKE = [...HELD, 'ChargebackOpened', 'ChargebackPartlyLost'] as const;
const UNPAID = {
  PaymentCaptured: 'AWAIT_SHIPPING',
  PaymentMismatched: 'REFUND_BUYER',
  TransactionExpired: 'CANCELLED',
  TransactionCancelled: 'CANCELLED',
} as const;
const DECIDED = {
  RefundRequested: 'REFUND_BUYER',
  EscrowReleased: 'ESCROW_COMPLETED',
  ChargebackLost: 'REFUNDED',
} as const;
const DISPUTE_ENDS = {
  DisputeWithdrawn: 'withdrawn',
  DisputeAccepted: 'settled',
  SettlementAccepted: 'settled',
} as const;
const OFFERS = ['SettlementOffered', 'SettlementRefused', 'SettlementLapsed'] as const;
const DISPUTE_CLOSED = { leaves: END, to: { DisputeOpened: 'awaiting_seller', DisputeDecided: 'decided' } } as const;
/** Whatever a decision was proposed upon is different after these: who confirmed it then would confirm another one. */
const CHANGES_BASIS = [
  'DisputeOpened',
  'DisputeContested',
  'DisputeWithdrawn',
  'DisputeAccepted',
  'SettlementAccepted',
  'EscrowReleased',
  'ReleaseRevoked',
  'RefundRequested',
  'ChargebackOpened',
  'ChargebackPartlyLost',
  'ChargebackLost',
  'StaffHoldLifted',
  'PayoutArrivedLate',
  'OverpaymentCounted',
] as const satisfies TransactionEventType[];
const DECISION = ['DecisionProposed', 'DecisionConfirmed'] as const;
/** The seller has, from an earlier attempt, what was still payable. */
const ARRIVED = { PayoutArrivedLate: 'COMPLETED', OverpaymentCounted: 'COMPLETED' } as const;
const WINDOW = { deadlines: { paymentWindow: '30 min from creation' } } as const;

/** The twelve public statuses, and `draft` before the first fact. */
const status: Record<Status | 'draft', Region[string]> = {
  draft: { to: { TransactionCreated: 'CREATED' } },
  CREATED: {
    leaves: ['ShippingSet'],
    to: { ...UNPAID, CheckoutOpened: 'PAYMENT_PENDING', PaymentFailed: 'PAYMENT_FAILED' },
    meta: WINDOW,
  },
  PAYMENT_PENDING: {
    leaves: ['ShippingSet', 'PaymentProcessing', 'CheckoutOpened'],
    to: { ...UNPAID, PaymentFailed: 'PAYMENT_FAILED' },
    meta: {
      deadlines: { ...WINDOW.deadlines, settlement: '7 d once the payment is processing, instead of the window' },
    },
  },
  PAYMENT_FAILED: {
    leaves: ['ShippingSet'],
    to: { ...UNPAID, CheckoutOpened: 'PAYMENT_PENDING' },
    meta: WINDOW,
  },
  AWAIT_SHIPPING: {
    leaves: ['ShipmentClockResumed', 'DisputeDecided'],
    to: {
      ...DECIDED,
      ShipmentConfirmed: 'IN_ESCROW',
      ShipmentDeadlineMissed: 'CANCELLED',
      TransactionCancelled: 'CANCELLED',
    },
    meta: { deadlines: { shipment: '96 h, while nothing holds', shipReminder: '24 h before' } },
  },
  IN_ESCROW: {
    leaves: [
      'DeliveryConfirmed',
      'EscrowPaused',
      'EscrowClockResumed',
      'DisputeOpened',
      'DisputeDecided',
      'ReturnRequested',
    ],
    to: DECIDED,
    meta: {
      deadlines: { escrowEnd: '12 d, runs while nothing holds', firstNotice: '3 d before', lastNotice: '1 d before' },
    },
  },
  ESCROW_COMPLETED: {
    leaves: ['ReleaseRevoked', 'EscrowReleased', 'DisputeOpened', 'DisputeDecided', 'LateClaimRecorded'],
    to: { ...ARRIVED, RefundRequested: 'REFUND_BUYER', PayoutApproved: 'READY_FOR_PAYOUT', ChargebackLost: 'REFUNDED' },
  },
  READY_FOR_PAYOUT: {
    leaves: ['PayoutPostponed', 'DisputeOpened', 'LateClaimRecorded'],
    to: {
      ...ARRIVED,
      PayoutInitiated: 'PAYOUT_INITIATED',
      PayoutApprovalWithdrawn: 'ESCROW_COMPLETED',
      ReleaseRevoked: 'ESCROW_COMPLETED',
      ChargebackLost: 'REFUNDED',
    },
    meta: { deadlines: { payoutRun: 'run of the 2nd business day', payoutRetry: '1 d, 3 d, 7 d after a failure' } },
  },
  PAYOUT_INITIATED: {
    leaves: ['LateClaimRecorded'],
    to: { PayoutCompleted: 'COMPLETED', PayoutFailed: 'READY_FOR_PAYOUT', PayoutRefused: 'ESCROW_COMPLETED' },
    meta: { deadlines: { payoutAsk: '1 business day', payoutWatch: '5 business days' } },
  },
  COMPLETED: { leaves: ['LateClaimRecorded'], to: { PayoutReturned: 'ESCROW_COMPLETED' } },
  CANCELLED: { to: { LatePaymentReceived: 'REFUND_BUYER', RefundRequested: 'REFUND_BUYER' } },
  REFUND_BUYER: {
    leaves: ['RefundRequested', 'RefundFailed', 'RefundRetried'],
    to: { RefundCompleted: 'REFUNDED', PartialRefundCompleted: 'ESCROW_COMPLETED' },
    meta: { deadlines: { refundWatch: '7 business days', refundRetry: '1 h, 1 d, 3 d after a failure' } },
  },
  REFUNDED: {},
};

/** Where the captured money is. Facts that need money in a certain place appear here too. */
const money = {
  none: {
    leaves: ['TransactionExpired'],
    to: { PaymentCaptured: 'escrow', PaymentMismatched: 'escrow', LatePaymentReceived: 'escrow' },
  },
  escrow: {
    leaves: [...AT_STAKE, ...DECISION],
    to: { EscrowReleased: 'payable', RefundRequested: 'refunding', ChargebackLost: 'gone' },
    meta: { deadlines: { escalation: '75 d after capture, wherever we hold the money' } },
  },
  refunding: { leaves: HELD, to: { RefundCompleted: 'gone', PartialRefundCompleted: 'escrow' } },
  payable: {
    leaves: [...AT_STAKE, ...DECISION, 'PayoutApproved'],
    to: {
      ...{ PayoutInitiated: 'transit', ReleaseRevoked: 'escrow', ChargebackLost: 'gone' },
      ...{ PayoutArrivedLate: 'paid', OverpaymentCounted: 'paid' },
    },
  },
  transit: { leaves: HELD, to: { PayoutCompleted: 'paid', PayoutFailed: 'payable', PayoutRefused: 'payable' } },
  paid: { leaves: ['DuplicatePaymentReceived'], to: { PayoutReturned: 'payable' } },
  gone: { leaves: ['DuplicatePaymentReceived'] },
} as const satisfies Region;

const pause = {
  none: { leaves: END, to: { EscrowPaused: 'paused' } },
  paused: {
    to: { ...ends('none'), EscrowResumed: 'none', PauseExpired: 'none' },
    meta: { deadlines: { pauseReminder: '7 d', pauseLimit: '30 d in all' } },
  },
} as const satisfies Region;

const dispute = {
  none: DISPUTE_CLOSED,
  awaiting_seller: {
    leaves: OFFERS,
    to: {
      ...ends('withdrawn'),
      ...DISPUTE_ENDS,
      DisputeContested: 'under_review',
      SellerSilent: 'under_review',
      DisputeReferred: 'under_review',
      DisputeDecided: 'decided',
    },
    meta: { deadlines: { disputeAnswer: '3 d', settlementOffer: '3 d' } },
  },
  under_review: {
    leaves: [...OFFERS, 'ReviewOverdue'],
    to: { ...ends('withdrawn'), ...DISPUTE_ENDS, DisputeDecided: 'decided' },
    meta: { deadlines: { disputeReview: '5 business days', settlementOffer: '3 d' } },
  },
  decided: DISPUTE_CLOSED,
  settled: DISPUTE_CLOSED,
  withdrawn: DISPUTE_CLOSED,
} as const satisfies Region;

const returning = {
  none: { leaves: END, to: { ReturnRequested: 'requested' } },
  requested: {
    to: { ...ends('lapsed'), ReturnApproved: 'approved', ReturnRefused: 'refused' },
    meta: { deadlines: { returnAnswer: '2 d' } },
  },
  approved: {
    to: { ...ends('lapsed'), ReturnShipped: 'shipped', ReturnLapsed: 'lapsed' },
    meta: { deadlines: { returnShipBack: '5 business days' } },
  },
  shipped: {
    to: { ...ends('lapsed'), ReturnReceived: 'received', ReturnRejected: 'rejected' },
    meta: { deadlines: { returnInspection: '12 d' } },
  },
  received: { leaves: END },
  refused: { leaves: END },
  lapsed: { leaves: END },
  rejected: { leaves: END },
} as const satisfies Region;

/** Open, it blocks shipment, refund and payout: those facts have no arrow there. Over money that has left it holds nothing. */
const chargeback = {
  none: {
    leaves: [
      ...(['ShipmentConfirmed', 'RefundRequested', 'PayoutApproved', 'PayoutInitiated'] as const),
      ...(['PayoutArrivedLate', 'OverpaymentCounted'] as const),
    ],
    to: { ChargebackOpened: 'open' },
  },
  open: {
    to: {
      ...{ ChargebackWon: 'none', ChargebackPartlyLost: 'none', ChargebackLost: 'lost' },
      ...{ PayoutArrivedLate: 'none', OverpaymentCounted: 'none' },
    },
  },
  lost: {},
} as const satisfies Region;

/** A hold by staff stops shipment and payout. */
const staff = {
  none: { leaves: ['ShipmentConfirmed', 'PayoutApproved', 'PayoutInitiated'], to: { StaffHoldPlaced: 'held' } },
  held: { to: { StaffHoldLifted: 'none' } },
} as const satisfies Region;

/** A decision over much money: while it waits for a second person nobody decides alone, and whatever changes its basis ends it. */
const proposal = {
  none: { leaves: ['DisputeDecided', ...CHANGES_BASIS], to: { DecisionProposed: 'pending' } },
  pending: {
    to: {
      ...{ DecisionConfirmed: 'none', DecisionRejected: 'none', DecisionWithdrawn: 'none', DecisionLapsed: 'none' },
      ...(Object.fromEntries(CHANGES_BASIS.map((fact) => [fact, 'none'])) as Record<
        (typeof CHANGES_BASIS)[number],
        'none'
      >),
    },
    meta: { deadlines: { decisionConfirmation: '3 business days' } },
  },
} as const satisfies Region;

/** What may be written at any time and changes nothing above. */
const records = {
  open: {
    leaves: [
      'ProviderFactRecorded',
      'EscalatedToStaff',
      'CaseClosed',
      'LateChargebackOpened',
      'LateChargebackWon',
      'LateChargebackLost',
      'DuplicateRefundRequested',
      'DuplicateRefundCompleted',
      'DuplicateRefundFailed',
      'PayoutOverpaid',
      'OverpaymentReturned',
    ],
  },
} as const satisfies Region;

export const REGIONS = {
  status,
  money,
  pause,
  dispute,
  return: returning,
  chargeback,
  staff,
  proposal,
  records,
} as const;
export type RegionName = keyof typeof REGIONS;
/** One state a region, which is the value that XState gives the chart. */
export type EscrowState = { [Name in RegionName]: keyof (typeof REGIONS)[Name] & string };

const states = (region: Region) =>
  Object.fromEntries(
    Object.entries(region).map(([name, { leaves = [], to = {}, meta }]) => [
      name,
      { on: { ...Object.fromEntries(leaves.map((type) => [type, name])), ...to }, ...(meta && { meta }) },
    ]),
  );

/**
 * The escrow as one statechart of parallel regions. Arrows are facts, never commands: replaying a stream walks this chart. No guards,
 * no `after`, no actions. Regions move in step: a fact is admitted where every region that knows it has an arrow for it.
 */
export const escrow = setup({ types: { events: {} as TransactionEvent } }).createMachine({
  id: 'escrow',
  type: 'parallel',
  states: Object.fromEntries(
    Object.entries(REGIONS).map(([name, region]) => [
      name,
      { initial: Object.keys(region)[0] as string, states: states(region) },
    ]),
  ),
});

const regionsKnowing = (type: TransactionEventType): number =>
  Object.values(escrow.states).filter(({ events }) => events.includes(type)).length;

const REGION_NAMES = Object.keys(REGIONS) as RegionName[];

/** The chart is asked once for a state and a fact; there are few states, and the answer never changes. */
const answers = new Map<string, boolean>();

/** Whether the chart has an arrow for this fact in every region that knows it. */
export const admits = (state: EscrowState, type: TransactionEventType): boolean => {
  const key = `${REGION_NAMES.map((region) => state[region]).join()} ${type}`;
  const answer = answers.get(key) ?? ask(state, type);
  answers.set(key, answer);
  return answer;
};

const ask = (state: EscrowState, type: TransactionEventType): boolean => {
  const value = Object.fromEntries(REGION_NAMES.map((region) => [region, state[region]]));
  const known = regionsKnowing(type);
  const taken = escrow.getTransitionData(escrow.resolveState({ value }), { type } as TransactionEvent);
  return known > 0 && taken.length === known;
};
