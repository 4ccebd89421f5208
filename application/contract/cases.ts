import { z } from 'zod';
import { holdsIban } from '#domain/accounts/iban.ts';
import { CASE_KINDS, CLOSABLE_CASES } from '#domain/transactions/caseKinds.ts';
import { REFERENCE_LENGTH, SETTLED_OUTSIDE } from '#domain/transactions/settledOutside.ts';
import { TERMS } from '#domain/transactions/terms/termsText.ts';
import { ledgerEntry } from './audit.ts';
import { caseTimelineEntry, euros, evidencePhoto, id, image, paging, timestamp } from './common.ts';
import { basedOn } from './escrow.ts';
import { NO_ACCOUNT_NUMBER, RATIONALE_REQUIRED, REFERENCE_REQUIRED } from './limits.ts';
import { transactionDetail } from './transactions.ts';

const text = (message: string) =>
  z.string({ error: message }).trim().min(1, message).max(1000, 'At most 1000 characters');

const person = z.object({ _id: id, username: z.string() });

const hasNoIban = (typed: string): boolean => !holdsIban(typed);

/** GET staff/cases: what waits for a person, the nearest deadline first. */
export const caseQuery = z
  .object({
    kind: z.enum([...CASE_KINDS, 'all'], { error: 'Unknown kind of case' }).default('all'),
    ...paging(20),
  })
  .meta({ id: 'CaseQuery' });
export type CaseQuery = z.output<typeof caseQuery>;

/** One reason why a sale needs a person; a sale may have several. `since`: how long it waits counts from there. */
export const staffCase = z
  .object({
    kind: z.enum(CASE_KINDS),
    /** A sentence about it without personal data. */
    about: z.string(),
    since: timestamp,
    dueAt: timestamp,
    overdue: z.boolean(),
    /** Null where there is none, or none can be told: of what the provider says or has, and of what is in quarantine. */
    sale: z
      .object({
        _id: id,
        transactionId: z.string(),
        status: z.string(),
        displayStatus: z.string(),
        listing: z.object({ _id: id, title: z.string(), images: z.array(image) }),
        buyer: person,
        seller: person,
        /** Captured in all, and what of it is still with us. */
        captured: euros,
        held: euros,
        /** Of both; absent: euros. */
        currency: z.string().optional(),
        /** The claim of an open dispute. */
        claim: euros.nullable(),
      })
      .nullable(),
    /** What the provider says or has: of `orphanFact`, `impossibleFact` and `unmatchedObject`; of `alteredFile` where the picture lies. */
    orphan: z
      .object({
        eventId: z.string(),
        fact: z.string(),
        reference: z.string(),
        amount: euros.nullable(),
        /** Absent: euros. */
        currency: z.string().optional(),
      })
      .nullable(),
    /** Only of `quarantined`: where the stream came to a halt, and why. */
    quarantine: z
      .object({ stream: z.string(), revision: z.int(), position: z.string(), event: z.string(), reason: z.string() })
      .nullable(),
  })
  .meta({ id: 'StaffCase' });
export type StaffCase = z.infer<typeof staffCase>;

/** `counts`: of all open cases by kind, whatever the filter; kinds without one are missing. */
export const casePage = z
  .object({
    cases: z.array(staffCase),
    totalCount: z.int(),
    hasMore: z.boolean(),
    counts: z.partialRecord(z.enum(CASE_KINDS), z.int()),
  })
  .meta({ id: 'CasePage' });
export type CasePage = z.infer<typeof casePage>;

/**
 * What somebody said or decided about the sale, oldest first: `event` is the fact (DisputeOpened, DisputeContested, ReturnRequested,
 * ReturnRefused, ReturnRejected, EscrowPaused, TransactionCancelled, LateClaimRecorded, SettlementOffered, ChargebackEndedByStaff, DecisionProposed,
 * DecisionRejected, DisputeDecided, SettledOutsideProvider, StaffHoldPlaced, StaffHoldLifted, CaseClosed …).
 */
export const statement = z
  .object({
    event: z.string(),
    at: timestamp,
    part: z.enum(['buyer', 'seller', 'staff', 'system']),
    /** Null for the system. */
    author: person.nullable(),
    /** `[erased]` once its key is, `[personal]` to whoever may not read it; null where there is none. */
    text: z.string().nullable(),
    category: z.string().nullable(),
    claim: euros.nullable(),
    /** Offered, proposed or decided. */
    toBuyer: euros.nullable(),
    toSeller: euros.nullable(),
    /** Photos that open without a token, for some minutes. */
    evidence: z.array(evidencePhoto),
    /** How many photos its reader may not see; absent where there are none. */
    withheld: z.int().optional(),
  })
  .meta({ id: 'Statement' });
export type Statement = z.infer<typeof statement>;

/** A decision that both parties read first, over €200, and that waits for a second person, over €500. Its id goes with the confirmation, so that nobody confirms another one. */
export const pendingDecision = z
  .object({
    decisionId: z.string(),
    toBuyer: euros,
    toSeller: euros,
    fee: euros,
    rationale: z.string().nullable(),
    proposedBy: person,
    proposedAt: timestamp,
    /** Lapses then. */
    confirmBy: timestamp,
    /** Both parties read it until then, and it cannot be confirmed before; null where it is not shown. */
    shownUntil: timestamp.nullable(),
    /** Somebody else has to confirm it. */
    needsAnother: z.boolean(),
  })
  .meta({ id: 'PendingDecision' });

/** Money that staff can pay from our own bank account, since it cannot go through the payment provider. */
const owedOutside = z.object({
  what: z.enum(SETTLED_OUTSIDE),
  /** Which second payment, of `duplicate`. */
  paymentId: z.string().optional(),
  to: z.enum(['buyer', 'seller']),
  amount: euros,
  /** Absent: euros. */
  currency: z.string().optional(),
  /** A second person has to confirm it. */
  needsConfirmation: z.boolean(),
});

/** A bank transfer that waits for a second person. It ends when another sum is owed, and with any word of the provider's. */
export const pendingSettlement = owedOutside
  .omit({ needsConfirmation: true })
  .extend({
    settlementId: z.string(),
    reference: z.string().nullable(),
    rationale: z.string().nullable(),
    proposedBy: person,
    proposedAt: timestamp,
    /** Until when somebody should have answered; it does not lapse. */
    confirmBy: timestamp,
  })
  .meta({ id: 'PendingSettlement' });

export const caseMessage = z
  .object({
    _id: id,
    /** The history that it stands in. */
    stream: z.string(),
    part: z.enum(['buyer', 'seller']),
    /** `[erased]` once it is, `[personal]` to whoever may not read it. Empty for an image alone. */
    content: z.string(),
    /** Null where there is none, and to whoever may not see it. */
    imageUrl: z.string().nullable(),
    createdAt: timestamp,
  })
  .meta({ id: 'CaseMessage' });

/** An account as staff see it beside a case. */
export const caseParty = person
  .extend({
    status: z.string(),
    country: z.string(),
    joinDate: timestamp,
    ratings: z.object({ count: z.int(), average: z.number().nullable() }),
    /** Of this account as buyer or seller: sales ever, and of these how many ever had a dispute or a chargeback. */
    sales: z.object({ total: z.int(), disputed: z.int(), chargedBack: z.int() }),
  })
  .meta({ id: 'CaseParty' });

/**
 * GET staff/cases/{saleId}; 404 `transactionNotFound`, 403 for who is buyer or seller of it. Messages are those between the two about the listing, oldest first, the
 * last 200; `transaction.sights` says how they are read.
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
      /** The most of a partial refund: the fee is kept then. 0: all is the buyer’s. `held` itself is the one sum above it. */
      mostPartialRefund: euros,
      /** A decision about this sale needs a second person. */
      needsConfirmation: z.boolean(),
      /** Both parties read the draft of a decision before it can be confirmed. */
      needsDraft: z.boolean(),
    }),
    /** What the payer’s bank asks back and has not decided. */
    chargebacks: z.array(z.object({ chargebackId: z.string(), amount: euros, currency: z.string().optional() })),
    /** The payout waits for another bank account: the bank’s own word why, and since when the seller was asked. */
    refusedPayout: z.object({ reason: z.string(), askedAt: timestamp }).nullable(),
    statements: z.array(statement),
    pendingDecision: pendingDecision.nullable(),
    owedOutside: z.array(owedOutside),
    pendingSettlement: pendingSettlement.nullable(),
    timeline: z.array(caseTimelineEntry),
    messages: z.array(caseMessage),
    parties: z.object({ buyer: caseParty, seller: caseParty }),
    ledger: z.array(ledgerEntry),
    /** `removed`: by staff. */
    listingStatus: z.enum(['active', 'sold', 'archived', 'removed']),
    /** The last night in which what this screen is read from was held to the events, and up to which of them; null before the first. */
    proven: z.object({ night: z.iso.date(), upTo: z.int().nullable(), holds: z.boolean() }).nullable(),
  })
  .meta({ id: 'CaseFile' });
export type CaseFile = z.infer<typeof caseFile>;

/**
 * POST transaction/{id}/dispute/decide decides at once while at most €500 of the sale are held. Above, it proposes: the answer's message is
 * `Decision proposed. A second member of staff must confirm it.`, and `allowed` then names ConfirmDecision and RejectDecision.
 * POST transaction/{id}/refund/retry (no body, staff) tries failed refunds again.
 */
export const DECISION_PROPOSED = 'Decision proposed. A second member of staff must confirm it.';

/** The answer to a decision over more than €200 and at most €500: it waits as a draft. */
export const DECISION_DRAFTED = `Draft shown to both parties. It can be confirmed after ${TERMS.draftShown}.`;

/** POST transaction/{id}/dispute/ask, staff; nothing is decided before the answer, or the end of the days. */
export const askParty = z
  .object({
    party: z.enum(['buyer', 'seller'], { error: 'Please choose whom to ask' }),
    question: text('A question is required'),
    days: z.int({ error: 'Please choose how many days there are to answer' }).min(1).max(14).default(3),
    basedOn,
  })
  .meta({ id: 'AskParty' });

/** POST transaction/{id}/dispute/confirm-decision, staff other than who proposed it. Answers as dispute/decide. */
export const confirmDecision = z
  .object({ decisionId: z.string({ error: 'Please say which decision' }).min(1).max(100), basedOn })
  .meta({ id: 'ConfirmDecision' });

/** POST transaction/{id}/dispute/reject-decision; by who proposed it this takes it back. */
export const rejectDecision = confirmDecision
  .extend({ reason: text('A reason is required') })
  .meta({ id: 'RejectDecision' });

/** POST transaction/{id}/case/close, staff: of the kinds that no fact of the sale ends (providerFact, lateClaim, paymentMismatch). */
export const closeCase = z
  .object({
    kind: z.enum(CLOSABLE_CASES, { error: 'This kind of case cannot be closed by hand' }),
    note: text('A note is required'),
    basedOn,
  })
  .meta({ id: 'CloseCase' });

/** POST transaction/{id}/chargeback/end, staff, as the last resort: its end is never heard. 409 `chargebackNotOpen`. */
export const endChargeback = z
  .object({
    chargebackId: z.string({ error: 'Please say which chargeback' }).min(1).max(100),
    outcome: z.enum(['won', 'lost'], { error: 'Please say how it ended' }),
    rationale: text(RATIONALE_REQUIRED),
    basedOn,
  })
  .meta({ id: 'EndChargeback' });

/**
 * POST transaction/{id}/outside/settle, staff: what could not go through the payment provider was paid from our own bank account. The sum is
 * what the sale owes, and is not sent. Up to €500 it is settled at once; above, it is proposed, and `allowed` then names
 * ConfirmOutsideSettlement and RejectOutsideSettlement. 409 `nothingOwed`, `settledAlready`, `refundMayArrive`, `claimedByBank`,
 * `settlementProposed`.
 */
export const settleOutside = z
  .object({
    what: z.enum(SETTLED_OUTSIDE, { error: 'Please say what was paid' }),
    /** Which second payment, of `duplicate`. */
    paymentId: z.string().min(1).max(255).optional(),
    /** What the receiver reads in their bank statement: both parties see it. No account number. */
    reference: z
      .string({ error: REFERENCE_REQUIRED })
      .trim()
      .min(1, REFERENCE_REQUIRED)
      .max(REFERENCE_LENGTH, `At most ${REFERENCE_LENGTH} characters`)
      .refine(hasNoIban, NO_ACCOUNT_NUMBER),
    rationale: text(RATIONALE_REQUIRED).refine(hasNoIban, NO_ACCOUNT_NUMBER),
    basedOn,
  })
  .refine(({ what, paymentId }) => (what === 'duplicate') === (paymentId !== undefined), {
    error: 'Please say which second payment; for any other kind, leave it out',
    path: ['paymentId'],
  })
  .meta({ id: 'SettleOutside', description: '`paymentId` is required for `duplicate` and refused otherwise' });

export const OUTSIDE_PROPOSED = 'Bank transfer proposed. A second member of staff must confirm it.';

/** POST transaction/{id}/outside/confirm, staff other than who proposed it; 409 `decisionChanged` where it no longer stands. */
export const confirmOutside = z
  .object({ settlementId: z.string({ error: 'Please say which bank transfer' }).min(1).max(100), basedOn })
  .meta({ id: 'ConfirmOutside' });

/** POST transaction/{id}/outside/reject; by who proposed it this takes it back. */
export const rejectOutside = confirmOutside
  .extend({ reason: text('A reason is required') })
  .meta({ id: 'RejectOutside' });

/** POST staff/orphans/{eventId}/close */
export const closeUnmatchedEvent = z.object({ note: text('A note is required') }).meta({ id: 'CloseOrphan' });
