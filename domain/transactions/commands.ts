import type { Actor } from '../shared/actor.ts';
import type { Attached } from '../shared/attached.ts';
import type { AccountId, ListingId, TransactionId } from '../shared/ids.ts';
import type { Instant } from '../shared/instants.ts';
import type { ListingImage } from '../shared/listingImage.ts';
import type { Cents } from '../shared/money.ts';
import type { ClosableCase } from './caseKinds.ts';
import type { DifferingObject, unbookable } from './differences.ts';
import type { CANCELLATION_REASONS, DISPUTE_CATEGORIES } from './disputeCategories.ts';
import type { BankPhoto, BankReceipt, EvidenceTexts } from './evidencePack.ts';
import type { Owed } from './owedOutside.ts';
import type { DeadlineKind } from './process/deadlineTable.ts';
import type { SettledOutside } from './settledOutside.ts';
import type { ZoneRates } from './shipping.ts';

/** A statement of any provider. `eventId` is the provider's; a repeated one counts once. */
export type ProviderEvent = { eventId: string; occurredAt: Instant; transactionId: TransactionId } & (
  | { kind: 'payment.processing'; sessionId: string }
  | { kind: 'payment.paid'; sessionId: string; paymentId: string; captured: Cents; currency: string }
  | { kind: 'payment.failed'; sessionId: string; reason: string }
  /**
   * `providerRefundId`: the provider's id of this attempt. `paymentId`: the source of a refund that we did not request. `currency`: if the
   * provider names it.
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
  /** `accountAtFault`: the bank account is wrong or closed, so a retry is useless. */
  | { kind: 'payout.failed'; payoutId: string; reason: string; accountAtFault: boolean }
  | { kind: 'payout.returned'; payoutId: string; reason: string; amount: Cents }
  | {
      kind: 'chargeback.opened' | 'chargeback.won' | 'chargeback.lost';
      chargebackId: string;
      /** For `won`: the total the bank has returned so far, so repeated or late statements count once. */
      amount: Cents;
      currency?: string;
      /** The payment, if the provider names it. */
      paymentId?: string;
      /** For `opened`: the bank's reason in the provider's words, and its last day for evidence; null if it takes none. */
      reason?: string;
      respondBy?: Instant | null;
    }
  | { kind: 'other'; name: string; reference: string; amount: Cents | null }
);

export type Deadline = { kind: DeadlineKind; dueAt: Instant };

/** The current state of the seller's account, which decides whether a release is payable at once. */
export type SellerStanding = {
  bankVerified: boolean;
  payoutsHeldUntil: Instant | null;
  /** Suspended or terminated by staff, so nothing is paid out. */
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

/** `basedOn`: the revision that staff decided on; a newer event that moves the case refuses the command. */
type IssuedByStaff<Type extends string, Details = unknown> = Issued<Type, Details & { basedOn: number }>;

/** The sums shown to the accepting party, in cents. */
type Accepted = { toBuyer: Cents; toSeller: Cents; seller: SellerStanding };

/** `attached`: the hashes of the pictures in `evidence`. */
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
        /** The current rates of the listing. */
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
  /** The buyer pays again after a failure. The provider opened the checkout before the append. */
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
  /** The return was approved by silence, without an address. */
  | Issued<'GiveReturnAddress', { to: PostalAddress }>
  | Issued<'RefuseReturn', { text: string }>
  | Issued<'ShipReturn', { trackingCode: string }>
  | Issued<'ConfirmReturnReceived'>
  /** `notArrived`: no evidence is possible. */
  | Issued<'RejectReturn', Shown & { notArrived?: boolean }>
  // ── staff ──
  /** `consequences`: the hash of what staff were shown. */
  | IssuedByStaff<
      'DecideDispute',
      { toBuyer: Cents; rationale: string; seller: SellerStanding; consequences?: string | undefined }
    >
  /** `rationale`: copied from the DecisionProposed event. */
  | IssuedByStaff<'ConfirmDecision', { decisionId: string; rationale: string | null; seller: SellerStanding }>
  /** If the proposer sends it, it withdraws the proposal. */
  | IssuedByStaff<'RejectDecision', { decisionId: string; reason: string }>
  /** Rejects a colleague's proposal and proposes this decision, in one append. It decides nothing: somebody must confirm it. */
  | IssuedByStaff<
      'CounterDecision',
      {
        decisionId: string;
        reason: string;
        toBuyer: Cents;
        rationale: string;
        seller: SellerStanding;
        consequences?: string | undefined;
      }
    >
  /** `days`: the time to answer. No decision comes before the answer or the end of that time. */
  | IssuedByStaff<'AskParty', { party: 'buyer' | 'seller'; question: string; days: number }>
  | IssuedByStaff<'CloseCase', { kind: ClosableCase; note: string }>
  /** `lost`: see `unbookable`. Nobody types it. */
  | IssuedByStaff<
      'BookDifference',
      DifferingObject & { lost: Cents | null; currency?: string | undefined; rationale: string }
    >
  /** The last resort, if the bank's decision never reaches us. Above the limit for one person it is only proposed. */
  | IssuedByStaff<
      'EndChargeback',
      { chargebackId: string; outcome: 'won' | 'lost'; rationale: string; seller: SellerStanding }
    >
  /** `rationale`: copied from the proposal's event. */
  | IssuedByStaff<
      'ConfirmChargebackEnd',
      { chargebackId: string; endId: string; rationale: string | null; seller: SellerStanding }
    >
  /** If the proposer sends it, it withdraws the proposal. */
  | IssuedByStaff<'RejectChargebackEnd', { chargebackId: string; endId: string; reason: string }>
  /** Rejects a colleague's proposal and proposes the other outcome, in one append. */
  | IssuedByStaff<'CounterChargebackEnd', { chargebackId: string; endId: string; reason: string; rationale: string }>
  /** Evidence for the payer's bank. A bank takes one pack per chargeback. */
  | IssuedByStaff<
      'SubmitEvidencePack',
      {
        chargebackId: string;
        pack: EvidenceTexts;
        photos?: readonly BankPhoto[] | undefined;
        receipt?: BankReceipt | undefined;
      }
    >
  /** The sum is the debt in the state, so nobody types one. `paymentId`: the duplicate payment. */
  | IssuedByStaff<
      'SettleOutsideProvider',
      { what: SettledOutside; paymentId?: string; reference: string; rationale: string; seller: SellerStanding }
    >
  /** `reference`, `rationale`: copied from the proposal's event. */
  | IssuedByStaff<
      'ConfirmOutsideSettlement',
      { settlementId: string; reference: string | null; rationale: string | null; seller: SellerStanding }
    >
  /** If the proposer sends it, it withdraws the proposal. */
  | IssuedByStaff<'RejectOutsideSettlement', { settlementId: string; reason: string }>
  /** Rejects a colleague's proposal and proposes this transfer, in one append. It waits for a confirmation at any sum. */
  | IssuedByStaff<
      'CounterOutsideSettlement',
      {
        settlementId: string;
        reason: string;
        what: SettledOutside;
        paymentId?: string;
        reference: string;
        rationale: string;
      }
    >
  | IssuedByStaff<'PlaceStaffHold', { reason: string }>
  | IssuedByStaff<'LiftStaffHold', { reason: string; seller: SellerStanding }>
  // ── deadlines and process managers ──
  /**
   * `checkout`: the provider's answer, needed for paymentWindow and settlement (`unpaid` lets the transaction expire). `buyerSuspended`:
   * the buyer could not dispute; needed for escrowEnd. `returnTo`: the address in the seller's profile, needed for returnAnswer.
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
  /** Sent after a release, a verified bank account, a lifted hold or a partial refund; appends nothing if nothing is payable. */
  | Issued<'ReviewPayability', { seller: SellerStanding }>
  /** `basedOn`: only from staff; a policy reads the current state. */
  | Issued<'RetryRefund', { basedOn?: number | undefined }>
  /** The provider did not answer the last question. */
  | Issued<'ReportSilence', { about: 'checkout' | 'refund' | 'duplicateRefund' | 'payout' | 'recall' }>
  /** The provider's answer to a submitted pack. `refused`: its code; null if it took the pack. */
  | Issued<'RecordEvidencePack', { chargebackId: string; attempt: number; refused: string | null }>
  | Issued<'InitiatePayout', { seller: SellerStanding }>
  // ── the provider ──
  | Issued<'RecordProviderFact', { fact: ProviderEvent; seller: SellerStanding }>;

export type TransactionCommandType = TransactionCommand['type'];

/** A 409 answer carries the status and the actor's allowed commands. */
export type TransactionRejection =
  | { code: 'notNow'; status: string; allowed: TransactionCommandType[] }
  | { code: 'notYourTransaction' }
  | { code: 'ownListing' }
  | { code: 'ownDecision' }
  | { code: 'answerTermOutOfRange'; most: number }
  /** Another proposal waits, or none; a confirmation must name the one that was read. */
  | { code: 'decisionChanged' }
  | { code: 'caseNotOpen' }
  /** There is unread news after revision `since`. */
  | { code: 'caseMoved'; since: number }
  /** What would follow is not what was shown. */
  | { code: 'consequencesChanged' }
  /** The revision is missing or in the future. */
  | { code: 'revisionUnknown' }
  /** The shown sums are outdated; these are current, in cents. */
  | { code: 'sumsChanged'; toBuyer: Cents; toSeller: Cents; fee: Cents }
  /** Staff must first pay the seller the money that a bank returned. */
  | { code: 'stillOwed' }
  | { code: 'chargebackNotOpen' }
  /** Another proposal to end this chargeback waits. */
  | { code: 'chargebackEndProposed' }
  /** A bank takes one evidence pack. */
  | { code: 'evidencePackSent' }
  /** The bank takes no evidence, or its last day has passed. */
  | { code: 'evidenceNotTaken' }
  /** Why nothing may be paid outside the provider now. */
  | { code: Extract<Owed, { refused: unknown }>['refused'] }
  | { code: 'settlementProposed' }
  /** Why a difference from the provider cannot be booked. */
  | { code: NonNullable<ReturnType<typeof unbookable>> }
  /** `policyVersion`: the terms of the transaction, for the text. */
  | { code: 'trackingCodeRequired'; policyVersion: string }
  | { code: 'cancellationReasonRequired' }
  | { code: 'cancellationDetailsRequired' }
  | { code: 'pauseNotEligible'; status: string; allowed: TransactionCommandType[] }
  | { code: 'windowOver'; policyVersion: string }
  /** The time for claims after the payout is over. */
  | { code: 'claimsOver'; policyVersion: string }
  | { code: 'amountOutOfRange'; least: Cents; most: Cents }
  | { code: 'textRequired' }
  | { code: 'evidenceRequired' }
  | { code: 'countryNotOffered' };
