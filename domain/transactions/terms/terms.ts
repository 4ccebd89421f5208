import { addBusinessDays } from '../../shared/businessDays.ts';
import type { Instant } from '../../shared/instants.ts';
import type { Cents } from '../../shared/money.ts';

/** Weekends and closing days do not count. */
export type BusinessDays = { businessDays: number };
/** Milliseconds or business days, counted from the event that sets a deadline. */
export type Term = number | BusinessDays;

export const endOfTerm = (from: Instant, term: Term): Instant =>
  typeof term === 'number' ? from + term : addBusinessDays(from, term.businessDays);

/** Payouts leave together once per business day, at `hour` in Amsterdam; an approved one with the run `run` business days later. */
export type PayoutRun = { run: number; hour: number };

/** The terms that a transaction begins under. They apply for its whole life, whatever later versions say. */
export type Terms = {
  /** Stored in the events. It includes the name of the business day calendar. */
  version: string;

  /** The platform fee: a share of the item price, rounded half-up, plus a fixed sum. */
  feePercent: number;
  fixedFee: Cents;
  /** The terms say EU and UK; the purchase dialog offers more. False closes the international zone. */
  internationalShipping: boolean;
  /** Item price above which payment needs strong customer authentication and shipment needs a tracking code. */
  highValue: Cents;
  /** If more is held, a decision needs a second member of staff. */
  secondPersonAbove: Cents;

  /** Counted from the creation. A new one starts after a processing payment failed. */
  paymentWindow: number;
  /** For payments that a bank is still processing (SEPA, transfers). */
  settlementPeriod: number;

  shipmentPeriod: number;
  shipmentReminder: number;
  /** The buyer may cancel for so long after the payment. */
  buyerCancelPeriod: number;

  escrowPeriod: number;
  /** Notices to the buyer, before the end. */
  firstNotice: number;
  lastNotice: number;
  /** Counted back from the end. It is also the minimum left on the clock after a hold. */
  pauseWindow: number;
  pauseReminder: number;
  /** The total of all pauses. */
  pauseLimit: number;
  /** After so long in a pause the seller may open a dispute. */
  sellerDisputeAfter: number;

  /** Counted from a confirmed delivery; it ends early when the payout begins. */
  claimPeriod: number;
  /** The time for late claims to staff after the payout; null means without end, as in the first version. */
  lateClaimPeriod: number | null;
  /** The number of disputes the buyer may withdraw; then they cannot open another. */
  withdrawals: number;
  disputeAnswer: number;
  settlementOffer: number;
  reviewTerm: BusinessDays;
  /** If more is held, both parties see a draft of the decision for `draftShown`. */
  draftAbove: Cents;
  draftShown: number;
  /** The time to appeal while the money is held. */
  appealTerm: BusinessDays;
  /** A decided refund above it waits until the seller's time to appeal is over. Absent in the first versions: none waits. */
  refundWaitsAbove?: Cents;
  /** The longest time staff may give for an answer, in days. */
  answerAtMost: number;
  /** The time for a second person to confirm a decision before it lapses. */
  confirmationTerm: BusinessDays;
  returnAnswer: number;
  shipBackTerm: BusinessDays;
  returnInspection: number;

  /** The waits after the first, second and third failure; then staff take over. */
  refundRetries: readonly number[];
  refundWatch: BusinessDays;
  payoutRun: PayoutRun;
  payoutRetries: readonly number[];
  payoutInquiry: BusinessDays;
  payoutWatch: BusinessDays;
  /** Texts say how soon most refunds and all payouts arrive. */
  refundUsual: BusinessDays;
  payoutPromise: BusinessDays;
  /** The shortest and longest time of a bank transfer to the seller. */
  banksTake: readonly [number, number];

  /** Counted from the capture. A provider holds money for 90 days at most. */
  escalation: number;
  /** The time between the escalation and the provider's 90 days. */
  staffLimitOfHeld: number;
  /** The wait before the next escalation after staff lifted the hold, if the money is still here. */
  escalationAgain: BusinessDays;
  /** The term for all other cases. */
  staffTerm: BusinessDays;
  ratingPeriod: number;
};

/** The fields with such a value. */
export type Holding<Value> = { [Name in keyof Terms]-?: Terms[Name] extends Value ? Name : never }[keyof Terms];
