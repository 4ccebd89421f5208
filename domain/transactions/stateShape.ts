import { z } from 'zod';
import { id } from '../shared/ids.ts';
import { listingImage } from '../shared/listingImage.ts';
import { type Cents, cents } from '../shared/money.ts';
import { CASE_KINDS, OUTSIDE_CASES } from './caseKinds.ts';
import { DISPUTE_CATEGORIES } from './events.ts';
import { SETTLED_OUTSIDE } from './settledOutside.ts';
import { SHIPPING_ZONES } from './shipping.ts';
import { zoneRates } from './zoneRates.ts';

const instant = z.int();
const perhaps = instant.nullable();
const party = z.enum(['buyer', 'seller', 'system', 'staff']);

const refund = z.object({
  id: z.string(),
  amount: cents,
  /** What the seller and the marketplace get once a partial refund is done. */
  toSeller: cents,
  fee: cents,
  /** All that was held: what comes back to the sale meanwhile was the payer’s, too, and is not released to the seller. */
  whole: z.boolean(),
  /** What the payer is to have in refunds by what asked for it, with those before; what their bank had taken is nobody’s by it. */
  due: cents,
  attempt: z.int(),
  state: z.enum(['requested', 'failed', 'done']),
  /** Null while failed, or done. */
  watchUntil: perhaps,
  /** Null while under way, and when it failed for the last time: then it is the staff's. */
  retryAt: perhaps,
  /** It only counts as failed, since the provider does not answer. */
  silent: z.boolean(),
});

const payout = z.object({
  /** Of the latest attempt; null before the first. */
  id: z.string().nullable(),
  attempt: z.int(),
  amount: cents,
  runAt: perhaps,
  askAt: perhaps,
  watchUntil: perhaps,
  retryAt: perhaps,
  /** In a row, since the payout was last scheduled. */
  failures: z.int(),
});

/** One try to pay out: what was asked for, and what of it came to the seller beyond what was due. */
const payoutAttempt = z.object({
  asked: cents,
  state: z.enum(['live', 'failed', 'paid', 'returned']),
  over: cents,
  /** By the provider's clock; 0: never. */
  paidAt: instant,
  failedAt: instant,
});

const chargeback = z.object({
  amount: cents,
  stands: z.enum(['open', 'lateOpen', 'won', 'lost']),
  /** Where it is not of the sale's own money. */
  currency: z.string().optional(),
  /** Where it is of another payment than the sale's own, or was told before that. */
  paymentId: z.string().optional(),
  /** What of a lost one was owed to the payer beside the sale, and paid for it. */
  owed: cents.optional(),
  /** What the bank has given back of it since it took it last, or is told to have before that is; none where all of it is won. */
  back: cents.optional(),
  /** By the provider's clock, the latest word of each kind. */
  wonAt: instant.optional(),
  lostAt: instant.optional(),
});

/** The sale's own side of the books: each is what the ledger's postings (`ledger.ts`) add up to, and nothing else writes them. */
const balances = {
  captured: cents,
  inEscrow: cents,
  refundInTransit: cents,
  refunded: cents,
  /**
   * What the payer has beyond `refunded`, through refunds that arrived, or were made by hand, although staff had paid them outside the
   * provider: part of `platformLoss`.
   */
  refundedTwice: cents,
  chargedBack: cents,
  /** What of the released money is due to the seller and not under way. */
  payable: cents,
  payoutInTransit: cents,
  paidOut: cents,
  /** What the seller has beyond `paidOut`, through attempts that had failed: part of `platformLoss`. */
  overpaid: cents,
  feeTaken: cents,
  /** What a bank gave back when the seller had been paid without it: in `fee_income` until the staff have paid it out by hand. */
  keptForSeller: cents,
  /** Of it, what they have paid. */
  keptPaid: cents,
  platformLoss: cents,
};

const division = { toBuyer: cents, toSeller: cents, fee: cents };

/**
 * The state of a sale beside the regions of the chart, as data: read models that keep it take their version from it, and what was kept
 * in another shape is built anew.
 */
export const transactionShape = z.object({
  id,
  /** The short human id. */
  transactionId: z.string(),
  listingId: id,
  buyerId: id,
  sellerId: id,
  item: z.object({ title: z.string(), images: z.array(listingImage) }),
  sellerCountry: z.string(),
  /** Null of a sale that began before they were kept. */
  rates: zoneRates.nullable(),
  policyVersion: z.string(),
  createdAt: instant,
  /** Of the last event; −1 before the first. */
  revision: z.int(),
  /** Of the last event that moved the case (`moved.ts`); −1 for none. */
  movedAt: z.int(),

  amount: cents,
  fee: cents,
  /** Null until the shipping address is set. */
  shippingCost: cents.nullable(),
  total: cents.nullable(),
  zone: z.enum(SHIPPING_ZONES).nullable(),

  windowEndsAt: instant,
  /** While a payment is processing; the window stands still then. */
  settlementEndsAt: perhaps,
  checkout: z.object({ attempt: z.int(), sessionId: z.string(), url: z.string() }).nullable(),
  /** The captured payment, which refunds go back to. */
  paymentId: z.string().nullable(),
  capturedAt: perhaps,
  /** By payment id: the currency of what did not come in euros. The balances of such a sale are in the currency of its own payment. */
  foreign: z.record(z.string(), z.string()),
  /** By currency: what of other money than the sale's own its payers, or their banks, have at our loss. */
  lostOfOther: z.record(z.string(), cents),

  ...balances,
  /** What left escrow with the last release: the seller's part, still payable, and the marketplace's fee. */
  released: z.object({ toSeller: cents, fee: cents, by: z.enum(['buyer', 'timer', 'staff', 'settlement']) }).nullable(),

  shipBy: perhaps,
  shipReminderAt: perhaps,
  shippedAt: perhaps,
  /** Confirmed by the buyer. */
  deliveredAt: perhaps,
  escalateAt: perhaps,

  /** The running escrow clock; null while frozen, and outside escrow. A notice whose time had passed when it began to run is null. */
  clock: z.object({ endsAt: instant, firstNoticeAt: perhaps, lastNoticeAt: perhaps }).nullable(),
  /** Ms left on the frozen clock. */
  remaining: z.int().nullable(),
  /** How often the buyer has set a clock going again, by the end of a pause or a dispute. */
  endedByBuyer: z.int(),
  /** Disputes that the buyer has taken back. */
  withdrawn: z.int(),
  /** The pause that stands. */
  pausedSince: perhaps,
  pauseRemindAt: perhaps,
  pauseLimitAt: perhaps,
  /** Ms of the pauses that have ended. */
  pausedBefore: z.int(),

  claim: z
    .object({
      by: party,
      category: z.enum(DISPUTE_CATEGORIES),
      amount: cents,
      openedAt: instant,
      answerBy: instant,
      /** The seller has answered with an offer. */
      offered: z.boolean(),
      /** The staff's term; null before review and once it has passed. */
      decideBy: perhaps,
    })
    .nullable(),
  offer: z.object({ toBuyer: cents, lapsesAt: instant }).nullable(),
  decision: z.object(division).nullable(),
  /** The last decision of the staff; an appeal against it goes to somebody else, and is the only one. */
  decided: z.object({ by: z.string(), at: instant, appealed: z.boolean() }).nullable(),
  /** Asked by staff, and not answered yet. */
  questions: z.object({ buyer: perhaps, seller: perhaps }),
  /** Waits for a second person. */
  proposed: z
    .object({ id: z.string(), ...division, by: id, at: instant, confirmBy: instant, shownUntil: perhaps })
    .nullable(),
  /** The counter in the ids of proposed decisions. */
  proposals: z.int(),
  /** Since when the staff's cases stand (`cases.ts`). */
  marks: z.partialRecord(z.enum(CASE_KINDS).exclude([...OUTSIDE_CASES, 'confirmation']), instant),
  returnAnswerBy: perhaps,
  returnShipBy: perhaps,
  returnInspectBy: perhaps,
  /** What the buyer says of the item, whether they know where to send it, and who pays for that; null of a return that an earlier release approved. */
  returning: z
    .object({ notAsDescribed: z.boolean(), addressed: z.boolean(), postage: z.enum(['buyer', 'seller']).nullable() })
    .nullable(),
  /** Ms left of the inspection, while a dispute or a hold of the bank or of the staff stops it. */
  inspectionLeft: z.int().nullable(),

  refund: refund.nullable(),
  /** By refund id: how much, and when, by the provider's clock. `arrivals`: by its own id, where it names one. */
  refundsDone: z.record(
    z.string(),
    z.object({
      amount: cents,
      at: instant,
      currency: z.string().optional(),
      /** Of what was sent back by hand. */
      paymentId: z.string().optional(),
      /** Of that, what is our loss until the payment is told that it was made of. */
      ours: cents.optional(),
      arrivals: z.record(z.string(), z.object({ amount: cents, at: instant })).optional(),
    }),
  ),
  /** By the provider's own id, or by ours: when it failed or came back. What was so before means nothing any more. */
  refundsBack: z.record(z.string(), instant),
  /** Refunds asked for so far, duplicates' included: the counter in their ids. */
  refundCount: z.int(),
  payout,
  /** By payout id. */
  payoutAttempts: z.record(z.string(), payoutAttempt),
  /** Payments beyond the first, and refunds that came back, by payment id: what of each has not gone back. */
  duplicates: z.record(
    z.string(),
    refund.pick({ amount: true, attempt: true, state: true, retryAt: true }).extend({
      /** Empty until one is asked for. */
      refundId: z.string(),
      /** Refunds that had failed before it: one of them may arrive after all. */
      earlier: z.array(z.string()),
    }),
  ),
  /** What staff pay from the marketplace's own bank account, because the provider could not. */
  outside: z.object({
    /** The counter in their ids, what was only proposed included. */
    count: z.int(),
    /** By payment, and `kept`: how much, and what of it the payer has had from the provider after all. */
    settled: z.record(z.string(), z.object({ amount: cents, twice: cents })),
    /** Waits for a second person. */
    proposed: z
      .object({
        id: z.string(),
        what: z.enum(SETTLED_OUTSIDE),
        paymentId: z.string().nullable(),
        amount: cents,
        by: id,
        at: instant,
        confirmBy: instant,
      })
      .nullable(),
  }),
  /** By id: what the payer's bank asks back, and how it stands. Each `open` one holds the money; that of a `lateOpen` one has left. */
  chargebacks: z.record(z.string(), chargeback),
  cancelledBy: party.nullable(),
  /** The buyer may rate until then; null before the payout is done (see `canBeRated`). */
  rateUntil: perhaps,
});

export type Party = z.infer<typeof party>;
export type Refund = z.infer<typeof refund>;
export type Payout = z.infer<typeof payout>;
export type PayoutAttempt = z.infer<typeof payoutAttempt>;
export type Chargeback = z.infer<typeof chargeback>;
export type Balances = { [Name in keyof typeof balances]: Cents };
export type TransactionShape = z.infer<typeof transactionShape>;
