import { z } from 'zod';
import type { Sight } from '#domain/access/mask.ts';
import { SHIPPING_COUNTRIES } from '#domain/catalogue/countries.ts';
import { REQUIRED_ACTIONS } from '#domain/notifications/requiredActions.ts';
import { CANCELLATION_REASONS, DISPUTE_CATEGORIES } from '#domain/transactions/events.ts';
import type { NeedKind } from '#domain/transactions/needs.ts';
import { STATUSES } from '#domain/transactions/statuses.ts';
import { TERMS } from '#domain/transactions/terms/termsText.ts';
import { knownAddress, shippingAddress } from './accounts.ts';
import { euros, id, image, paging, timestamp } from './common.ts';
import { evidencePhoto } from './evidence.ts';

/** A string, or a number that is coerced to one. */
const text = (error: string) =>
  z.preprocess(
    (sent) => (typeof sent === 'number' ? String(sent) : sent),
    z.string({ error }).min(1, error).max(200, error),
  );

/** POST transaction. Status and paymentDetails are accepted and ignored: a new sale is CREATED, its payment pending. */
export const createTransaction = z
  .object({
    listing: text('Listing ID is required'),
    amount: z.coerce
      .number({ error: 'Valid transaction amount is required' })
      .refine((amount) => Number.isFinite(amount) && amount > 0, 'Valid transaction amount is required')
      .meta({ description: 'Euros: the price that you saw', exclusiveMinimum: 0 }),
    seller: text('Seller ID is required'),
    status: z.unknown().optional(),
    paymentDetails: z.unknown().optional(),
  })
  .meta({ id: 'CreateTransaction' });

/** PUT transaction/{id}/shipping. The sums are compared with the server's own quote; a difference is 409 with it. */
export const setShipping = z
  .object({
    shippingAddress: shippingAddress.extend({
      country: z.enum(SHIPPING_COUNTRIES, { error: 'We do not ship to this country' }),
    }),
    shippingCost: z.coerce.number().optional(),
    platformFee: z.coerce.number().optional(),
    totalAmount: z.coerce.number().optional(),
  })
  .meta({ id: 'SetShipping' });

export const calculateShipping = z
  .object({
    buyerCountry: z.enum(SHIPPING_COUNTRIES, { error: 'We do not ship to this country' }),
    sellerCountry: z.string().optional(),
    sellerId: id,
    /** One of theirs, which may have rates of its own. */
    listingId: id.optional(),
    /** A purchase of it that has begun: what it was promised is answered, whatever the seller asks by now. */
    transactionId: id.optional(),
  })
  .meta({ id: 'CalculateShipping' });

/** POST transaction/{id}/confirm-shipment; a tracking code is needed above €100. */
export const confirmShipment = z
  .object({
    trackingCode: z
      .string()
      .trim()
      .max(100)
      .nullish()
      .transform((code) => code || null),
    carrier: z
      .string()
      .trim()
      .max(60)
      .nullish()
      .transform((carrier) => carrier || null),
  })
  .meta({ id: 'ConfirmShipment', description: `A tracking code is required above ${TERMS.highValue}` });

/** POST transaction/{id}/cancel. The buyer's cancel needs no reason, the seller's does. */
export const cancelTransaction = z
  .object({
    reason: z.enum(CANCELLATION_REASONS, { error: 'Please select a reason for cancellation' }).nullish(),
    otherReason: z.string().trim().max(1000).nullish(),
  })
  .meta({ id: 'CancelTransaction', description: 'The seller must give a reason; the buyer need not' });

export const historyQuery = z
  .object({
    type: z.enum(['purchase', 'sale'], { error: 'type must be purchase or sale' }),
    status: z.enum([...STATUSES, 'all']).default('all'),
    dateRange: z.enum(['week', 'month', 'year', 'all']).default('all'),
    ...paging(10),
  })
  .meta({ id: 'TransactionHistoryQuery' });
export type HistoryQuery = z.output<typeof historyQuery>;

export const deadline = z
  .object({ kind: z.string(), dueAt: timestamp })
  .meta({ id: 'Deadline', description: 'An armed deadline of the sale, what happens next if nobody acts' });

/** `question`: one of the staff; the others are armed deadlines that name the caller. */
const need = z
  .object({ kind: z.enum(Object.keys(REQUIRED_ACTIONS) as NeedKind[]), dueAt: timestamp })
  .meta({ id: 'Need' });

export const transactionView = z
  .object({
    _id: id,
    transactionId: z.string(),
    status: z.enum(STATUSES),
    displayStatus: z.string(),
    escrowStatus: z.object({ isPaused: z.boolean(), pauseReason: z.string().nullable() }),
    escrowEndDate: timestamp.nullable(),
    amount: euros,
    platformFee: euros,
    shippingCost: euros.nullable(),
    totalAmount: euros,
    /**
     * Once it is paid: what the seller gets as it stands, or has got, and, while it is in escrow, what goes back if all does. A bank may
     * have taken a part. What was paid in another currency is no seller’s, and not held in euros.
     */
    parts: z.object({ toSeller: euros, held: euros.optional() }).optional(),
    paymentDetails: z.object({
      provider: z.string(),
      status: z.string(),
      metadata: z.object({ amount: z.object({ value: z.string(), currency: z.literal('EUR') }) }),
    }),
    /** Oldest first: one entry per lifecycle fact. `event` is the fact's name, `detail` a sentence about it or null. */
    paymentHistory: z.array(
      z.object({ status: z.string(), timestamp, event: z.string(), detail: z.string().nullable() }),
    ),
    buyer: z.object({ _id: id, username: z.string() }),
    seller: z.object({ _id: id, username: z.string() }),
    listing: z.object({ _id: id, title: z.string(), images: z.array(image) }),
    sellerRated: z.boolean(),
    /** Whether its buyer has written about it, beside the stars. */
    reviewed: z.boolean(),
    /** Null to whoever may not read it, and once erased. */
    shippingAddress: knownAddress.extend({ country: z.string() }).nullable(),
    trackingCode: z.string().nullable(),
    carrier: z.string().nullable(),
    createdAt: timestamp,
    /** The caller's role in this sale. */
    role: z.enum(['buyer', 'seller', 'staff']),
    /** The buyer has set the escrow clock going before by ending a hold: the next time it runs on with what was left. */
    endedOwnHold: z.boolean(),
    /**
     * Beside pause, dispute and return: what stops shipment and payout, a bank that asks the money back or our staff. `quarantine`, told of
     * a single sale: a record of it does not add up, so it is shown as it last did, and every command answers 423.
     */
    holds: z.array(z.enum(['chargeback', 'staff', 'quarantine'])),
    /** The policy that it began under, and is held to. */
    policyVersion: z.string(),
    /** Commands that the escrow chart allows the caller now. */
    allowed: z.array(z.string()),
    deadlines: z.array(deadline),
    /** What the caller is to do before something happens without them, soonest first. */
    needs: z.array(need),
  })
  .meta({ id: 'Transaction' });
export type TransactionView = z.infer<typeof transactionView>;

/** `text`: null where nobody said anything, `[erased]` once its key is. `withheld`: how many photos its reader may not see. */
const said = z
  .object({ text: z.string().nullable(), evidence: z.array(evidencePhoto), withheld: z.int().optional() })
  .meta({ id: 'Said' });
const sight = z.enum(['clear', 'openable', 'masked', 'hidden'] satisfies Sight[]);
const division = { toBuyer: euros, toSeller: euros, fee: euros };

/** The latest dispute, with what both parties say: each of them reads all of it. */
export const dispute = z
  .object({
    state: z.enum(['awaiting_seller', 'under_review', 'decided', 'settled', 'withdrawn']),
    openedBy: z.enum(['buyer', 'seller', 'system', 'staff']),
    openedAt: timestamp,
    category: z.enum(DISPUTE_CATEGORIES),
    /** Asked back. */
    claim: euros,
    opening: said,
    answer: said.nullable(),
    /** What an acceptance of the claim brings as it stands: a bank may have taken so much that all that is left goes back. Absent where nothing is claimed. */
    accepted: z.object(division).optional(),
    /** The offer that stands. */
    offer: z.object({ ...division, lapsesAt: timestamp }).nullable(),
  })
  .meta({ id: 'Dispute' });
export type Dispute = z.infer<typeof dispute>;

/** What was said beside the claim and the answer, oldest first: a late claim, statements, questions of staff, drafts of a decision, an appeal. */
const heardEntry = z
  .object({
    kind: z.enum(['claim', 'statement', 'question', 'draft', 'appeal']),
    by: z.enum(['buyer', 'seller', 'staff']),
    at: timestamp,
    said,
    /** Who is asked. */
    party: z.enum(['buyer', 'seller']).nullable(),
    /** To answer a question, or to say something about a draft. */
    until: timestamp.nullable(),
    /** Of a draft. */
    division: z.object(division).nullable(),
  })
  .meta({ id: 'Heard' });
export type Heard = z.infer<typeof heardEntry>;

export const itemReturn = z
  .object({
    state: z.enum(['requested', 'approved', 'shipped', 'received', 'refused', 'lapsed', 'rejected']),
    request: said,
    /** Why the seller refused it. */
    refusal: z.string().nullable(),
    /** The buyer says that the item is not as described. */
    notAsDescribed: z.boolean(),
    /** Where the buyer sends it: null until it is known, to whoever may not read it, and once erased. */
    to: knownAddress.extend({ country: z.string() }).nullable(),
    /** Whether the address is known. */
    addressed: z.boolean(),
    /** Who pays for the parcel back; null until it is approved. */
    postage: z.enum(['buyer', 'seller']).nullable(),
    /** Of the parcel back. */
    trackingCode: z.string().nullable(),
    /** Why the seller rejected what came back. */
    rejection: said.nullable(),
  })
  .meta({ id: 'Return' });
export type Return = z.infer<typeof itemReturn>;

/** One sale, with what a list of them leaves out. */
export const transactionDetail = transactionView
  .extend({
    /** How far its history is shown here. Staff name it as `basedOn` in each command. */
    revision: z.int(),
    /**
     * How the caller reads what is personal in it. What is `openable` or `masked` reads `[personal]`, and photos are not given; a stated
     * reason opens the former.
     */
    sights: z.object({ address: sight, returnAddress: sight, words: sight, evidence: sight, messages: sight }),
    dispute: dispute.nullable(),
    heard: z.array(heardEntry),
    /** Until when each party has time for the question of staff that it has not answered; null when none is open. */
    questions: z.object({ buyer: timestamp.nullable(), seller: timestamp.nullable() }),
    /** The decision that staff mean to confirm, as both parties read it until then. */
    draft: z.object({ ...division, until: timestamp }).nullable(),
    return: itemReturn.nullable(),
    /** How the money was divided by agreement, or by staff with a rationale that both parties read. */
    decision: z
      .object({ ...division, by: z.enum(['seller', 'settlement', 'staff']), rationale: z.string().nullable() })
      .nullable(),
    /** The latest refund; `toSeller` and `fee` are what is left once it is done. */
    refund: z
      .object({
        amount: euros,
        toSeller: euros,
        fee: euros,
        state: z.enum(['requested', 'failed', 'done']),
        retryAt: timestamp.nullable(),
      })
      .nullable(),
    /**
     * What is still owed beside the sale, in words to its reader: to the buyer of a second payment, or of the sale’s own, where a bank has sent
     * it back to us; to the seller, where a bank gave something back after their payout had begun. Absent where nothing is.
     */
    owed: z.string().optional(),
    /**
     * Money with us now, 0 once it was paid out or went back, and the most of it that can go back while the fee is kept, 0 where all is the
     * buyer’s; `held` itself is the one sum above that. `claimed`: what a bank asks back
     * while that holds the sale. `taken`: what one has given back to the buyer. `currency`: of what was paid and goes back; absent: euros.
     */
    sums: z.object({
      held: euros,
      mostPartialRefund: euros,
      claimed: euros.optional(),
      taken: euros.optional(),
      currency: z.string().optional(),
    }),
  })
  .meta({ id: 'TransactionDetail' });
export type TransactionDetail = z.infer<typeof transactionDetail>;

export const transactionPage = z
  .object({ transactions: z.array(transactionView), totalCount: z.int(), hasMore: z.boolean() })
  .meta({ id: 'TransactionPage' });

export const transactionCreated = z
  .object({ success: z.literal(true), message: z.string(), transaction: transactionDetail, transactionId: id })
  .meta({ id: 'TransactionCreated' });

export const checkout = z
  .object({ success: z.literal(true), message: z.string(), checkoutUrl: z.string() })
  .meta({ id: 'Checkout' });

export const transactionChanged = z
  .object({ success: z.literal(true), message: z.string(), transaction: transactionDetail })
  .meta({ id: 'TransactionChanged' });
