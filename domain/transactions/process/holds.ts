import type { TransactionEventType } from '../events.ts';
import type { Region } from './region.ts';
import type { EscrowState } from './states.ts';

/** These events end the escrow period and everything open in it. */
const ESCROW_ENDS = ['EscrowReleased', 'RefundRequested', 'ChargebackLost', 'LossRecovered'] as const;

export const pause = {
  none: {
    leaves: ESCROW_ENDS,
    to: { EscrowPaused: 'paused' },
  },
  paused: {
    to: {
      EscrowResumed: 'none',
      PauseExpired: 'none',
      EscrowReleased: 'none',
      RefundRequested: 'none',
      ChargebackLost: 'none',
      LossRecovered: 'none',
    },
  },
} as const satisfies Region<EscrowState['pause']>;

/** Before and after a dispute; another may follow. */
const NO_DISPUTE = {
  leaves: ESCROW_ENDS,
  to: {
    DisputeOpened: 'awaiting_seller',
    DisputeDecided: 'decided',
  },
} as const;

export const dispute = {
  none: NO_DISPUTE,
  awaiting_seller: {
    leaves: ['SettlementOffered', 'SettlementRefused', 'SettlementLapsed'],
    to: {
      DisputeContested: 'under_review',
      SellerSilent: 'under_review',
      DisputeReferred: 'under_review',
      DisputeDecided: 'decided',
      DisputeAccepted: 'settled',
      SettlementAccepted: 'settled',
      DisputeWithdrawn: 'withdrawn',
      EscrowReleased: 'withdrawn',
      RefundRequested: 'withdrawn',
      ChargebackLost: 'withdrawn',
      LossRecovered: 'withdrawn',
    },
  },
  under_review: {
    leaves: ['SettlementOffered', 'SettlementRefused', 'SettlementLapsed', 'ReviewOverdue'],
    to: {
      DisputeDecided: 'decided',
      DisputeAccepted: 'settled',
      SettlementAccepted: 'settled',
      DisputeWithdrawn: 'withdrawn',
      EscrowReleased: 'withdrawn',
      RefundRequested: 'withdrawn',
      ChargebackLost: 'withdrawn',
      LossRecovered: 'withdrawn',
    },
  },
  decided: { ...NO_DISPUTE, to: { ...NO_DISPUTE.to, DecisionAppealed: 'under_review', RefundDeferred: 'deferred' } },
  /** The decided refund waits until the seller's time to appeal is over. */
  deferred: {
    to: {
      DecisionAppealed: 'under_review',
      DisputeDecided: 'decided',
      EscrowReleased: 'decided',
      RefundRequested: 'decided',
      ChargebackLost: 'decided',
      LossRecovered: 'decided',
    },
  },
  settled: NO_DISPUTE,
  withdrawn: NO_DISPUTE,
} as const satisfies Region<EscrowState['dispute']>;

export const returning = {
  none: {
    leaves: ESCROW_ENDS,
    to: { ReturnRequested: 'requested' },
  },
  requested: {
    to: {
      ReturnApproved: 'approved',
      ReturnRefused: 'refused',
      EscrowReleased: 'lapsed',
      RefundRequested: 'lapsed',
      ChargebackLost: 'lapsed',
      LossRecovered: 'lapsed',
    },
  },
  approved: {
    leaves: ['ReturnAddressGiven'],
    to: {
      ReturnShipped: 'shipped',
      ReturnLapsed: 'lapsed',
      EscrowReleased: 'lapsed',
      RefundRequested: 'lapsed',
      ChargebackLost: 'lapsed',
      LossRecovered: 'lapsed',
    },
  },
  shipped: {
    leaves: ['ReturnInspectionResumed'],
    to: {
      ReturnReceived: 'received',
      ReturnRejected: 'rejected',
      EscrowReleased: 'lapsed',
      RefundRequested: 'lapsed',
      ChargebackLost: 'lapsed',
      LossRecovered: 'lapsed',
    },
  },
  received: { leaves: ESCROW_ENDS },
  refused: { leaves: ESCROW_ENDS },
  lapsed: { leaves: ESCROW_ENDS },
  rejected: { leaves: ESCROW_ENDS },
} as const satisfies Region<EscrowState['return']>;

/**
 * Open chargebacks block shipment, refund and payout: those events have no arrow in `open`. The end of the last one unblocks them. A
 * chargeback on money that has left holds nothing.
 */
export const chargeback = {
  none: {
    leaves: [
      'ShipmentConfirmed',
      'RefundRequested',
      'RefundRetried',
      'RefundCompleted',
      'PayoutApproved',
      'PayoutInitiated',
      'PayoutArrivedLate',
      'OverpaymentCounted',
      'ChargebackReversed',
      'LossRecovered',
      'LossPartlyRecovered',
    ],
    to: { ChargebackOpened: 'open' },
  },
  open: {
    leaves: ['ChargebackOpened', 'OneChargebackWon', 'OneChargebackPartlyLost', 'LossPartlyRecovered'],
    to: {
      ChargebackWon: 'none',
      ChargebackPartlyLost: 'none',
      RefundCompleted: 'none',
      PayoutArrivedLate: 'none',
      OverpaymentCounted: 'none',
      LossRecovered: 'none',
      ChargebackLost: 'lost',
    },
  },
  lost: {
    to: { ChargebackReversed: 'none' },
  },
} as const satisfies Region<EscrowState['chargeback']>;

/** A hold by staff stops shipment and payout. */
export const staff = {
  none: {
    leaves: ['ShipmentConfirmed', 'PayoutApproved', 'PayoutInitiated'],
    to: { StaffHoldPlaced: 'held' },
  },
  held: {
    to: { StaffHoldLifted: 'none' },
  },
} as const satisfies Region<EscrowState['staff']>;

/** These events change the basis of a proposed decision, so its confirmation would mean another decision. */
const CHANGES_BASIS = [
  'DisputeOpened',
  'DisputeContested',
  'DisputeWithdrawn',
  'DisputeAccepted',
  'DecisionAppealed',
  'SettlementAccepted',
  'EscrowReleased',
  'ReleaseRevoked',
  'RefundRequested',
  'ChargebackOpened',
  'ChargebackPartlyLost',
  'OneChargebackPartlyLost',
  'ChargebackLost',
  'ChargebackReversed',
  'ChargebackPartlyReversed',
  'LossRecovered',
  'LossPartlyRecovered',
  'StaffHoldLifted',
  'PayoutArrivedLate',
  'OverpaymentCounted',
] as const satisfies TransactionEventType[];

/** A proposed decision over much money waits for a second person. Nobody decides alone meanwhile; a change of its basis ends it. */
export const proposal = {
  none: {
    leaves: ['DisputeDecided', ...CHANGES_BASIS],
    to: { DecisionProposed: 'pending' },
  },
  pending: {
    leaves: ['DraftShown'],
    to: {
      DecisionConfirmed: 'none',
      DecisionRejected: 'none',
      DecisionWithdrawn: 'none',
      DecisionLapsed: 'none',
      DisputeOpened: 'none',
      DisputeContested: 'none',
      DisputeWithdrawn: 'none',
      DisputeAccepted: 'none',
      DecisionAppealed: 'none',
      SettlementAccepted: 'none',
      EscrowReleased: 'none',
      ReleaseRevoked: 'none',
      RefundRequested: 'none',
      ChargebackOpened: 'none',
      ChargebackPartlyLost: 'none',
      OneChargebackPartlyLost: 'none',
      ChargebackLost: 'none',
      ChargebackReversed: 'none',
      ChargebackPartlyReversed: 'none',
      LossRecovered: 'none',
      LossPartlyRecovered: 'none',
      StaffHoldLifted: 'none',
      PayoutArrivedLate: 'none',
      OverpaymentCounted: 'none',
    } satisfies Partial<Record<TransactionEventType, 'none'>> & Record<(typeof CHANGES_BASIS)[number], 'none'>,
  },
} as const satisfies Region<EscrowState['proposal']>;
