import { z } from 'zod';
import { attached } from '../shared/attached.ts';
import { asItWas, type EventOf, extended, fact, personal, personalIfAny, revised } from '../shared/events.ts';
import { id } from '../shared/ids.ts';
import { listingImage } from '../shared/listingImage.ts';
import { cents } from '../shared/money.ts';
import { CLOSABLE_CASES } from './caseKinds.ts';
import { SETTLED_OUTSIDE } from './settledOutside.ts';
import { zoneRates } from './zoneRates.ts';

const instant = z.int();
const text = personal(z.string());
const party = z.enum(['buyer', 'seller', 'system', 'staff']);
/** Storage keys of uploaded files, not the files. */
const evidence = personal(z.array(z.string()));
const providerRef = z.string();

export const CANCELLATION_REASONS = ['UNAVAILABLE', 'SHIPPING_ISSUES', 'OTHER'] as const;
export const DISPUTE_CATEGORIES = [
  'NOT_RECEIVED',
  'NOT_AS_DESCRIBED',
  'DAMAGED',
  'COUNTERFEIT',
  'OTHER',
  'PAUSE_EXPIRED',
  'RETURN_REFUSED',
  'RETURN_REJECTED',
  'PAUSED_TOO_LONG',
  'RETURN_NOT_ARRIVED',
] as const;
/** Those that the first versions of an event could name. */
const FORMER_CATEGORIES = DISPUTE_CATEGORIES.slice(0, -1) as Exclude<DisputeCategory, 'RETURN_NOT_ARRIVED'>[];
type DisputeCategory = (typeof DISPUTE_CATEGORIES)[number];
/** Born of a return, which tells why. */
const OF_RETURN = ['RETURN_REFUSED', 'RETURN_REJECTED', 'RETURN_NOT_ARRIVED'] as const satisfies DisputeCategory[];
/** These need no answer from the seller: the staff have them at once. */
const REFERRED = ['PAUSED_TOO_LONG', ...OF_RETURN] as const satisfies DisputeCategory[];
export type ReferredCategory = (typeof REFERRED)[number];
export const isOfReturn = (category: DisputeCategory): boolean =>
  (OF_RETURN as readonly DisputeCategory[]).includes(category);
export const isReferred = (category: DisputeCategory): boolean =>
  (REFERRED as readonly DisputeCategory[]).includes(category);

/** When the provider paid; in version 1 only the instant stood there at which the sale heard of it. */
const paidAt = { paidAt: instant };
const paidWhenRecorded = <Old extends { at: number }>(old: Old) => ({ ...old, paidAt: old.at });

const shipment = {
  trackingCode: text,
  escrowEndsAt: instant,
  firstNoticeAt: instant,
  lastNoticeAt: instant,
  policyVersion: z.string(),
};
const arrival = { payoutId: z.string(), amount: cents, rateUntil: instant };
const keptForSeller = { kept: cents.optional() };
const overpayment = { payoutId: z.string(), amount: cents };
const lateClaim = { by: party, text };
const disputeOpened = {
  by: party,
  category: z.enum(FORMER_CATEGORIES),
  claim: cents,
  text,
  evidence,
  answerBy: instant,
  remaining: z.int().nullable(),
};
const address = z.object({
  fullName: z.string(),
  streetAddress1: z.string(),
  streetAddress2: z.string(),
  city: z.string(),
  postalCode: z.string(),
  country: z.string(),
});
const disputeContested = { text, evidence, decideBy: instant };
const statementGiven = { by: party, text, evidence };
const decisionAppealed = { by: party, text, evidence, decideBy: instant };
const returnRequested = { text, evidence, answerBy: instant, remaining: z.int().nullable() };
const returnRejected = { text, evidence };
const closing = { note: text, by: z.string() };
/** Absent: euros. */
const currency = z.string().optional();
const chargedBack = { chargebackId: providerRef, amount: cents };
const refundAsked = { refundId: z.string(), amount: cents, toSeller: cents, fee: cents, watchUntil: instant };
const refunded = { refundId: z.string(), amount: cents };
const refundedByHand = { ...refunded, paymentId: providerRef.nullable(), ours: cents };
const told = { kind: z.string(), reference: z.string(), amount: cents.nullable() };
const failure = { refundId: z.string(), reason: z.string() };
/** When it was so, by the provider's clock: its words may overtake each other. */
const said = { saidAt: instant.optional() };
/** `providerRefundId`: several tries under one id of ours are several refunds of the provider, and each may arrive. */
const saidOfRefund = { ...said, providerRefundId: providerRef.optional() };
/** Of a sum that a bank took or gave back: what was owed, or is, to the payer beside the sale. */
const owed = { owed: cents.optional() };
/** `paymentId`: which second payment. `reference`: what the receiver reads in their bank statement. */
const outside = {
  settlementId: z.string(),
  what: z.enum(SETTLED_OUTSIDE),
  amount: cents,
  paymentId: providerRef.optional(),
  currency,
  reference: text,
  rationale: text,
};
/** Of a sum that went to the payer, or came back: what they had from us outside the provider already. Our loss, and nobody else's. */
const twice = { twice: cents.optional() };

/**
 * Stream `transaction-{id}`: the alphabet of the escrow chart. Each type leads to exactly one status (design: replay is a lookup);
 * every deadline that a fact arms stands in it as an absolute instant, so that a later policy never rewrites history.
 */
export const transactionEvents = {
  // ── buying and paying ──
  TransactionCreated: extended(
    fact({
      id,
      /** The short human id, such as `TX7K2M9QPD`. */
      transactionId: z.string(),
      listingId: id,
      buyerId: id,
      sellerId: id,
      item: z.object({ title: z.string(), images: z.array(listingImage) }),
      amount: cents,
      fee: cents,
      sellerCountry: z.string(),
      windowEndsAt: instant,
      policyVersion: z.string(),
    }),
    // what its seller changes later, for all or for one listing, is not asked of this buyer
    { rates: zoneRates.optional() },
  ),
  ShippingSet: fact({
    address: personal(address),
    zone: z.enum(['domestic', 'continental', 'international']),
    shippingCost: cents,
    total: cents,
  }),
  CheckoutOpened: fact({ attempt: z.int(), sessionId: providerRef, checkoutUrl: z.string() }),
  PaymentProcessing: fact({ sessionId: providerRef, settlementEndsAt: instant }),
  PaymentCaptured: fact({
    paymentId: providerRef,
    sessionId: providerRef,
    captured: cents,
    shipBy: instant,
    shipReminderAt: instant,
    escalateAt: instant,
  }),
  PaymentMismatched: fact({
    paymentId: providerRef,
    sessionId: providerRef,
    captured: cents,
    currency: z.string(),
    expected: cents,
    escalateAt: instant,
  }),
  PaymentFailed: fact({ sessionId: providerRef, reason: z.string(), windowEndsAt: instant }),
  TransactionExpired: fact({}),
  TransactionCancelled: fact({ by: party, reason: z.enum(CANCELLATION_REASONS).nullable(), otherReason: text }),

  // ── shipping and escrow ──
  ShipmentDeadlineMissed: fact({}),
  /** The last hold before shipment ended: the seller has the whole term again. */
  ShipmentClockResumed: fact({ shipBy: instant, shipReminderAt: instant }),
  ShipmentConfirmed: revised(
    fact({ ...shipment, carrier: z.string().nullable() }),
    { ...shipment, carrier: text },
    asItWas,
    { never: 'the carrier stood there in clear' },
  ),
  DeliveryConfirmed: fact({}),
  /** `toSeller` leaves escrow for the seller, `fee` for the marketplace. */
  EscrowReleased: fact({ by: z.enum(['buyer', 'timer', 'staff', 'settlement']), toSeller: cents, fee: cents }),
  ReleaseRevoked: fact({ toSeller: cents, fee: cents }),
  /** `remaining`: ms left on the escrow clock, frozen. `limitAt`: 30 days of pause in all. */
  EscrowPaused: fact({ reason: text, remaining: z.int(), remindAt: instant, limitAt: instant }),
  EscrowResumed: fact({}),
  PauseExpired: fact({}),
  /** The last hold ended: the clock runs again until `escrowEndsAt` (now + max(remaining, 74 h)). */
  EscrowClockResumed: fact({
    escrowEndsAt: instant,
    firstNoticeAt: instant,
    lastNoticeAt: instant,
  }),

  // ── disputes ──
  /** `claim`: cents asked back. `remaining`: ms frozen on the escrow clock, null when it stood still already or has ended. */
  DisputeOpened: revised(
    revised(fact(disputeOpened), { ...disputeOpened, ...attached }, asItWas, 'asItIs'),
    { ...disputeOpened, ...attached, category: z.enum(DISPUTE_CATEGORIES) },
    asItWas,
    'asItIs',
  ),
  DisputeContested: revised(fact(disputeContested), { ...disputeContested, ...attached }, asItWas, 'asItIs'),
  SellerSilent: fact({ decideBy: instant }),
  /** A dispute that needs no answer: opened by the seller, or born of a return. */
  DisputeReferred: fact({ decideBy: instant }),
  DisputeWithdrawn: fact({}),
  DisputeAccepted: fact({ toBuyer: cents, toSeller: cents, fee: cents }),
  SettlementOffered: fact({ toBuyer: cents, lapsesAt: instant }),
  SettlementAccepted: fact({ toBuyer: cents, toSeller: cents, fee: cents }),
  SettlementRefused: fact({}),
  SettlementLapsed: fact({}),
  DisputeDecided: fact({ toBuyer: cents, toSeller: cents, fee: cents, rationale: text, decidedBy: z.string() }),
  /** More than €500 are held, so it waits for a second person. Only its confirmation carries it out, as a DisputeDecided of its own. */
  DecisionProposed: fact({
    decisionId: z.string(),
    toBuyer: cents,
    toSeller: cents,
    fee: cents,
    rationale: text,
    proposedBy: z.string(),
    confirmBy: instant,
  }),
  DecisionConfirmed: fact({ decisionId: z.string(), confirmedBy: z.string() }),
  DecisionRejected: fact({ decisionId: z.string(), reason: text, rejectedBy: z.string() }),
  /** By who had proposed it. */
  DecisionWithdrawn: fact({ decisionId: z.string(), reason: text, withdrawnBy: z.string() }),
  DecisionLapsed: fact({ decisionId: z.string() }),
  /** With DecisionProposed, where much is held: both parties read it and may answer before it is confirmed. */
  DraftShown: fact({
    decisionId: z.string(),
    toBuyer: cents,
    toSeller: cents,
    fee: cents,
    rationale: text,
    shownUntil: instant,
  }),
  /** What a party adds until it is decided, asked or not. */
  StatementGiven: revised(fact(statementGiven), { ...statementGiven, ...attached }, asItWas, 'asItIs'),
  QuestionAsked: fact({ party: z.enum(['buyer', 'seller']), question: text, askedBy: z.string(), answerBy: instant }),
  /** Within 5 business days, while the money is still held: another member of staff decides. */
  DecisionAppealed: revised(fact(decisionAppealed), { ...decisionAppealed, ...attached }, asItWas, 'asItIs'),
  /** The review term passed without a decision: staff are alarmed. */
  ReviewOverdue: fact({}),

  // ── returns ──
  ReturnRequested: extended(
    revised(fact(returnRequested), { ...returnRequested, ...attached }, asItWas, 'asItIs'),
    /** The buyer says so; approving such a return means to pay its postage. */
    { notAsDescribed: z.literal(true).optional() },
  ),
  /** `to`: where to send it. `addressed`: whether that is known. `postage`: who pays for the parcel back. */
  ReturnApproved: extended(fact({ by: party, shipBackBy: instant }), {
    to: personalIfAny(address),
    addressed: z.boolean().optional(),
    postage: z.enum(['buyer', 'seller']).optional(),
  }),
  /** It was approved without an address: the term to send it back begins again. */
  ReturnAddressGiven: fact({ to: personal(address), shipBackBy: instant }),
  ReturnRefused: fact({ text }),
  ReturnShipped: fact({ trackingCode: text, inspectBy: instant }),
  ReturnLapsed: fact({}),
  /** What had stopped the inspection, a dispute or a hold, is over. */
  ReturnInspectionResumed: fact({ inspectBy: instant }),
  ReturnReceived: fact({ by: party }),
  ReturnRejected: extended(
    revised(fact(returnRejected), { ...returnRejected, ...attached }, asItWas, 'asItIs'),
    /** Nothing came back, so there is nothing to show. */
    { notArrived: z.literal(true).optional() },
  ),

  // ── refunds ──
  RefundRequested: revised(fact(refundAsked), { ...refundAsked, currency }, asItWas, 'asItIs'),
  RefundFailed: extended(
    fact({ refundId: z.string(), reason: z.string(), attempt: z.int(), retryAt: instant.nullable() }),
    saidOfRefund,
  ),
  RefundRetried: fact({ refundId: z.string(), attempt: z.int(), watchUntil: instant }),
  RefundCompleted: extended(revised(fact(refunded), { ...refunded, currency }, asItWas, 'asItIs'), saidOfRefund),
  PartialRefundCompleted: extended(fact({ refundId: z.string(), amount: cents }), saidOfRefund),
  /** Once its money had gone elsewhere, or with another sum than the one under way. `ours`: of it, at our loss. */
  RefundArrivedLate: extended(
    extended(
      revised(fact({ ...refunded, ours: cents }), { ...refunded, ours: cents, currency }, asItWas, 'asItIs'),
      saidOfRefund,
    ),
    twice,
  ),
  /** At the provider, not by us: of the payment that came twice, or at our loss until what is held has paid for it (`ours`). */
  RefundMadeByHand: extended(
    extended(
      extended(revised(fact(refundedByHand), { ...refundedByHand, currency }, asItWas, 'asItIs'), said),
      /** It counts by its payment, whichever is told first; absent, in facts of before, as one of the sale’s own. */
      { byPayment: z.literal(true).optional() },
    ),
    /** Of `ours`, what staff had paid outside the provider: nothing that is held pays for it. */
    twice,
  ),
  /**
   * Had arrived, and the payer's bank sent it back: it is with us again, and still the payer's. `paymentId`: of what it goes back to. `ours`:
   * of it, what the payer has at our loss already, so that it is not owed; `ofSale`: of that, what was lost with the sale's own payment.
   */
  RefundCameBack: extended(
    extended(
      extended(extended(fact({ ...refunded, paymentId: providerRef, reason: z.string(), currency }), saidOfRefund), {
        ours: cents.optional(),
      }),
      twice,
    ),
    { ofSale: cents.optional() },
  ),
  LatePaymentReceived: fact({ paymentId: providerRef, captured: cents, currency: z.string(), escalateAt: instant }),
  /** `ours`: of it, what its payer's bank had taken at our loss before it was told, so that it is not owed. There where the bank claims it. */
  DuplicatePaymentReceived: extended(fact({ paymentId: providerRef, captured: cents, currency: z.string() }), {
    ours: cents.optional(),
  }),
  DuplicateRefundRequested: revised(
    fact({ ...refunded, paymentId: providerRef }),
    { ...refunded, paymentId: providerRef, currency },
    asItWas,
    'asItIs',
  ),
  DuplicateRefundCompleted: extended(
    revised(fact(refunded), { ...refunded, currency }, asItWas, 'asItIs'),
    saidOfRefund,
  ),
  /** `ours`: of it, what the payer's bank has taken meanwhile at our loss, so that it is not owed. `attempt`: absent in facts of before. */
  DuplicateRefundFailed: extended(
    extended(
      extended(
        revised(
          fact(failure),
          { ...failure, retryAt: instant.nullable() },
          (old) => ({ ...old, retryAt: null }),
          'asItIs',
        ),
        saidOfRefund,
      ),
      { ours: cents.optional() },
    ),
    { attempt: z.int().optional() },
  ),

  // ── paid from the marketplace's own bank account ──
  /** Staff have paid what could not go through the provider. The fact that follows ends it as the provider's word would have. */
  SettledOutsideProvider: fact({ ...outside, by: z.string(), confirmedBy: z.string().optional() }),
  /** So much that it waits for a second person; any word of the provider's, and any other sum that is owed, ends it. */
  OutsideSettlementProposed: fact({ ...outside, proposedBy: z.string(), confirmBy: instant }),
  /** `own`: taken back by who had proposed it. */
  OutsideSettlementRejected: fact({ settlementId: z.string(), reason: text, by: z.string(), own: z.boolean() }),

  // ── payouts ──
  PayoutApproved: fact({ runAt: instant, amount: cents }),
  /** Waits for a later run: the bank account changed lately, the day is no business day, or a hold ended after the run. */
  /** `cause`: its bank account has just changed, banks are closed on that day, or a hold that stood over its run has ended. */
  PayoutPostponed: extended(fact({ runAt: instant }), {
    cause: z.enum(['bankAccount', 'closingDay', 'hold']).optional(),
  }),
  /** Found at the run: the bank account is no longer verified. Back to waiting for one. */
  PayoutApprovalWithdrawn: fact({}),
  PayoutInitiated: fact({ payoutId: z.string(), attempt: z.int(), amount: cents, askAt: instant, watchUntil: instant }),
  PayoutCompleted: revised(fact(arrival), { ...arrival, ...paidAt }, paidWhenRecorded, 'asItIs'),
  PayoutFailed: extended(fact({ payoutId: z.string(), reason: z.string(), retryAt: instant.nullable() }), said),
  PayoutRefused: extended(fact({ payoutId: z.string(), reason: z.string() }), said),
  PayoutReturned: fact({ payoutId: z.string(), reason: z.string(), amount: cents }),
  /** Of an attempt that had failed, while the money was still payable: it is the payout. `kept`: what was due beyond it, the seller's. */
  PayoutArrivedLate: extended(
    revised(fact(arrival), { ...arrival, ...paidAt }, paidWhenRecorded, 'asItIs'),
    keptForSeller,
  ),
  /** Of an attempt that had failed, beyond what was payable: another is under way or done, or the buyer has the money. Our loss. */
  PayoutOverpaid: revised(fact(overpayment), { ...overpayment, ...paidAt }, paidWhenRecorded, 'asItIs'),
  /** The later attempt did not arrive: the seller has that money already. `kept`: what is due beyond it. */
  OverpaymentCounted: extended(fact({ payoutId: z.string(), amount: cents, rateUntil: instant }), keptForSeller),
  OverpaymentReturned: fact({ payoutId: z.string(), amount: cents }),

  // ── chargebacks and staff ──
  ChargebackOpened: fact({ chargebackId: providerRef, amount: cents, remaining: z.int().nullable() }),
  ChargebackWon: extended(fact({ chargebackId: providerRef }), said),
  ChargebackLost: extended(
    extended(revised(fact(chargedBack), { ...chargedBack, currency }, asItWas, 'asItIs'), said),
    owed,
  ),
  /** Another one still holds the money. */
  OneChargebackWon: extended(fact({ chargebackId: providerRef }), said),
  /** Less than the seller's share was lost, or what is on its way back cannot pay for it: the sale goes on with what is left. `ours`: of it, at our loss. */
  ChargebackPartlyLost: extended(
    extended(
      revised(
        revised(fact(chargedBack), { ...chargedBack, ours: cents }, (old) => ({ ...old, ours: 0 }), 'asItIs'),
        { ...chargedBack, ours: cents, currency },
        asItWas,
        'asItIs',
      ),
      said,
    ),
    owed,
  ),
  OneChargebackPartlyLost: extended(
    extended(
      revised(fact({ ...chargedBack, ours: cents }), { ...chargedBack, ours: cents, currency }, asItWas, 'asItIs'),
      said,
    ),
    owed,
  ),
  /** Lost, and the bank gave the money back after all: a sale that had ended so is open again. */
  ChargebackReversed: extended(revised(fact(chargedBack), { ...chargedBack, currency }, asItWas, 'asItIs'), said),
  /** The same of a sale that had gone on with less. */
  ChargebackPartlyReversed: extended(revised(fact(chargedBack), { ...chargedBack, currency }, asItWas, 'asItIs'), said),
  /** The same once the money had left. `kept`: of it, what is the seller’s, who has been or is being paid without it. */
  LateChargebackReversed: extended(
    extended(
      revised(
        revised(fact(chargedBack), { ...chargedBack, currency }, asItWas, 'asItIs'),
        { ...chargedBack, currency, kept: cents.optional() },
        asItWas,
        'asItIs',
      ),
      said,
    ),
    owed,
  ),
  /** A refund or payout did not leave, and pays for a chargeback that was our loss: nothing is left of the sale. */
  LossRecovered: revised(fact({ amount: cents }), { amount: cents, currency }, asItWas, 'asItIs'),
  /** The same, and something is left. */
  LossPartlyRecovered: revised(fact({ amount: cents }), { amount: cents, currency }, asItWas, 'asItIs'),
  /** The bank's end was never heard; the fact that follows says what it means. */
  ChargebackEndedByStaff: fact({
    chargebackId: providerRef,
    outcome: z.enum(['won', 'lost']),
    rationale: text,
    by: z.string(),
  }),
  /**
   * After payout began, while everything is on its way back, or of other money than the sale's own: recorded for staff, the status stays.
   * `paymentId`: of which payment, where that is not the sale's own, or is not told yet.
   */
  LateChargebackOpened: extended(revised(fact(chargedBack), { ...chargedBack, currency }, asItWas, 'asItIs'), {
    paymentId: providerRef.optional(),
  }),
  LateChargebackWon: extended(fact({ chargebackId: providerRef }), said),
  LateChargebackLost: extended(
    extended(revised(fact(chargedBack), { ...chargedBack, currency }, asItWas, 'asItIs'), said),
    owed,
  ),
  /** A claim after payout began: never silently refused. */
  LateClaimRecorded: revised(
    revised(fact(lateClaim), { ...lateClaim, evidence }, (old) => ({ ...old, evidence: [] }), 'asItIs'),
    { ...lateClaim, evidence, ...attached },
    asItWas,
    'asItIs',
  ),
  ProviderFactRecorded: extended(revised(fact(told), { ...told, currency }, asItWas, 'asItIs'), said),
  StaffHoldPlaced: fact({ reason: text, by: z.string(), remaining: z.int().nullable() }),
  StaffHoldLifted: fact({ reason: text, by: z.string() }),
  EscalatedToStaff: fact({ cause: z.string() }),
  /** The hold of the escalation was lifted, and the money is still here. */
  EscalationRenewed: fact({ escalateAt: instant }),
  /** What no fact of the sale itself ends was dealt with by a person. */
  CaseClosed: revised(
    revised(
      fact({ ...closing, kind: z.enum(['providerFact', 'lateClaim', 'paymentMismatch']) }),
      { ...closing, kind: z.enum(['providerFact', 'lateClaim', 'paymentMismatch', 'providerSilent']) },
      asItWas,
      'asItIs',
    ),
    { ...closing, kind: z.enum(CLOSABLE_CASES) },
    asItWas,
    'asItIs',
  ),
} as const;

export type TransactionEvent = EventOf<typeof transactionEvents>;
export type TransactionEventType = TransactionEvent['type'];
