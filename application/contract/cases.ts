import { z } from 'zod';
import { holdsIban } from '#domain/accounts/iban.ts';
import { CLOSABLE_CASES } from '#domain/transactions/caseKinds.ts';
import { NO_APPEAL } from '#domain/transactions/consequences.ts';
import { REFERENCE_LENGTH, SETTLED_OUTSIDE } from '#domain/transactions/settledOutside.ts';
import { TERMS } from '#domain/transactions/terms/termsText.ts';
import { tAccount } from './audit.ts';
import { staffCase } from './caseQueue.ts';
import { chargebackFile } from './chargebacks.ts';
import { caseTimelineEntry, euros, evidencePhoto, id, image, person, timestamp } from './common.ts';
import { caseDifference } from './differences.ts';
import { basedOn } from './escrow.ts';
import { NO_ACCOUNT_NUMBER, RATIONALE_REQUIRED, REFERENCE_REQUIRED } from './limits.ts';
import { transactionDetail } from './transactions.ts';

const text = (message: string) =>
  z.string({ error: message }).trim().min(1, message).max(1000, 'At most 1000 characters');

const hasNoIban = (typed: string): boolean => !holdsIban(typed);

/** Of the file as it was uploaded; null if it was stored before files were hashed. */
const sha256 = z.string().nullable();

/** The camera's time without a zone; null if it gave none. */
const takenAt = z.string().nullable();

export const casePhoto = evidencePhoto.extend({ takenAt, sha256 }).meta({ id: 'CasePhoto' });
export type CasePhoto = z.infer<typeof casePhoto>;

/** The listing as the buyer bought it. `changed`: its seller has changed words or photos since. `takenAt` is absent for a reader who needs a reason. */
export const soldListing = z
  .object({
    revision: z.int(),
    at: timestamp,
    changed: z.boolean(),
    title: z.string(),
    description: z.string(),
    franchiseName: z.string(),
    mainFaction: z.string(),
    subfaction: z.string(),
    condition: z.string(),
    paintQuality: z.string(),
    images: z.array(image.extend({ takenAt: takenAt.optional(), sha256 })),
  })
  .meta({ id: 'SoldListing' });
export type SoldListing = z.infer<typeof soldListing>;

/** Another case about a party or a similar item. Sums in euros; `outcome` is null while nobody has decided. */
export const otherCase = z
  .object({
    _id: id,
    transactionId: z.string(),
    title: z.string(),
    condition: z.string(),
    category: z.string(),
    openedAt: timestamp,
    claim: euros,
    outcome: z
      .object({
        toBuyer: euros,
        toSeller: euros,
        /** The most that any decision about it divided. */
        held: euros,
        by: z.enum(['staff', 'parties']),
        appealed: z.boolean(),
      })
      .nullable(),
    chargedBack: z.boolean(),
  })
  .meta({ id: 'OtherCase' });
export type OtherCase = z.infer<typeof otherCase>;

/** A statement or decision in the transaction, oldest first. `event`: its event type, such as DisputeOpened or CaseClosed. */
export const statement = z
  .object({
    event: z.string(),
    at: timestamp,
    part: z.enum(['buyer', 'seller', 'staff', 'system']),
    /** The party that staff ask; absent for other statements. */
    to: z.enum(['buyer', 'seller']).optional(),
    /** Null for the system. */
    author: person.nullable(),
    /** Of a decision that a second person, its author, confirmed; absent for other statements. */
    proposedBy: person.optional(),
    /** `[erased]` once its key is erased, `[personal]` if the reader may not see it; null if there is no text. */
    text: z.string().nullable(),
    category: z.string().nullable(),
    claim: euros.nullable(),
    /** Offered, proposed or decided. */
    toBuyer: euros.nullable(),
    toSeller: euros.nullable(),
    /** Links to photos that work without a token and expire after some minutes. */
    evidence: z.array(casePhoto),
    /** How many photos the reader may not see; absent if none. */
    withheld: z.int().optional(),
  })
  .meta({ id: 'Statement' });
export type Statement = z.infer<typeof statement>;

/**
 * A proposed decision: over €200 both parties read it first, over €500 a second person must confirm it. The confirmation names its id, so
 * that nobody confirms a different decision.
 */
export const pendingDecision = z
  .object({
    decisionId: z.string(),
    toBuyer: euros,
    toSeller: euros,
    fee: euros,
    rationale: z.string().nullable(),
    proposedBy: person,
    proposedAt: timestamp,
    /** The proposal lapses then. */
    confirmBy: timestamp,
    /** Both parties can read the draft until then, and nobody can confirm it earlier; null if it is not shown. */
    shownUntil: timestamp.nullable(),
    /** Somebody else has to confirm it. */
    needsAnother: z.boolean(),
  })
  .meta({ id: 'PendingDecision' });

/** Money that cannot go through the payment provider, so staff pay it from our own bank account. */
const owedOutside = z.object({
  what: z.enum(SETTLED_OUTSIDE),
  /** Names the second payment, for `duplicate`. */
  paymentId: z.string().optional(),
  to: z.enum(['buyer', 'seller']),
  amount: euros,
  /** Absent: euros. */
  currency: z.string().optional(),
  /** A second person must confirm it. */
  needsConfirmation: z.boolean(),
});

/** A bank transfer that waits for a second person. It ends when the amount owed changes or the provider reports anything. */
export const pendingSettlement = owedOutside
  .omit({ needsConfirmation: true })
  .extend({
    settlementId: z.string(),
    reference: z.string().nullable(),
    rationale: z.string().nullable(),
    proposedBy: person,
    proposedAt: timestamp,
    /** The date for an answer; the proposal does not lapse. */
    confirmBy: timestamp,
  })
  .meta({ id: 'PendingSettlement' });

export const caseMessage = z
  .object({
    _id: id,
    /** The stream of the message. */
    stream: z.string(),
    part: z.enum(['buyer', 'seller']),
    /** `[erased]` once erased, `[personal]` if the reader may not see it. Empty for an image alone. */
    content: z.string(),
    /** Null without an image, or if the reader may not see it. */
    imageUrl: z.string().nullable(),
    createdAt: timestamp,
  })
  .meta({ id: 'CaseMessage' });

/** A party of the transaction, as staff see it in the case file. */
export const caseParty = person
  .extend({
    status: z.string(),
    country: z.string(),
    joinDate: timestamp,
    ratings: z.object({ count: z.int(), average: z.number().nullable() }),
    /** All transactions of this account as buyer or seller; those that ever had a dispute, and those with a chargeback. */
    sales: z.object({ total: z.int(), disputed: z.int(), chargedBack: z.int() }),
  })
  .meta({ id: 'CaseParty' });

/**
 * GET staff/cases/{saleId}; 404 `transactionNotFound`, 403 for a party of the transaction. `messages`: the last 200 between the parties
 * about the listing, oldest first; `transaction.sights` says how they are masked.
 */
export const caseFile = z
  .object({
    transaction: transactionDetail,
    cases: z.array(staffCase),
    sums: z.object({
      /** Absent: euros. */
      currency: z.string().optional(),
      captured: euros,
      refunded: euros,
      chargedBack: euros,
      paidOut: euros,
      held: euros,
      fee: euros,
      /**
       * The highest partial refund, which leaves us the fee; only a full refund of `held` may exceed it. 0: everything belongs to the
       * buyer.
       */
      mostPartialRefund: euros,
      /** A decision about this transaction needs a second person. */
      needsConfirmation: z.boolean(),
      /** Both parties must be able to read a draft before anybody confirms it. */
      needsDraft: z.boolean(),
    }),
    /** Claims of the buyer’s bank. */
    chargebacks: z.array(chargebackFile),
    /** The bank refused the payout, so it waits for another bank account. `reason`: the bank’s own words. */
    refusedPayout: z.object({ reason: z.string(), askedAt: timestamp }).nullable(),
    statements: z.array(statement),
    pendingDecision: pendingDecision.nullable(),
    owedOutside: z.array(owedOutside),
    pendingSettlement: pendingSettlement.nullable(),
    differences: z.array(caseDifference),
    timeline: z.array(caseTimelineEntry),
    messages: z.array(caseMessage),
    parties: z.object({ buyer: caseParty, seller: caseParty }),
    /** Null if the listing's history does not mention this purchase. */
    asSold: soldListing.nullable(),
    /** Cases of each party in other transactions, newest first, at most ten. */
    earlier: z.object({ buyer: z.array(otherCase), seller: z.array(otherCase) }),
    /** The most similar decided disputes by category, claim in relation to the held money, and condition; at most five. */
    similar: z.array(otherCase),
    tAccounts: z.array(tAccount),
    /** `removed`: by staff. */
    listingStatus: z.enum(['active', 'sold', 'archived', 'removed']),
    /** The last nightly check of these read models against the events, up to position `upTo`; null before the first. */
    proven: z.object({ night: z.iso.date(), upTo: z.int().nullable(), holds: z.boolean() }).nullable(),
  })
  .meta({ id: 'CaseFile' });
export type CaseFile = z.infer<typeof caseFile>;

const dueDeadline = z.object({ kind: z.string(), dueAt: timestamp });

/** `until`: null for a party that may not appeal, and `why` then says the reason. `afterRefund`: only once the refund has arrived. */
const appealAhead = z.object({
  until: timestamp.nullable(),
  afterRefund: z.boolean(),
  why: z.enum(NO_APPEAL).nullable(),
});

/**
 * GET staff/cases/{saleId}/consequences: what would follow if this were decided now, computed by the same rules; nothing is written.
 * `steps`: the decision and, if it is only proposed, its confirmation at the earliest time. Of a waiting proposal: the confirmation. `hash` goes into the decision.
 */
export const caseConsequences = z
  .object({
    revision: z.int(),
    hash: z.string(),
    steps: z.array(
      z.object({
        at: timestamp,
        /** Null for the decision itself; otherwise who may confirm it. */
        confirms: z.enum(['anybody', 'anotherPerson']).nullable(),
        events: z.array(z.object({ event: z.string(), detail: z.string().nullable() })),
        entries: z.array(z.object({ account: z.string(), amount: euros, currency: z.string() })),
        emails: z.array(z.object({ to: z.enum(['buyer', 'seller']), subject: z.string(), text: z.string() })),
      }),
    ),
    ended: z.array(dueDeadline),
    begun: z.array(dueDeadline),
    /** When the seller would be paid; null if nothing is paid out. */
    payoutAt: timestamp.nullable(),
    /** Commands that each party could give afterwards. */
    can: z.object({ buyer: z.array(z.string()), seller: z.array(z.string()) }),
    appeals: z.object({ buyer: appealAhead, seller: appealAhead }),
  })
  .meta({ id: 'CaseConsequences' });
export type CaseConsequences = z.infer<typeof caseConsequences>;

/**
 * POST transaction/{id}/dispute/decide, over more than €500: the decision is only proposed, with this message. `allowed` then names
 * ConfirmDecision and RejectDecision.
 */
export const DECISION_PROPOSED = 'Decision proposed. A second member of staff must confirm it.';

/** The message for a decision over more than €200 and up to €500: it waits as a draft. */
export const DECISION_DRAFTED = `Draft shown to both parties. It can be confirmed after ${TERMS.draftShown}.`;

/** POST transaction/{id}/dispute/ask, staff. Nobody can decide before the answer or the end of `days`. */
export const askParty = z
  .object({
    party: z.enum(['buyer', 'seller'], { error: 'Please choose whom to ask' }),
    question: text('A question is required'),
    days: z.int({ error: 'Please choose how many days there are to answer' }).min(1).max(14).default(3),
    basedOn,
  })
  .meta({ id: 'AskParty' });

/** POST transaction/{id}/dispute/confirm-decision, by a different staff member. Answers like dispute/decide. */
export const confirmDecision = z
  .object({ decisionId: z.string({ error: 'Please say which decision' }).min(1).max(100), basedOn })
  .meta({ id: 'ConfirmDecision' });

/** POST transaction/{id}/dispute/reject-decision. Its author withdraws it with this call. */
export const rejectDecision = confirmDecision
  .extend({ reason: text('A reason is required') })
  .meta({ id: 'RejectDecision' });

/**
 * POST transaction/{id}/case/close, staff: only kinds that no event of the transaction closes (providerFact, lateClaim, paymentMismatch).
 */
export const closeCase = z
  .object({
    kind: z.enum(CLOSABLE_CASES, { error: 'This kind of case cannot be closed by hand' }),
    note: text('A note is required'),
    basedOn,
  })
  .meta({ id: 'CloseCase' });

/** POST transaction/{id}/chargeback/end, staff: the last resort if the provider never reports the outcome. 409 `chargebackNotOpen`. */
export const endChargeback = z
  .object({
    chargebackId: z.string({ error: 'Please say which chargeback' }).min(1).max(100),
    outcome: z.enum(['won', 'lost'], { error: 'Please say how it ended' }),
    rationale: text(RATIONALE_REQUIRED),
    basedOn,
  })
  .meta({ id: 'EndChargeback' });

const transfer = z.object({
  what: z.enum(SETTLED_OUTSIDE, { error: 'Please say what was paid' }),
  /** Names the second payment, for `duplicate`. */
  paymentId: z.string().min(1).max(255).optional(),
  /** The reference on the bank statement. Both parties see it, so it must not hold an account number. */
  reference: z
    .string({ error: REFERENCE_REQUIRED })
    .trim()
    .min(1, REFERENCE_REQUIRED)
    .max(REFERENCE_LENGTH, `At most ${REFERENCE_LENGTH} characters`)
    .refine(hasNoIban, NO_ACCOUNT_NUMBER),
  rationale: text(RATIONALE_REQUIRED).refine(hasNoIban, NO_ACCOUNT_NUMBER),
  basedOn,
});
/** Names a second payment exactly if the transfer is about one. */
const namesItsPayment = ({ what, paymentId }: z.output<typeof transfer>): boolean =>
  (what === 'duplicate') === (paymentId !== undefined);
const PAYMENT_NAMED = {
  error: 'Please say which second payment; for any other kind, leave it out',
  path: ['paymentId'],
};
const PAYMENT_RULE = '`paymentId` is required for `duplicate` and refused otherwise';

/**
 * POST transaction/{id}/outside/settle, staff: records a payment from our own bank account. The server computes the amount. Up to €500 it
 * is settled at once; above, it is proposed, and `allowed` then names ConfirmOutsideSettlement and RejectOutsideSettlement. 409
 * `nothingOwed`, `settledAlready`, `refundMayArrive`, `claimedByBank`, `settlementProposed`.
 */
export const settleOutside = transfer
  .refine(namesItsPayment, PAYMENT_NAMED)
  .meta({ id: 'SettleOutside', description: PAYMENT_RULE });

export const OUTSIDE_PROPOSED = 'Bank transfer proposed. A second member of staff must confirm it.';

/** POST transaction/{id}/outside/confirm, by a different staff member; 409 `decisionChanged` if it is no longer open. */
export const confirmOutside = z
  .object({ settlementId: z.string({ error: 'Please say which bank transfer' }).min(1).max(100), basedOn })
  .meta({ id: 'ConfirmOutside' });

/** POST transaction/{id}/outside/reject. Its author withdraws it with this call. */
export const rejectOutside = confirmOutside
  .extend({ reason: text('A reason is required') })
  .meta({ id: 'RejectOutside' });

/**
 * POST transaction/{id}/outside/counter, by a different staff member: rejects the proposal and proposes this transfer at once, of another
 * debt or with another reference. It waits for a confirmation at any sum.
 */
export const counterOutside = transfer
  .extend({ settlementId: confirmOutside.shape.settlementId, reason: text('A reason is required') })
  .refine(namesItsPayment, PAYMENT_NAMED)
  .meta({ id: 'CounterOutside', description: PAYMENT_RULE });

/** POST staff/orphans/{eventId}/close */
export const closeUnmatchedEvent = z.object({ note: text('A note is required') }).meta({ id: 'CloseOrphan' });
