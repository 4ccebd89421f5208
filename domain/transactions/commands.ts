import type { Actor } from '../shared/actor.ts';
import type { Attached } from '../shared/attached.ts';
import type { AccountId, ListingId, TransactionId } from '../shared/ids.ts';
import type { Instant } from '../shared/instants.ts';
import type { ListingImage } from '../shared/listingImage.ts';
import type { Cents } from '../shared/money.ts';
import type { ClosableCase } from './caseKinds.ts';
import type { CANCELLATION_REASONS, DISPUTE_CATEGORIES } from './disputeCategories.ts';
import type { Owed } from './owedOutside.ts';
import type { SettledOutside } from './settledOutside.ts';
import type { ZoneRates } from './shipping.ts';

/** A provider's statement in one shape, whichever provider made it. `eventId` is the provider's: the same one twice counts once. */
export type ProviderEvent = { eventId: string; occurredAt: Instant; transactionId: TransactionId } & (
  | { kind: 'payment.processing'; sessionId: string }
  | { kind: 'payment.paid'; sessionId: string; paymentId: string; captured: Cents; currency: string }
  | { kind: 'payment.failed'; sessionId: string; reason: string }
  /**
   * `providerRefundId`: the provider's own, of this try. `paymentId`: of one that was not asked for by us, what it came from. `currency`:
   * where the provider names it.
   */
  | {
      kind: 'refund.done';
      refundId: string;
      providerRefundId?: string;
      amount: Cents;
      paymentId?: string;
      currency?: string;
    }
  | { kind: 'refund.failed'; refundId: string; providerRefundId?: string; reason: string }
  | { kind: 'payout.paid'; payoutId: string; amount: Cents }
  /** `accountAtFault`: the bank account is wrong or closed, trying again is useless. */
  | { kind: 'payout.failed'; payoutId: string; reason: string; accountAtFault: boolean }
  | { kind: 'payout.returned'; payoutId: string; reason: string; amount: Cents }
  | {
      kind: 'chargeback.opened' | 'chargeback.won' | 'chargeback.lost';
      chargebackId: string;
      /** Of `won`: all that the bank has given back of it by then, so that what is told twice, or late, counts once. */
      amount: Cents;
      currency?: string;
      /** Of which payment, where the provider names it. */
      paymentId?: string;
    }
  | { kind: 'other'; name: string; reference: string; amount: Cents | null }
);

/**
 * Every armed deadline of a sale. A firing names the deadline it belongs to (kind and due instant) and changes nothing when that
 * one is no longer armed. Reminders and notices change no sale: they are recorded as fired in the deadlines read model only.
 */
export const DEADLINES = [
  'paymentWindow',
  'settlement',
  'shipReminder',
  'shipment',
  'firstNotice',
  'lastNotice',
  'escrowEnd',
  'pauseReminder',
  'pauseLimit',
  'disputeAnswer',
  'settlementOffer',
  'disputeReview',
  'decisionConfirmation',
  'returnAnswer',
  'returnShipBack',
  'returnInspection',
  'refundWatch',
  'refundRetry',
  'duplicateRetry',
  'payoutRun',
  'payoutAsk',
  'payoutWatch',
  'payoutRetry',
  'escalation',
] as const;
export type DeadlineKind = (typeof DEADLINES)[number];
export type Deadline = { kind: DeadlineKind; dueAt: Instant };

/** Deadlines that only remind: firing them sends a mail or asks the provider, and appends nothing. */
export const REMINDERS = ['shipReminder', 'firstNotice', 'lastNotice', 'pauseReminder', 'payoutAsk'] as const;
export const isReminder = (kind: string): kind is (typeof REMINDERS)[number] =>
  (REMINDERS as readonly string[]).includes(kind);

/** What the seller's account says at this moment: decides whether a release is payable at once. */
export type SellerStanding = {
  bankVerified: boolean;
  payoutsHeldUntil: Instant | null;
  /** Suspended or terminated by staff: nothing is paid out meanwhile. */
  suspended?: boolean;
};

export type PostalAddress = {
  fullName: string;
  streetAddress1: string;
  streetAddress2: string;
  city: string;
  postalCode: string;
  country: string;
};

type Issued<Type extends string, Details = unknown> = { type: Type; at: Instant; by: Actor } & Details;

/** `basedOn`: the revision of the sale that it was decided on; anything newer that moves the case refuses it. */
type IssuedByStaff<Type extends string, Details = unknown> = Issued<Type, Details & { basedOn: number }>;

/** The sums that were shown to the party who accepts them, in cents. */
type Accepted = { toBuyer: Cents; toSeller: Cents; seller: SellerStanding };

/** `attached`: what binds the pictures that `evidence` names. */
type Shown = { text: string; evidence: string[]; attached?: Attached | undefined };

export type TransactionCommand =
  // ── people ──
  | Issued<
      'CreateTransaction',
      {
        id: TransactionId;
        listingId: ListingId;
        buyerId: AccountId;
        sellerId: AccountId;
        item: { title: string; images: ListingImage[] };
        amount: Cents;
        sellerCountry: string;
        /** What is taken for the listing at this moment. */
        rates?: ZoneRates | undefined;
      }
    >
  | Issued<
      'SetShipping',
      {
        address: PostalAddress;
        zone: 'domestic' | 'continental' | 'international';
        shippingCost: Cents;
        checkout: { attempt: number; sessionId: string; url: string };
      }
    >
  /** The buyer pays again after a failure; the checkout was opened at the provider before the append. */
  | Issued<'OpenCheckout', { checkout: { attempt: number; sessionId: string; url: string } }>
  | Issued<'Cancel', { reason: (typeof CANCELLATION_REASONS)[number] | null; otherReason: string | null }>
  | Issued<'ConfirmShipment', { trackingCode: string | null; carrier: string | null }>
  | Issued<'ConfirmDelivery', { seller: SellerStanding }>
  | Issued<'PauseEscrow', { reason: string }>
  | Issued<'ResumeEscrow'>
  | Issued<'OpenDispute', { category: (typeof DISPUTE_CATEGORIES)[number]; claim: Cents } & Shown>
  | Issued<'WithdrawDispute', { seller: SellerStanding }>
  | Issued<'AcceptClaim', Accepted>
  | Issued<'ContestDispute', Shown>
  | Issued<'OfferSettlement', { toBuyer: Cents }>
  | Issued<'AcceptSettlement', Accepted>
  | Issued<'RefuseSettlement'>
  | Issued<'GiveStatement', Shown>
  | Issued<'AppealDecision', Shown>
  | Issued<'RequestReturn', Shown & { notAsDescribed?: boolean }>
  | Issued<'ApproveReturn', { to: PostalAddress; sellerPaysPostage: boolean }>
  /** It was approved by silence, and nobody knew where to send it. */
  | Issued<'GiveReturnAddress', { to: PostalAddress }>
  | Issued<'RefuseReturn', { text: string }>
  | Issued<'ShipReturn', { trackingCode: string }>
  | Issued<'ConfirmReturnReceived'>
  /** `notArrived`: then nothing can be shown. */
  | Issued<'RejectReturn', Shown & { notArrived?: boolean }>
  // ── staff ──
  | IssuedByStaff<'DecideDispute', { toBuyer: Cents; rationale: string; seller: SellerStanding }>
  /** `rationale`: of the proposed decision, as its fact has it. */
  | IssuedByStaff<'ConfirmDecision', { decisionId: string; rationale: string | null; seller: SellerStanding }>
  /** By who proposed it: takes it back. */
  | IssuedByStaff<'RejectDecision', { decisionId: string; reason: string }>
  /** `days`: to answer. Nothing is decided before that, or before the answer. */
  | IssuedByStaff<'AskParty', { party: 'buyer' | 'seller'; question: string; days: number }>
  | IssuedByStaff<'CloseCase', { kind: ClosableCase; note: string }>
  /** The last resort, when the bank's end is never heard. */
  | IssuedByStaff<
      'EndChargeback',
      { chargebackId: string; outcome: 'won' | 'lost'; rationale: string; seller: SellerStanding }
    >
  /** Of what the sale says is owed: no sum is typed. `paymentId`: which second payment. */
  | IssuedByStaff<
      'SettleOutsideProvider',
      { what: SettledOutside; paymentId?: string; reference: string; rationale: string; seller: SellerStanding }
    >
  /** `reference`, `rationale`: of what was proposed, as its fact has them. */
  | IssuedByStaff<
      'ConfirmOutsideSettlement',
      { settlementId: string; reference: string | null; rationale: string | null; seller: SellerStanding }
    >
  /** By who proposed it: takes it back. */
  | IssuedByStaff<'RejectOutsideSettlement', { settlementId: string; reason: string }>
  | IssuedByStaff<'PlaceStaffHold', { reason: string }>
  | IssuedByStaff<'LiftStaffHold', { reason: string; seller: SellerStanding }>
  // ── deadlines and process managers ──
  /**
   * `checkout`: what the provider said when asked; needed for paymentWindow and settlement (`unpaid` lets the sale expire).
   * `buyerSuspended`: nobody else could have disputed; asked for escrowEnd. `returnTo`: the address in the seller's profile; asked for
   * returnAnswer.
   */
  | Issued<
      'FireDeadline',
      {
        deadline: Deadline;
        seller: SellerStanding;
        checkout?: 'unpaid' | 'paid' | 'unknown';
        buyerSuspended?: boolean;
        returnTo?: PostalAddress | undefined;
      }
    >
  /** Asked on release, on bank verified, on hold lifted, on partial refund done; answers nothing while not payable. */
  | Issued<'ReviewPayability', { seller: SellerStanding }>
  /** `basedOn`: of staff; a policy reads what it decides on. */
  | Issued<'RetryRefund', { basedOn?: number | undefined }>
  /** The provider was asked for the last time what became of it, and did not say. */
  | Issued<'ReportSilence', { about: 'checkout' | 'refund' | 'duplicateRefund' | 'payout' | 'recall' }>
  | Issued<'InitiatePayout', { seller: SellerStanding }>
  // ── the provider ──
  | Issued<'RecordProviderFact', { fact: ProviderEvent; seller: SellerStanding }>;

export type TransactionCommandType = TransactionCommand['type'];

/** 409 answers carry the status and what this actor may do now. */
export type TransactionRejection =
  | { code: 'notNow'; status: string; allowed: TransactionCommandType[] }
  | { code: 'notYourTransaction' }
  | { code: 'ownListing' }
  | { code: 'ownDecision' }
  | { code: 'answerTermOutOfRange'; most: number }
  /** Another one waits, or none: whoever confirms must have seen it. */
  | { code: 'decisionChanged' }
  | { code: 'caseNotOpen' }
  /** Something happened after revision `since` that whoever decides has not read. */
  | { code: 'caseMoved'; since: number }
  /** No revision is named, or one that the sale has not reached. */
  | { code: 'revisionUnknown' }
  /** They are not the sums that were shown: these are, in cents. */
  | { code: 'sumsChanged'; toBuyer: Cents; toSeller: Cents; fee: Cents }
  /** What a bank gave back is to be paid to the seller first. */
  | { code: 'stillOwed' }
  | { code: 'chargebackNotOpen' }
  /** Why nothing of it may be paid outside the provider now. */
  | { code: Extract<Owed, { refused: unknown }>['refused'] }
  | { code: 'settlementProposed' }
  /** `policyVersion`: what the sale was promised, for the words. */
  | { code: 'trackingCodeRequired'; policyVersion: string }
  | { code: 'cancellationReasonRequired' }
  | { code: 'cancellationDetailsRequired' }
  | { code: 'pauseNotEligible'; status: string; allowed: TransactionCommandType[] }
  | { code: 'windowOver'; policyVersion: string }
  /** Claims have ended a while after the payout. */
  | { code: 'claimsOver'; policyVersion: string }
  | { code: 'amountOutOfRange'; least: Cents; most: Cents }
  | { code: 'textRequired' }
  | { code: 'evidenceRequired' }
  | { code: 'countryNotOffered' };
