import { addBusinessDays, BUSINESS_CALENDAR, businessHour, isBusinessDay } from '../shared/businessDays.ts';
import { DAY, HOUR, type Instant, MINUTE } from '../shared/instants.ts';
import type { Cents } from '../shared/money.ts';

/** Written into a sale's events: what was promised then stays true for that sale under every later policy. */
export const POLICY_VERSION = `2026-1/${BUSINESS_CALENDAR}`;

/** Item prices in cents, €0.01 to €40,000. */
export const LEAST_PRICE: Cents = 1;
export const MOST_PRICE: Cents = 4_000_000;

/** Above it (item price): strong customer authentication at payment, and no shipment without a tracking code. */
export const HIGH_VALUE: Cents = 10_000;

/** The terms say EU and UK; the purchase dialog offers more. False closes the international zone. */
export const INTERNATIONAL_SHIPPING = true;

/** From creation, whatever the buyer clicks; a fresh one after a payment that was processing has failed. */
export const PAYMENT_WINDOW = 30 * MINUTE;
/** For payments that a bank is still processing (SEPA, transfers). */
export const SETTLEMENT_PERIOD = 7 * DAY;

export const SHIPMENT_PERIOD = 96 * HOUR;
export const SHIPMENT_REMINDER = 24 * HOUR;
/** The buyer's second thoughts, from payment. */
export const BUYER_CANCEL_PERIOD = 60 * MINUTE;

export const ESCROW_PERIOD = 12 * DAY;
/** Notices to the buyer, before the end. */
export const FIRST_NOTICE = 3 * DAY;
export const LAST_NOTICE = 1 * DAY;
/** The last 74 hours before the end; also the least that is left on the escrow clock after a hold. */
export const PAUSE_WINDOW = 266_400_000;
export const PAUSE_REMINDER = 7 * DAY;
/** In all, however often the buyer pauses. */
export const PAUSE_LIMIT = 30 * DAY;
/** Paused for longer, the seller too may open a dispute. */
export const SELLER_DISPUTE_AFTER = 7 * DAY;

export const DISPUTE_ANSWER = 3 * DAY;
export const SETTLEMENT_OFFER = 3 * DAY;
export const RETURN_ANSWER = 2 * DAY;
export const RETURN_INSPECTION = 12 * DAY;

/** After the first, second and third failure; then it is the staff's. */
export const REFUND_RETRIES: readonly number[] = [1 * HOUR, 1 * DAY, 3 * DAY];
export const PAYOUT_RETRIES: readonly number[] = [1 * DAY, 3 * DAY, 7 * DAY];

/** After capture. A provider holds money for 90 days at most. */
export const ESCALATION = 75 * DAY;
export const RATING_PERIOD = 30 * DAY;

/** More than this still held, and a decision of one member of staff needs the confirmation of another. */
export const SECOND_PERSON_ABOVE: Cents = 50_000;
/** From the escalation after 75 days to the provider's 90. */
export const STAFF_LIMIT_OF_HELD = 15 * DAY;

/** Weekends and closing days do not count. */
export type BusinessDays = { businessDays: number };
/** Milliseconds, or business days; from the fact that sets a deadline. */
export type Term = number | BusinessDays;

export const REVIEW_TERM = { businessDays: 5 } as const;
export const SHIP_BACK_TERM = { businessDays: 5 } as const;
export const REFUND_WATCH = { businessDays: 7 } as const;
export const PAYOUT_INQUIRY = { businessDays: 1 } as const;
export const PAYOUT_WATCH = { businessDays: 5 } as const;
/** Told to buyers and sellers: how soon most refunds arrive, and how soon all payouts do. */
export const REFUND_USUAL = { businessDays: 5 } as const;
export const PAYOUT_PROMISE = { businessDays: 3 } as const;
/** What the banks between us and the seller need, at least and at most. */
export const BANKS_TAKE = [1, 2] as const;
/** For a second person to confirm a decision; then it lapses. */
export const CONFIRMATION_TERM = { businessDays: 3 } as const;
/** For what else waits for a person. */
export const STAFF_TERM = { businessDays: 2 } as const;

export const reviewTerm = (at: Instant): Instant => addBusinessDays(at, REVIEW_TERM.businessDays);
export const staffTerm = (at: Instant): Instant => addBusinessDays(at, STAFF_TERM.businessDays);

/** Payouts go out together, once a business day at an hour in Amsterdam; an approved one with the run so many business days later. */
export type PayoutRun = { run: number; hour: number };
export const PAYOUT_RUN = { run: 2, hour: 10 } as const satisfies PayoutRun;

/** The run that an approval leads to, or the first one after the bank account's waiting time. */
export const payoutRunAfterApproval = (at: Instant, heldUntil: Instant | null): Instant =>
  Math.max(businessHour(at, PAYOUT_RUN.run, PAYOUT_RUN.hour), heldUntil === null ? 0 : nextPayoutRun(heldUntil));

/** The first run at or after an instant. */
export const nextPayoutRun = (at: Instant): Instant => {
  const today = businessHour(at, 0, PAYOUT_RUN.hour);
  return isBusinessDay(at) && at <= today ? today : businessHour(at, 1, PAYOUT_RUN.hour);
};
