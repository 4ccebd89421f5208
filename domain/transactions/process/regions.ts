import type { TransactionEventType } from '../events.ts';
import { chargeback, dispute, pause, proposal, returning, staff } from './holds.ts';
import type { Region, State } from './region.ts';
import type { EscrowState, RegionName } from './states.ts';
import { status } from './status.ts';

/** Events that need the money in a certain place appear here too. */
const money = {
  none: {
    leaves: ['TransactionExpired'],
    to: {
      PaymentCaptured: 'escrow',
      PaymentMismatched: 'escrow',
      LatePaymentReceived: 'escrow',
    },
  },
  escrow: {
    leaves: [
      'StaffHoldPlaced',
      'DuplicatePaymentReceived',
      'ChargebackOpened',
      'ChargebackPartlyLost',
      'OneChargebackPartlyLost',
      'ChargebackPartlyReversed',
      'LossPartlyRecovered',
      'DecisionProposed',
      'DecisionConfirmed',
      'RefundDeferred',
    ],
    to: {
      EscrowReleased: 'payable',
      RefundRequested: 'refunding',
      ChargebackLost: 'gone',
      LossRecovered: 'gone',
    },
  },
  refunding: {
    leaves: [
      'StaffHoldPlaced',
      'DuplicatePaymentReceived',
      'ChargebackOpened',
      'ChargebackPartlyLost',
      'OneChargebackPartlyLost',
      'ChargebackPartlyReversed',
      'LossPartlyRecovered',
    ],
    to: {
      RefundCompleted: 'gone',
      PartialRefundCompleted: 'escrow',
      ChargebackLost: 'gone',
      LossRecovered: 'gone',
    },
  },
  payable: {
    leaves: [
      'StaffHoldPlaced',
      'DuplicatePaymentReceived',
      'ChargebackOpened',
      'ChargebackPartlyLost',
      'OneChargebackPartlyLost',
      'ChargebackPartlyReversed',
      'LossPartlyRecovered',
      'DecisionProposed',
      'DecisionConfirmed',
      'PayoutApproved',
    ],
    to: {
      PayoutInitiated: 'transit',
      ReleaseRevoked: 'escrow',
      PayoutArrivedLate: 'paid',
      OverpaymentCounted: 'paid',
      ChargebackLost: 'gone',
      LossRecovered: 'gone',
    },
  },
  transit: {
    leaves: ['StaffHoldPlaced', 'DuplicatePaymentReceived'],
    to: {
      PayoutCompleted: 'paid',
      PayoutFailed: 'payable',
      PayoutRefused: 'payable',
    },
  },
  paid: {
    leaves: ['DuplicatePaymentReceived'],
    to: { PayoutReturned: 'payable' },
  },
  gone: {
    leaves: ['DuplicatePaymentReceived'],
    to: { ChargebackReversed: 'escrow' },
  },
} as const satisfies Region<EscrowState['money']>;

/** Events that may come at any time and move no other region. */
const records = {
  open: {
    leaves: [
      'StatementGiven',
      'QuestionAsked',
      'ProviderFactRecorded',
      'EscalatedToStaff',
      'EscalationRenewed',
      'CaseClosed',
      'DifferenceBooked',
      'DifferenceProposed',
      'LateChargebackOpened',
      'LateChargebackWon',
      'LateChargebackLost',
      'LateChargebackReversed',
      'ChargebackEndedByStaff',
      'ChargebackEndProposed',
      'ChargebackEndRejected',
      'EvidencePackSubmitted',
      'EvidencePackDelivered',
      'EvidencePackRefused',
      'DuplicateRefundRequested',
      'DuplicateRefundCompleted',
      'DuplicateRefundFailed',
      'RefundArrivedLate',
      'RefundMadeByHand',
      'RefundCameBack',
      'SettledOutsideProvider',
      'OutsideSettlementProposed',
      'OutsideSettlementRejected',
      'PayoutOverpaid',
      'OverpaymentReturned',
    ],
  },
} as const satisfies Region<EscrowState['records']>;

type EventsOf<States> = States extends { leaves: readonly (infer Event)[] } ? Event : never;
type ArrowsOf<States> = States extends { to: infer To } ? keyof To : never;
type Known<All> = {
  [Name in keyof All]: {
    [State in keyof All[Name]]: EventsOf<All[Name][State]> | ArrowsOf<All[Name][State]>;
  }[keyof All[Name]];
}[keyof All];

/** The compiler names an event that no region has an arrow for. */
const chart = <const All extends { [Name in RegionName]: Region<EscrowState[Name]> }>(
  all: All &
    ([Exclude<TransactionEventType, Known<All>>] extends [never]
      ? unknown
      : { noArrowFor: Exclude<TransactionEventType, Known<All>> }),
): All => all;

/** The escrow as parallel regions. They move in step: an event is admitted where every region that knows it has an arrow for it. */
export const REGIONS: Readonly<Record<RegionName, Region>> = chart({
  status,
  money,
  pause,
  dispute,
  return: returning,
  chargeback,
  staff,
  proposal,
  records,
});
export type { EscrowState, RegionName };
export const REGION_NAMES = Object.keys(REGIONS) as RegionName[];

/** States of some regions: each region that is named is in one of its states. */
export type States = { readonly [Name in RegionName]?: readonly EscrowState[Name][] };

/** The arrows of a state: each event with the state after it. */
export const arrowsOf = (name: string, { leaves = [], to = {} }: State): [TransactionEventType, string][] => [
  ...leaves.map((event): [TransactionEventType, string] => [event, name]),
  ...(Object.entries(to) as [TransactionEventType, string][]),
];
