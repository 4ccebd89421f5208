import { z } from 'zod';
import { id } from '../shared/ids.ts';
import { listingImage } from '../shared/listingImage.ts';
import { type Cents, cents } from '../shared/money.ts';
import { CASE_KINDS, IMPLIED_CASES, OUTSIDE_CASES } from './caseKinds.ts';
import { DISPUTE_CATEGORIES } from './disputeCategories.ts';
import { SETTLED_OUTSIDE } from './settledOutside.ts';
import { SHIPPING_ZONES } from './shipping.ts';
import { zoneRates } from './zoneRates.ts';

const instant = z.int();
const perhaps = instant.nullable();
const party = z.enum(['buyer', 'seller', 'system', 'staff']);

const refund = z.object({
  id: z.string(),
  amount: cents,
  /** The parts of seller and marketplace after a partial refund. */
  toSeller: cents,
  fee: cents,
  /** All held money goes back. Money that returns meanwhile is the payer's too, so the seller gets none of it. */
  whole: z.boolean(),
  /** The sum of refunds the payer should have after this one, earlier refunds included, chargebacks excluded. */
  due: cents,
  attempt: z.int(),
  state: z.enum(['requested', 'failed', 'done']),
  /** Null unless the refund is under way. */
  watchUntil: perhaps,
  /** Null while under way, and after the last failure, which staff handle. */
  retryAt: perhaps,
  /** It counts as failed because the provider does not answer. */
  silent: z.boolean(),
});

const payout = z.object({
  /** The latest attempt; null before the first. */
  id: z.string().nullable(),
  attempt: z.int(),
  amount: cents,
  runAt: perhaps,
  askAt: perhaps,
  watchUntil: perhaps,
  retryAt: perhaps,
  /** Failures in a row since the payout was scheduled. */
  failures: z.int(),
});

/** One payout attempt. `asked`: the sum requested. `over`: the part that the seller got beyond the sum due. */
const payoutAttempt = z.object({
  asked: cents,
  state: z.enum(['live', 'failed', 'paid', 'returned']),
  over: cents,
  /** By the provider's clock; 0 means never. */
  paidAt: instant,
  failedAt: instant,
});

const chargeback = z.object({
  amount: cents,
  stands: z.enum(['open', 'lateOpen', 'won', 'lost']),
  /** Present if it differs from the currency of the first payment. */
  currency: z.string().optional(),
  /** Present if it concerns another payment than the first, or came before that one. */
  paymentId: z.string().optional(),
  /** The part of a lost chargeback that our debt to the payer covered. */
  owed: cents.optional(),
  /** The part that the bank has returned since it last took the money; absent if all was won. */
  back: cents.optional(),
  /** The latest statement of each kind, by the provider's clock. */
  wonAt: instant.optional(),
  lostAt: instant.optional(),
  /** The bank's last day for evidence; null if it takes none, absent if the provider did not say. */
  respondBy: perhaps.optional(),
  /** The proposal to end it by hand, which waits for a second person. */
  ending: z
    .object({ id: z.string(), outcome: z.enum(['won', 'lost']), by: id, at: instant, confirmBy: instant })
    .optional(),
  /** The latest evidence pack. `submitted`: the provider has not answered. */
  pack: z.object({ attempt: z.int(), stands: z.enum(['submitted', 'delivered', 'refused']) }).optional(),
});

/** Each balance is the sum of the ledger's postings (`ledger.ts`); nothing else writes them. */
const balances = {
  captured: cents,
  inEscrow: cents,
  refundInTransit: cents,
  refunded: cents,
  /** Refunds that reached the payer although staff had paid them outside the provider: part of `platformLoss`. */
  refundedTwice: cents,
  chargedBack: cents,
  /** Released money that is due to the seller and not under way. */
  payable: cents,
  payoutInTransit: cents,
  paidOut: cents,
  /** Money the seller got beyond `paidOut` by failed attempts that arrived: part of `platformLoss`. */
  overpaid: cents,
  feeTaken: cents,
  /** Money a bank returned after the payout. It stays in `fee_income` until staff pay it to the seller by hand. */
  keptForSeller: cents,
  /** The part of it that staff have paid. */
  keptPaid: cents,
  platformLoss: cents,
};

const division = { toBuyer: cents, toSeller: cents, fee: cents };

/** The state without the chart's regions. Read models that store it take their version from this shape and rebuild when it changes. */
export const transactionShape = z.object({
  id,
  /** The short human id. */
  transactionId: z.string(),
  listingId: id,
  buyerId: id,
  sellerId: id,
  item: z.object({ title: z.string(), images: z.array(listingImage) }),
  sellerCountry: z.string(),
  /** Null in transactions from before rates were stored. */
  rates: zoneRates.nullable(),
  policyVersion: z.string(),
  createdAt: instant,
  /** The revision of the last event; −1 before the first. */
  revision: z.int(),
  /** The revision of the last event that moved the case (`moved.ts`); −1 for none. */
  movedAt: z.int(),

  amount: cents,
  fee: cents,
  /** Null until the shipping address is set. */
  shippingCost: cents.nullable(),
  total: cents.nullable(),
  zone: z.enum(SHIPPING_ZONES).nullable(),

  windowEndsAt: instant,
  /** Set while a payment is processing, which stops the payment window. */
  settlementEndsAt: perhaps,
  checkout: z.object({ attempt: z.int(), sessionId: z.string(), url: z.string() }).nullable(),
  /** The first captured payment; refunds go back to it. */
  paymentId: z.string().nullable(),
  capturedAt: perhaps,
  /** The currency of each payment that is not in euros. The balances are in the currency of the first payment. */
  foreign: z.record(z.string(), z.string()),
  /** Our losses by other payments than the first, by currency. */
  lostOfOther: z.record(z.string(), cents),

  ...balances,
  /** The last release from escrow: the seller's part and the fee. */
  released: z.object({ toSeller: cents, fee: cents, by: z.enum(['buyer', 'timer', 'staff', 'settlement']) }).nullable(),

  shipBy: perhaps,
  shipReminderAt: perhaps,
  shippedAt: perhaps,
  /** When the buyer confirmed the delivery. */
  deliveredAt: perhaps,
  escalateAt: perhaps,

  /** The running escrow clock; null if frozen or outside escrow. A notice is null if its time had passed when the clock started. */
  clock: z.object({ endsAt: instant, firstNoticeAt: perhaps, lastNoticeAt: perhaps }).nullable(),
  /** Ms left on the frozen clock. */
  remaining: z.int().nullable(),
  /** How often the buyer restarted a clock by ending a pause or a dispute. */
  endedByBuyer: z.int(),
  /** Disputes that the buyer has withdrawn. */
  withdrawn: z.int(),
  /** The start of the current pause. */
  pausedSince: perhaps,
  pauseRemindAt: perhaps,
  pauseLimitAt: perhaps,
  /** Ms of all ended pauses. */
  pausedBefore: z.int(),

  claim: z
    .object({
      by: party,
      category: z.enum(DISPUTE_CATEGORIES),
      amount: cents,
      openedAt: instant,
      answerBy: instant,
      /** Whether the seller answered with a settlement offer. */
      offered: z.boolean(),
      /** The review term of staff; null before the review and after the term. */
      decideBy: perhaps,
    })
    .nullable(),
  offer: z.object({ toBuyer: cents, lapsesAt: instant }).nullable(),
  decision: z.object(division).nullable(),
  /** The last decision of staff, who lost by it, the most that any decision divided, and all appeals. Each party may appeal once; nobody decides an appeal against themselves. */
  decided: z
    .object({
      by: z.string(),
      at: instant,
      lost: z.object({ buyer: z.boolean(), seller: z.boolean() }),
      most: cents,
      appeals: z.array(z.object({ by: party, against: z.string() })),
    })
    .nullable(),
  /**
   * A decided refund that waits. `due`: what the payer should have of this transaction after it, also from the bank. `chargedBack`: what the
   * bank had taken before the decision.
   */
  deferred: z.object({ due: cents, until: instant, chargedBack: cents }).nullable(),
  /** Open questions of staff. */
  questions: z.object({ buyer: perhaps, seller: perhaps }),
  /** Waits for a second person. */
  proposed: z
    .object({ id: z.string(), ...division, by: id, at: instant, confirmBy: instant, shownUntil: perhaps })
    .nullable(),
  /** The counter in the ids of proposed decisions. */
  proposals: z.int(),
  /** When each staff case began (`cases.ts`). */
  marks: z.partialRecord(z.enum(CASE_KINDS).exclude([...OUTSIDE_CASES, ...IMPLIED_CASES]), instant),
  returnAnswerBy: perhaps,
  returnShipBy: perhaps,
  returnInspectBy: perhaps,
  /** The buyer's reason, whether the address is known, and who pays the postage; null if an earlier release approved the return. */
  returning: z
    .object({ notAsDescribed: z.boolean(), addressed: z.boolean(), postage: z.enum(['buyer', 'seller']).nullable() })
    .nullable(),
  /** Ms left of the inspection while a dispute, chargeback or staff hold stops it. */
  inspectionLeft: z.int().nullable(),

  refund: refund.nullable(),
  /** Arrived refunds by refund id, with the provider's time. `arrivals`: by the provider's own id, if it names one. */
  refundsDone: z.record(
    z.string(),
    z.object({
      amount: cents,
      at: instant,
      currency: z.string().optional(),
      /** The payment of a manual refund. */
      paymentId: z.string().optional(),
      /** The part that is our loss until we know the payment. */
      ours: cents.optional(),
      arrivals: z.record(z.string(), z.object({ amount: cents, at: instant })).optional(),
    }),
  ),
  /** When a refund failed or came back, by the provider's id or ours. Older statements about it no longer count. */
  refundsBack: z.record(z.string(), instant),
  /** Refunds requested so far, those of duplicates included: the counter in their ids. */
  refundCount: z.int(),
  payout,
  /** By payout id. */
  payoutAttempts: z.record(z.string(), payoutAttempt),
  /** Our debt for duplicate payments and returned refunds, by payment id. */
  duplicates: z.record(
    z.string(),
    refund.pick({ amount: true, attempt: true, state: true, retryAt: true }).extend({
      /** Empty until a refund is requested. */
      refundId: z.string(),
      /** Ids of earlier refunds that failed; one may still arrive. */
      earlier: z.array(z.string()),
    }),
  ),
  /** Payments by staff from our own bank account, when the provider cannot pay. */
  outside: z.object({
    /** The counter in their ids, proposals included. */
    count: z.int(),
    /** The sums by payment or `kept`. `twice`: the part that the provider paid too. */
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
  /** Differences of provider objects from our events, by kind and id. `lost`: the loss that staff booked. */
  differences: z.record(
    z.string(),
    z.object({
      lost: cents,
      /** Waits for a second person. */
      proposed: z.object({ lost: cents, by: id, at: instant, confirmBy: instant }).nullable(),
    }),
  ),
  /** Chargebacks by id. Each `open` one holds the money; the money of a `lateOpen` one has left. */
  chargebacks: z.record(z.string(), chargeback),
  cancelledBy: party.nullable(),
  /** The end of the time to rate; null before the payout (see `canBeRated`). */
  rateUntil: perhaps,
});

export type Party = z.infer<typeof party>;
export type Refund = z.infer<typeof refund>;
export type Payout = z.infer<typeof payout>;
export type PayoutAttempt = z.infer<typeof payoutAttempt>;
export type Chargeback = z.infer<typeof chargeback>;
export type Balances = { [Name in keyof typeof balances]: Cents };
export type TransactionShape = z.infer<typeof transactionShape>;
