import { SHIPPING_COUNTRIES } from '../../catalogue/countries.ts';
import { DAY } from '../../shared/instants.ts';
import { partOf } from '../allowed.ts';
import type { DifferingObject } from '../differences.ts';
import type { TransactionEventType } from '../events.ts';
import { shippingZone } from '../shipping.ts';
import { heldMoney } from '../state.ts';
import { termsFor } from '../terms/termsFor.ts';
import { type Causes, command, fires, PLACE, states, WORDS } from './causes.ts';

const SHOWN = { text: WORDS, evidence: [WORDS] };
const HERE = { ...PLACE, country: SHIPPING_COUNTRIES[0] };

/** Purchase, shipment, escrow, disputes, returns and the work of staff. */
export const causesOfPeople = {
  // the run begins with it
  TransactionCreated: () => [],
  ShippingSet: ({ zone, shippingCost }, act) => {
    const { sellerCountry } = act.before;
    const country = SHIPPING_COUNTRIES.find((each) => shippingZone(sellerCountry, each, termsFor(act.before)) === zone);
    const opened = act.events.find(({ type }) => type === 'CheckoutOpened')?.data;
    const checkout =
      opened && 'attempt' in opened && 'sessionId' in opened
        ? { attempt: opened.attempt, sessionId: opened.sessionId, url: WORDS }
        : { attempt: (act.before.checkout?.attempt ?? 0) + 1, sessionId: WORDS, url: WORDS };
    return [
      command('SetShipping', act, { address: { ...PLACE, country: country ?? WORDS }, zone, shippingCost, checkout }),
    ];
  },
  CheckoutOpened: ({ attempt, sessionId }, act) => [
    command('OpenCheckout', act, { checkout: { attempt, sessionId, url: WORDS } }),
  ],
  TransactionCancelled: ({ reason }, act, seller) => [
    command('Cancel', act, { reason, otherReason: WORDS }),
    // a payment of a suspended seller
    ...act.events.flatMap((event) =>
      event.type === 'LatePaymentReceived'
        ? states(act, seller, { kind: 'payment.paid', sessionId: WORDS, ...event.data })
        : [],
    ),
  ],
  TransactionExpired: (_, act, seller) => fires(act, seller, 'paymentWindow', 'settlement'),
  ShipmentDeadlineMissed: (_, act, seller) => fires(act, seller, 'shipment'),
  ShipmentClockResumed: () => [],
  ShipmentConfirmed: (_, act) => [command('ConfirmShipment', act, { trackingCode: WORDS, carrier: WORDS })],
  DeliveryConfirmed: (_, act, seller) => [command('ConfirmDelivery', act, { seller })],
  EscrowReleased: (_, act, seller) => fires(act, seller, 'escrowEnd', 'decidedRefund'),
  ReleaseRevoked: (_, act, seller) => decided(act, seller),
  EscrowPaused: (_, act) => [command('PauseEscrow', act, { reason: WORDS })],
  EscrowResumed: (_, act) => [command('ResumeEscrow', act, {})],
  PauseExpired: (_, act, seller) => fires(act, seller, 'pauseLimit'),
  EscrowClockResumed: () => [],

  DisputeOpened: ({ category, claim }, act) => [command('OpenDispute', act, { category, claim, ...SHOWN })],
  DisputeContested: (_, act) => [command('ContestDispute', act, SHOWN)],
  SellerSilent: (_, act, seller) => fires(act, seller, 'disputeAnswer'),
  DisputeReferred: (_, act, seller) => fires(act, seller, 'disputeAnswer'),
  DisputeWithdrawn: (_, act, seller) => [command('WithdrawDispute', act, { seller })],
  DisputeAccepted: ({ toBuyer, toSeller }, act, seller) => [command('AcceptClaim', act, { toBuyer, toSeller, seller })],
  SettlementOffered: ({ toBuyer }, act) => [command('OfferSettlement', act, { toBuyer })],
  SettlementAccepted: ({ toBuyer, toSeller }, act, seller) => [
    command('AcceptSettlement', act, { toBuyer, toSeller, seller }),
  ],
  SettlementRefused: (_, act) => [command('RefuseSettlement', act, {})],
  SettlementLapsed: (_, act, seller) => fires(act, seller, 'settlementOffer'),
  StatementGiven: (_, act) => [command('GiveStatement', act, SHOWN)],
  QuestionAsked: ({ party, answerBy, at }, act) => [
    command('AskParty', act, { party, question: WORDS, days: (answerBy - at) / DAY, ...read(act) }),
  ],
  ReviewOverdue: (_, act, seller) => fires(act, seller, 'disputeReview'),
  LateClaimRecorded: (_, act) => [
    command('OpenDispute', act, { category: 'OTHER', claim: heldMoney(act.before) || act.before.amount, ...SHOWN }),
  ],

  DisputeDecided: (_, act, seller) => decided(act, seller),
  DecisionProposed: (_, act, seller) => decided(act, seller),
  DraftShown: () => [],
  DecisionConfirmed: ({ decisionId }, act, seller) => [
    command('ConfirmDecision', act, { decisionId, rationale: WORDS, seller, ...read(act) }),
  ],
  DecisionRejected: ({ decisionId }, act, seller) => {
    const rejects = { decisionId, reason: WORDS, ...read(act) };
    const proposed = act.events.find(({ type }) => type === 'DecisionProposed');
    if (proposed?.type !== 'DecisionProposed') return [command('RejectDecision', act, rejects)];
    const { toBuyer } = proposed.data;
    return [command('CounterDecision', act, { ...rejects, toBuyer, rationale: WORDS, seller })];
  },
  DecisionWithdrawn: ({ decisionId }, act) => [
    command('RejectDecision', act, { decisionId, reason: WORDS, ...read(act) }),
  ],
  DecisionLapsed: (_, act, seller) => fires(act, seller, 'decisionConfirmation'),
  RefundDeferred: () => [],
  DecisionAppealed: (_, act) => [command('AppealDecision', act, SHOWN)],

  ReturnRequested: ({ notAsDescribed = false }, act) => [command('RequestReturn', act, { ...SHOWN, notAsDescribed })],
  ReturnApproved: (_, act, seller) => [
    ...[false, true].map((sellerPaysPostage) => command('ApproveReturn', act, { to: HERE, sellerPaysPostage })),
    ...fires(act, seller, 'returnAnswer'),
  ],
  ReturnAddressGiven: (_, act) => [command('GiveReturnAddress', act, { to: HERE })],
  ReturnRefused: (_, act) => [command('RefuseReturn', act, { text: WORDS })],
  ReturnShipped: (_, act) => [command('ShipReturn', act, { trackingCode: WORDS })],
  ReturnLapsed: (_, act, seller) => fires(act, seller, 'returnShipBack'),
  ReturnInspectionResumed: () => [],
  ReturnReceived: (_, act, seller) => [
    command('ConfirmReturnReceived', act, {}),
    ...fires(act, seller, 'returnInspection'),
  ],
  ReturnRejected: ({ notArrived = false }, act) => [command('RejectReturn', act, { ...SHOWN, notArrived })],

  StaffHoldPlaced: (_, act, seller) => [
    command('PlaceStaffHold', act, { reason: WORDS, ...read(act) }),
    ...fires(act, seller, 'escrowEnd'),
  ],
  StaffHoldLifted: (_, act, seller) => [command('LiftStaffHold', act, { reason: WORDS, seller, ...read(act) })],
  EscalatedToStaff: (_, act, seller) => [
    ...fires(act, seller, 'refundWatch', 'payoutWatch', 'escalation', 'payoutRun', 'payoutRetry'),
    ...(['checkout', 'refund', 'payout'] as const).map((about) => command('ReportSilence', act, { about })),
    command('ReviewPayability', act, { seller }),
    command('InitiatePayout', act, { seller }),
  ],
  EscalationRenewed: () => [],
  DifferenceBooked: booksDifference,
  DifferenceProposed: booksDifference,
  CaseClosed: ({ kind }, act) => [command('CloseCase', act, { kind, note: WORDS, ...read(act) })],
} satisfies { [Type in TransactionEventType]?: Causes<Type> };

type Read = { basedOn: number };
/** Staff decided on what they had read. A run sets the revision that it has come to. */
function read({ before }: { before: { revision: number } }): Read {
  return { basedOn: before.revision };
}

/** Both events of the command; the whole loss is the same in any run. */
function booksDifference(
  { object, objectId, lost, currency }: DifferingObject & { lost: number; currency?: string | undefined },
  act: Parameters<Causes<'DifferenceBooked'>>[1],
) {
  return [
    command('BookDifference', act, {
      object,
      objectId,
      lost,
      ...(currency && { currency }),
      rationale: WORDS,
      ...read(act),
    }),
  ];
}

function decided(act: Parameters<Causes<'DisputeDecided'>>[1], seller: Parameters<Causes<'DisputeDecided'>>[2]) {
  const division = act.events.find(({ type }) => type === 'DisputeDecided' || type === 'DecisionProposed')?.data;
  if (!division || !('toBuyer' in division) || partOf(act.before, act.actor) !== 'staff') return [];
  return [command('DecideDispute', act, { toBuyer: division.toBuyer, rationale: WORDS, seller, ...read(act) })];
}
