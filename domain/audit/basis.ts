import type { CausedEvent } from './causes.ts';

/** The events that made an event possible, by type: the latest earlier one of these is its basis. */
const BASES: Readonly<Record<string, readonly string[]>> = {
  ShipmentDeadlineMissed: ['PaymentCaptured'],
  EscrowResumed: ['EscrowPaused'],
  PauseExpired: ['EscrowPaused'],
  EscrowReleased: [
    'DisputeDecided',
    'SettlementAccepted',
    'DisputeWithdrawn',
    'DeliveryConfirmed',
    'ShipmentConfirmed',
  ],
  DisputeContested: ['DisputeOpened'],
  DisputeAccepted: ['DisputeOpened'],
  DisputeWithdrawn: ['DisputeOpened'],
  DisputeReferred: ['DisputeOpened'],
  SellerSilent: ['DisputeOpened'],
  QuestionAsked: ['DisputeOpened'],
  SettlementOffered: ['DisputeOpened'],
  SettlementAccepted: ['SettlementOffered'],
  SettlementRefused: ['SettlementOffered'],
  SettlementLapsed: ['SettlementOffered'],
  DecisionProposed: ['DecisionAppealed', 'DisputeOpened', 'StaffHoldPlaced'],
  DraftShown: ['DecisionProposed'],
  DecisionConfirmed: ['DecisionProposed'],
  DecisionRejected: ['DecisionProposed'],
  DecisionWithdrawn: ['DecisionProposed'],
  DecisionLapsed: ['DecisionProposed'],
  DisputeDecided: ['DecisionConfirmed', 'DecisionAppealed', 'DisputeOpened', 'StaffHoldPlaced'],
  DecisionAppealed: ['DisputeDecided'],
  RefundDeferred: ['DisputeDecided'],
  ReturnApproved: ['ReturnRequested'],
  ReturnRefused: ['ReturnRequested'],
  ReturnAddressGiven: ['ReturnApproved'],
  ReturnShipped: ['ReturnApproved'],
  ReturnLapsed: ['ReturnApproved'],
  ReturnReceived: ['ReturnShipped'],
  ReturnRejected: ['ReturnShipped'],
  RefundRequested: [
    'TransactionCancelled',
    'ShipmentDeadlineMissed',
    'DisputeAccepted',
    'SettlementAccepted',
    'RefundDeferred',
    'DisputeDecided',
    'ReturnReceived',
  ],
  RefundRetried: ['RefundFailed'],
  RefundFailed: ['RefundRequested'],
  RefundCompleted: ['RefundRequested'],
  PayoutApproved: ['EscrowReleased'],
  PayoutInitiated: ['PayoutApproved'],
  PayoutFailed: ['PayoutInitiated'],
  PayoutCompleted: ['PayoutInitiated'],
  StaffHoldLifted: ['StaffHoldPlaced'],
  ChargebackWon: ['ChargebackOpened'],
  ChargebackLost: ['ChargebackOpened'],
  ChargebackEndProposed: ['ChargebackOpened'],
  ChargebackEndRejected: ['ChargebackEndProposed'],
  ChargebackEndedByStaff: ['ChargebackEndProposed', 'ChargebackOpened'],
  OutsideSettlementProposed: ['RefundFailed', 'PayoutFailed'],
  OutsideSettlementRejected: ['OutsideSettlementProposed'],
  SettledOutsideProvider: ['OutsideSettlementProposed', 'RefundFailed', 'PayoutFailed'],
  DifferenceBooked: ['DifferenceProposed'],
  RoleGranted: ['RoleProposed'],
  RoleProposalWithdrawn: ['RoleProposed'],
  AccountReinstated: ['AccountTerminated', 'AccountSuspended'],
  AccountTerminated: ['TerminationProposed'],
  TerminationRejected: ['TerminationProposed'],
  TerminationWithdrawn: ['TerminationProposed'],
};

/** Every type in the table above. */
export const BASIS_TYPES: ReadonlySet<string> = new Set([...Object.keys(BASES), ...Object.values(BASES).flat()]);

type Based = Pick<CausedEvent, 'revision' | 'type'>;

/**
 * The earlier events on which some events were based, across requests, the first one first: the proposal that was confirmed, the dispute that
 * was decided, the cancellation that was refunded. `about`: revisions, which are left out.
 */
export const basisOf = <Event extends Based>(about: readonly number[], events: readonly Event[]): Event[] => {
  const found = new Map<number, Event>();
  const seen = new Set<number>();
  const ahead = [...about];
  for (let at = ahead.pop(); at !== undefined; at = ahead.pop()) {
    const revision = at;
    const event = events.find((each) => each.revision === revision);
    if (!event || seen.has(revision)) continue;
    seen.add(revision);
    const types = BASES[event.type] ?? [];
    const basis = events.findLast((each) => each.revision < revision && types.includes(each.type));
    if (!basis) continue;
    found.set(basis.revision, basis);
    ahead.push(basis.revision);
  }
  return [...found.values()]
    .filter(({ revision }) => !about.includes(revision))
    .sort((one, other) => one.revision - other.revision);
};
