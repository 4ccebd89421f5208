import type { Cents } from '../../shared/money.ts';

/** Weekends and closing days do not count. */
export type BusinessDays = { businessDays: number };
/** Milliseconds, or business days; from the fact that sets a deadline. */
export type Term = number | BusinessDays;
/** Payouts go out together, once a business day at an hour in Amsterdam; an approved one with the run so many business days later. */
export type PayoutRun = { run: number; hour: number };

/** What a sale is promised when it begins: it is held to this for its whole life, whatever later versions say. */
export type Policy = {
  /** Written into the sale's events. The name of the calendar of business days is part of it. */
  version: string;

  /** The platform fee: a share of the item price, half-up, and a fixed sum. */
  feePercent: number;
  fixedFee: Cents;
  /** The terms say EU and UK; the purchase dialog offers more. False closes the international zone. */
  internationalShipping: boolean;
  /** Above it (item price): strong customer authentication at payment, and no shipment without a tracking code. */
  highValue: Cents;
  /** More than this still held, and a decision of one member of staff needs the confirmation of another. */
  secondPersonAbove: Cents;

  /** From creation, whatever the buyer clicks; a fresh one after a payment that was processing has failed. */
  paymentWindow: number;
  /** For payments that a bank is still processing (SEPA, transfers). */
  settlementPeriod: number;

  shipmentPeriod: number;
  shipmentReminder: number;
  /** The buyer's second thoughts, from payment. */
  buyerCancelPeriod: number;

  escrowPeriod: number;
  /** Notices to the buyer, before the end. */
  firstNotice: number;
  lastNotice: number;
  /** Before the end; also the least that is left on the escrow clock after a hold. */
  pauseWindow: number;
  pauseReminder: number;
  /** In all, however often the buyer pauses. */
  pauseLimit: number;
  /** Paused for longer, the seller too may open a dispute. */
  sellerDisputeAfter: number;

  /** From a confirmed delivery, while the payout has not begun. */
  claimPeriod: number;
  /** From the payout, for claims that staff look at; null: without end, as sales were promised that began before this had one. */
  lateClaimPeriod: number | null;
  /** So many of their disputes the buyer may withdraw; then no other opens. */
  withdrawals: number;
  disputeAnswer: number;
  settlementOffer: number;
  reviewTerm: BusinessDays;
  /** More than this still held, and both parties see the draft of a decision for so long. */
  draftAbove: Cents;
  draftShown: number;
  /** For an appeal against a decision, while its money is still held. */
  appealTerm: BusinessDays;
  /** The longest that staff may give a party to answer a question, in days. */
  answerAtMost: number;
  /** For a second person to confirm a decision; then it lapses. */
  confirmationTerm: BusinessDays;
  returnAnswer: number;
  shipBackTerm: BusinessDays;
  returnInspection: number;

  /** After the first, second and third failure; then it is the staff's. */
  refundRetries: readonly number[];
  refundWatch: BusinessDays;
  payoutRun: PayoutRun;
  payoutRetries: readonly number[];
  payoutInquiry: BusinessDays;
  payoutWatch: BusinessDays;
  /** Told to buyers and sellers: how soon most refunds arrive, and how soon all payouts do. */
  refundUsual: BusinessDays;
  payoutPromise: BusinessDays;
  /** What the banks between us and the seller need, at least and at most. */
  banksTake: readonly [number, number];

  /** After capture. A provider holds money for 90 days at most. */
  escalation: number;
  /** From the escalation to the provider's 90 days. */
  staffLimitOfHeld: number;
  /** From the lifting of the hold that the escalation placed: while the money is still here, it comes again. */
  escalationAgain: BusinessDays;
  /** For what else waits for a person. */
  staffTerm: BusinessDays;
  ratingPeriod: number;
};

/** The fields that hold such a value. */
export type Holding<Value> = { [Name in keyof Policy]: Policy[Name] extends Value ? Name : never }[keyof Policy];
