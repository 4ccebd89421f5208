import { z } from 'zod';
import type { Sight } from '#domain/access/mask.ts';
import { SHIPPING_COUNTRIES } from '#domain/catalogue/countries.ts';
import { REQUIRED_ACTIONS } from '#domain/notifications/requiredActions.ts';
import { CANCELLATION_REASONS, DISPUTE_CATEGORIES } from '#domain/transactions/disputeCategories.ts';
import type { NeedKind } from '#domain/transactions/needs.ts';
import { STATUSES } from '#domain/transactions/statuses.ts';
import { TERMS } from '#domain/transactions/terms/termsText.ts';
import { knownAddress, shippingAddress } from './accounts.ts';
import { euros, evidencePhoto, id, image, paging, timestamp } from './common.ts';

/** A string, or a number that is coerced to one. */
const text = (error: string) =>
  z.preprocess(
    (sent) => (typeof sent === 'number' ? String(sent) : sent),
    z.string({ error }).min(1, error).max(200, error),
  );

/** POST transaction. `status` and `paymentDetails` are accepted and ignored: a new transaction is always CREATED. */
export const createTransaction = z
  .object({
    listing: text('Listing ID is required'),
    amount: z.coerce
      .number({ error: 'Valid transaction amount is required' })
      .refine((amount) => Number.isFinite(amount) && amount > 0, 'Valid transaction amount is required')
      .meta({ description: 'Euros: the price shown to the buyer', exclusiveMinimum: 0 }),
    seller: text('Seller ID is required'),
    status: z.unknown().optional(),
    paymentDetails: z.unknown().optional(),
  })
  .meta({ id: 'CreateTransaction' });

/** PUT transaction/{id}/shipping. If the amounts differ from the server's quote, the answer is 409 with the quote. */
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
    /** A listing of the seller, which may have its own rates. */
    listingId: id.optional(),
    /** A started purchase: answers its promised cost, whatever the current rates. */
    transactionId: id.optional(),
  })
  .meta({ id: 'CalculateShipping' });

/** POST transaction/{id}/confirm-shipment */
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
  .meta({ id: 'Deadline', description: 'A deadline of the transaction: what happens next if nobody acts' });

/** `question`: a question of staff; the others are open deadlines that name the caller. */
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
     * Once paid: `toSeller`: the seller’s share. `held`: the full refund, while in escrow. A bank may have taken a part of it. A payment in
     * another currency belongs to no seller and is not held in euros.
     */
    parts: z.object({ toSeller: euros, held: euros.optional() }).optional(),
    paymentDetails: z.object({
      provider: z.string(),
      status: z.string(),
      metadata: z.object({ amount: z.object({ value: z.string(), currency: z.literal('EUR') }) }),
    }),
    /** Oldest first, one entry per lifecycle event. `detail`: a sentence about it, or null. */
    paymentHistory: z.array(
      z.object({ status: z.string(), timestamp, event: z.string(), detail: z.string().nullable() }),
    ),
    buyer: z.object({ _id: id, username: z.string() }),
    seller: z.object({ _id: id, username: z.string() }),
    listing: z.object({ _id: id, title: z.string(), images: z.array(image) }),
    sellerRated: z.boolean(),
    /** Whether the buyer has written a review. */
    reviewed: z.boolean(),
    /** Null if the reader may not see it, or once erased. */
    shippingAddress: knownAddress.extend({ country: z.string() }).nullable(),
    trackingCode: z.string().nullable(),
    carrier: z.string().nullable(),
    createdAt: timestamp,
    /** The caller's role in this transaction. */
    role: z.enum(['buyer', 'seller', 'staff']),
    /** The buyer has ended a hold before. After the next one the escrow clock continues with the time left. */
    endedOwnHold: z.boolean(),
    /**
     * What stops shipment and payout, apart from pause, dispute and return: a bank's claim or our staff. `quarantine`, only for a single
     * transaction: a record is inconsistent, so the answer shows the last good state and every command gets 423.
     */
    holds: z.array(z.enum(['chargeback', 'staff', 'quarantine'])),
    /** The version of the terms that apply to it. */
    policyVersion: z.string(),
    /** Commands that the escrow chart allows the caller now. */
    allowed: z.array(z.string()),
    deadlines: z.array(deadline),
    /** Actions that the caller must take before a deadline, soonest first. */
    needs: z.array(need),
  })
  .meta({ id: 'Transaction' });
export type TransactionView = z.infer<typeof transactionView>;

/** `text`: null without a text, `[erased]` once its key is erased. `withheld`: how many photos the reader may not see. */
const said = z
  .object({ text: z.string().nullable(), evidence: z.array(evidencePhoto), withheld: z.int().optional() })
  .meta({ id: 'Said' });

const sight = z.enum(['clear', 'openable', 'masked', 'hidden'] satisfies Sight[]);

const division = { toBuyer: euros, toSeller: euros, fee: euros };

/** The latest dispute with the statements of both parties; each party can read all of it. */
export const dispute = z
  .object({
    /** `deferred`: decided, and the refund waits until the seller's time to appeal is over. */
    state: z.enum(['awaiting_seller', 'under_review', 'decided', 'deferred', 'settled', 'withdrawn']),
    openedBy: z.enum(['buyer', 'seller', 'system', 'staff']),
    openedAt: timestamp,
    category: z.enum(DISPUTE_CATEGORIES),
    /** The requested refund. */
    claim: euros,
    /** A party appealed a decision about a hold: nobody opened a dispute, claimed anything or wrote an opening. Absent: false. */
    byAppeal: z.boolean().optional(),
    opening: said,
    answer: said.nullable(),
    /**
     * The division if the seller accepts the claim now. A bank may have taken so much that the whole rest goes back. Absent without a
     * claim.
     */
    accepted: z.object(division).optional(),
    /** The open settlement offer. */
    offer: z.object({ ...division, lapsesAt: timestamp }).nullable(),
  })
  .meta({ id: 'Dispute' });
export type Dispute = z.infer<typeof dispute>;

/** Everything said besides the claim and the answer, oldest first. */
const heardEntry = z
  .object({
    kind: z.enum(['claim', 'statement', 'question', 'draft', 'appeal']),
    by: z.enum(['buyer', 'seller', 'staff']),
    at: timestamp,
    said,
    /** The party that is asked. */
    party: z.enum(['buyer', 'seller']).nullable(),
    /** The deadline to answer a question or comment on a draft. */
    until: timestamp.nullable(),
    /** Only for a draft. */
    division: z.object(division).nullable(),
    /** Only for a draft: how it ended; null while it waits. `at`: null if another event ended it. */
    ended: z
      .object({ how: z.enum(['confirmed', 'withdrawn', 'lapsed']), at: timestamp.nullable() })
      .nullable()
      .optional(),
  })
  .meta({ id: 'Heard' });
export type Heard = z.infer<typeof heardEntry>;

export const itemReturn = z
  .object({
    state: z.enum(['requested', 'approved', 'shipped', 'received', 'refused', 'lapsed', 'rejected']),
    request: said,
    refusal: z.string().nullable(),
    notAsDescribed: z.boolean(),
    /** The return address: null until known, if the reader may not see it, and once erased. */
    to: knownAddress.extend({ country: z.string() }).nullable(),
    /** Whether the address is known. */
    addressed: z.boolean(),
    /** Who pays the return postage; null until approved. */
    postage: z.enum(['buyer', 'seller']).nullable(),
    /** Of the return parcel. */
    trackingCode: z.string().nullable(),
    rejection: said.nullable(),
  })
  .meta({ id: 'Return' });
export type Return = z.infer<typeof itemReturn>;

const appeals = z.object({ buyer: timestamp.nullable(), seller: timestamp.nullable() });

/** A single transaction, with the fields that lists leave out. */
export const transactionDetail = transactionView
  .extend({
    /** The last revision shown here. Staff send it as `basedOn` with each command. */
    revision: z.int(),
    /**
     * How the caller sees personal data. `openable` and `masked` fields read `[personal]`, without photos; a reason opens the `openable`
     * ones.
     */
    sights: z.object({ address: sight, returnAddress: sight, words: sight, evidence: sight, messages: sight }),
    dispute: dispute.nullable(),
    heard: z.array(heardEntry),
    /** Each party's deadline for an open question of staff; null if there is none. */
    questions: z.object({ buyer: timestamp.nullable(), seller: timestamp.nullable() }),
    /** The draft decision that both parties can read until `until`. */
    draft: z.object({ ...division, until: timestamp }).nullable(),
    return: itemReturn.nullable(),
    /**
     * The division of the money, by agreement or by staff. Both parties can read the rationale. `appeals`: until when each party may appeal
     * against it, null for a party that may not. `appealsAfterRefund`: the same for rights that begin when the refund under way has
     * arrived. Absent in answers of earlier releases.
     */
    decision: z
      .object({
        ...division,
        /** What had gone back to the buyer since the first decision; it divides only the rest. Absent: nothing. */
        refundedBefore: euros.optional(),
        by: z.enum(['seller', 'settlement', 'staff']),
        rationale: z.string().nullable(),
        appeals: appeals.optional(),
        appealsAfterRefund: appeals.optional(),
      })
      .nullable(),
    /** The latest refund. `toSeller` and `fee`: the rest after it. */
    refund: z
      .object({
        amount: euros,
        /** Refunds of this sale that arrived before it. Absent: none. */
        before: euros.optional(),
        toSeller: euros,
        fee: euros,
        state: z.enum(['requested', 'failed', 'done']),
        retryAt: timestamp.nullable(),
      })
      .nullable(),
    /**
     * A sentence about money that we still owe the reader: to the buyer, a second payment or a returned refund; to the seller, money that a
     * bank gave back after the payout had started. Absent if nothing is owed.
     */
    owed: z.string().optional(),
    /**
     * `held`: the money with us, 0 after the payout or refund. `mostPartialRefund`: the highest refund that leaves us the fee, 0 if
     * everything belongs to the buyer; only a full refund of `held` may exceed it. `claimed`: an open claim of a bank. `taken`: returned to
     * the buyer by a bank. `currency`: absent for euros.
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

/** PATCH transaction/{id}/status, with the fields of the command that leads to that status. */
export const statusChange = z
  .object({
    status: z.enum(STATUSES, { error: 'Unknown status' }),
    reason: cancelTransaction.shape.reason.transform((reason) => reason ?? null),
    otherReason: cancelTransaction.shape.otherReason.transform((text) => text ?? null),
    ...confirmShipment.shape,
  })
  .meta({ id: 'StatusChange' });

/** PUT transaction/{id}: only the address can change; status and amounts are ignored. */
export const transactionUpdate = setShipping.partial({ shippingAddress: true }).meta({ id: 'TransactionUpdate' });

export const shippingCost = z
  .object({ shippingCost: euros, zone: z.enum(['domestic', 'continental', 'international']) })
  .meta({ id: 'ShippingCost' });
