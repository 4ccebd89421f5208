import { z } from 'zod';
import { amountIn } from '#domain/audit/eventQuery.ts';
import { ACCOUNTS } from '#domain/transactions/ledgerAccounts.ts';
import { euros, id, paging, person, timestamp } from './common.ts';

/** Read-only answers for auditors, staff and admins. */

/** GET audit/streams: searches by transaction id or short id, account id, username, e-mail address, listing id or stream name. */
export const streamQuery = z
  .object({
    search: z.string().trim().max(254).default(''),
  })
  .meta({ id: 'StreamQuery' });

/** `label`: a transaction's short id and title, a listing's title, or the username of an account that the reader may see. */
export const streamFound = z
  .object({ stream: z.string(), category: z.string(), label: z.string(), events: z.int() })
  .meta({ id: 'StreamFound' });

export const streamsFound = z.object({ streams: z.array(streamFound) }).meta({ id: 'StreamsFound' });
export type StreamsFound = z.infer<typeof streamsFound>;

/** The result of verifying a stream's hash chain from its first event. `revision`: the first event that fails. */
export const verification = z
  .object({ intact: z.boolean(), revision: z.int().nullable(), reason: z.string().nullable() })
  .meta({ id: 'Verification' });

/** A personal field is clear if the access table allows it, otherwise `[personal]`, and null once erased. */
export const auditEvent = z
  .object({
    id: z.string(),
    type: z.string(),
    version: z.int(),
    stream: z.string(),
    revision: z.int(),
    position: z.string(),
    recordedAt: timestamp,
    actor: z.object({ id: z.string(), role: z.string() }),
    correlationId: z.string(),
    causationId: z.string(),
    commandId: z.string(),
    prevHash: z.string().nullable(),
    hash: z.string(),
    data: z.record(z.string(), z.unknown()),
    /** The personal fields of `data`. */
    personal: z.array(z.string()),
    /** The masked personal fields that the reader can open with a reason. */
    openable: z.array(z.string()),
    /** This release cannot read the stored event, so `data` is empty. */
    unreadable: z.literal(true).optional(),
  })
  .meta({ id: 'AuditEvent' });
export type AuditEvent = z.infer<typeof auditEvent>;

/**
 * GET audit/streams/{stream}; 404 `streamNotFound`. Oldest first. `text` searches everything that a row shows, and the values. `actor`:
 * `buyer`, `seller` or a role.
 */
export const streamPageQuery = z
  .object({
    text: z.string().trim().max(200, 'Please search for at most 200 characters').optional(),
    actor: z.string().max(40).optional(),
    type: z.string().max(80).optional(),
    ...paging(50),
  })
  .meta({ id: 'StreamPageQuery' });

export const auditStream = z
  .object({
    stream: z.string(),
    /** Whether any field reads `[personal]`. */
    masked: z.boolean(),
    verification,
    events: z.array(auditEvent),
    totalCount: z.int(),
    /** How many events of the whole stream match the filter. */
    matchCount: z.int(),
    hasMore: z.boolean(),
    /** The filter's options, from the whole stream. */
    actors: z.array(z.string()),
    types: z.array(z.string()),
    /** Where and why the stream is quarantined; absent otherwise. */
    quarantine: z.object({ revision: z.int(), event: z.string(), reason: z.string() }).optional(),
  })
  .meta({ id: 'AuditStream' });
export type AuditStream = z.infer<typeof auditStream>;

/**
 * GET audit/streams/{stream}/segments/{n}; 404 `streamNotFound`, `segmentNotFound`. A full part changes only with the sight of its reader: by
 * an erasure, a case that opens or ends, a quarantine. Its `ETag` changes with it. `verification`: of these events and their link to the
 * event before.
 */
export const streamSegment = auditStream
  .pick({ stream: true, masked: true, verification: true, events: true, quarantine: true })
  .extend({
    segment: z.int(),
    /** Whose history it is, in its first part: the parties of a sale, a case or a conversation, or the owner of an account. */
    people: z.array(z.object({ part: z.enum(['buyer', 'seller', 'owner']), _id: id, username: z.string() })).optional(),
    /** The people whose ids are in these events; absent for readers who may not see accounts. */
    named: z.array(z.object({ _id: id, username: z.string() })).optional(),
  })
  .meta({ id: 'StreamSegment' });
export type StreamSegment = z.infer<typeof streamSegment>;

/** Each currency has its own accounts: `escrow`, `escrow.usd`. */
const balance = z.object({ account: z.string(), amount: euros, currency: z.string() }).meta({ id: 'Balance' });
export type BalanceAnswer = z.infer<typeof balance>;

/**
 * All money of a transaction in one currency: `captured + covered = refunded + chargedBack + paidOut + fees + held`. `covered`: paid by the
 * marketplace itself. `difference` is 0 unless the books are wrong.
 */
export const tAccount = z
  .object({
    currency: z.string(),
    captured: euros,
    covered: euros,
    refunded: euros,
    chargedBack: euros,
    paidOut: euros,
    fees: euros,
    held: euros,
    difference: euros,
  })
  .meta({ id: 'TAccount' });
export type TAccountAnswer = z.infer<typeof tAccount>;

/** GET audit/sales/{id}/at?revision=: the transaction replayed up to and including that revision; by default its current state. */
export const replayQuery = z
  .object({ revision: z.coerce.number().int().min(0).max(1_000_000).optional() })
  .meta({ id: 'ReplayQuery' });

export const transactionAt = z
  .object({
    revision: z.int(),
    lastRevision: z.int(),
    event: z.string(),
    recordedAt: timestamp,
    status: z.string(),
    displayStatus: z.string(),
    /** The folded state: cents and epoch ms, no personal data. */
    state: z.record(z.string(), z.unknown()),
    deadlines: z.array(z.object({ kind: z.string(), dueAt: timestamp })),
    /** What can happen right after that event. */
    next: z.array(
      z.object({
        kind: z.enum(['command', 'statement', 'deadline']),
        name: z.string(),
        /** Who may send the command; null for a deadline or an event of the provider. */
        by: z.string().nullable(),
        dueAt: timestamp.nullable(),
        /** The regions of the statechart that change, each with its new state. */
        to: z.record(z.string(), z.string()),
      }),
    ),
    /** Ledger balances after that revision, by account. */
    balances: z.array(balance),
    tAccounts: z.array(tAccount),
  })
  .meta({ id: 'SaleAt' });
export type TransactionAt = z.infer<typeof transactionAt>;

/** One posting; a negative amount is a debit of the account. The entries of one event sum to 0. */
export const ledgerEntry = z
  .object({
    account: z.string(),
    amount: euros,
    currency: z.string(),
    transactionId: id,
    /** The short id of the transaction, such as `TX7K2M9QPD`. */
    shortId: z.string(),
    /** The event that made the posting, its type, and its place in the history of the transaction. */
    eventId: z.string(),
    type: z.string(),
    revision: z.int(),
    at: timestamp,
  })
  .meta({ id: 'LedgerEntry' });
export type LedgerEntryAnswer = z.infer<typeof ledgerEntry>;

/**
 * GET audit/ledger: `sale` is the number or the id of a transaction, `amount` finds entries of such a sum, on either side, `account` a kind of
 * account such as `escrow` or `psp_clearing.usd`. `to` is exclusive. Newest first. `limit` counts bookings: the entries of one event are never divided between two pages.
 */
export const ledgerQuery = z
  .object({
    sale: z
      .string()
      .trim()
      .regex(/^([0-9a-f]{32}|TX[2-9A-HJ-NP-Z]{8})$/i, 'Please give the number of a sale, such as TX7K2M9QPD, or its id')
      .optional()
      .meta({ description: 'The number of a sale, as people see it, or its id' }),
    amount: z
      .string()
      .max(40, 'At most 40 characters')
      .refine((text) => amountIn(text) !== undefined, 'Please give an amount, such as 120, >500 or 100..200')
      .optional(),
    account: z
      .string()
      .regex(
        new RegExp(`^(${ACCOUNTS.join('|')})(\\.[a-z]{3})?$`),
        'Please give an account of the ledger, such as escrow',
      )
      .optional(),
    from: timestamp.optional(),
    to: timestamp.optional(),
    ...paging(25),
  })
  .meta({ id: 'LedgerQuery' });
export type LedgerQuery = z.output<typeof ledgerQuery>;

/** GET audit/ledger/export: the same filters without pages, as CSV. */
export const ledgerExportQuery = ledgerQuery.omit({ page: true, limit: true }).meta({ id: 'LedgerExportQuery' });

/** A nightly event with the totals. `agrees`: the totals match the provider's balance. */
export const bookCheck = z
  .object({ at: timestamp, agrees: z.boolean(), detail: z.record(z.string(), z.unknown()) })
  .meta({ id: 'Attestation' });

/** `opening`: before the period. `movement`: within it. `amount`: at its end, which is `credits` minus `debits` from the first entry on. */
export const periodBalance = balance
  .extend({ opening: euros, movement: euros, debits: euros, credits: euros })
  .meta({ id: 'PeriodBalance' });
export type PeriodBalanceAnswer = z.infer<typeof periodBalance>;

export const auditLedger = z
  .object({
    /** By kind of account over all transactions, or for one transaction by account. `amount` narrows the entries only. */
    balances: z.array(periodBalance),
    /** At the end of the period, one per currency of the transaction; empty without `sale`. */
    tAccounts: z.array(tAccount),
    entries: z.array(ledgerEntry),
    totalCount: z.int(),
    bookings: z.int(),
    hasMore: z.boolean(),
    /** Covers the whole ledger, whatever the filter. */
    checks: z.array(z.object({ name: z.string(), holds: z.boolean(), detail: z.string() })),
    /** Newest first. */
    attestations: z.array(bookCheck),
  })
  .meta({ id: 'AuditLedger' });
export type AuditLedger = z.infer<typeof auditLedger>;

const day = z.iso.date('Please give a day such as 2026-01-31');

/**
 * GET audit/counterfactual. `set`: changes of the terms, `escrowPeriod=20d&feePercent=6%`. `from`, `to`: the days on which the sales began, both
 * included. `until`: how far the histories are known, by default now. The same `until` gives the same answer.
 */
export const counterfactualQuery = z
  .object({ set: z.string().trim().max(1_000).default(''), from: day, to: day, until: timestamp.optional() })
  .meta({ id: 'CounterfactualQuery' });

/** `held`, `heldMedian`: ms in which we hold money, of all sales and the median. */
const courseSums = z
  .object({
    refunded: euros,
    paidOut: euros,
    fees: euros,
    held: z.int(),
    heldMedian: z.int(),
    disputes: z.int(),
    lateClaims: z.int(),
  })
  .meta({ id: 'CourseSums' });

/** Null: nothing happens there. */
const courseEvent = z.object({ type: z.string(), at: timestamp }).nullable().meta({ id: 'CourseEvent' });

/** Real sales under other terms. It contains no personal data. */
export const counterfactualAnswer = z
  .object({
    until: timestamp,
    sales: z.int(),
    /** Sales that differ in an event, a sum or a deadline. */
    changed: z.int(),
    /** Sales with another event, and those with other sums. */
    differing: z.int(),
    otherSums: z.int(),
    /** Open sales that wait for another instant. */
    movedDeadlines: z.int(),
    /** Sales paid in another currency, which are not in the sums. */
    notInEuros: z.int(),
    unreadable: z.int(),
    /** Steps that follow no rule of this release and were taken as they are. */
    taken: z.int(),
    was: courseSums,
    would: courseSums,
    disputes: z.object({ tooLate: z.int(), inTime: z.int() }),
    /** Acts of people that would have been refused. */
    refusals: z.int(),
    /**
     * The first of the sales that differ in an event, a sum or a deadline, without those of the reader. `revision`: of the first other event;
     * null if all are the same. `total` to `fees`: the differences.
     */
    listed: z.array(
      z.object({
        transactionId: id,
        shortId: z.string(),
        revision: z.int().nullable(),
        was: courseEvent,
        would: courseEvent,
        /** What the buyer has to pay. */
        total: euros.nullable(),
        refunded: euros.nullable(),
        paidOut: euros.nullable(),
        /** Owed to the seller, and not paid out by `until`. */
        payable: euros.nullable(),
        fees: euros.nullable(),
        /** Armed at `until`. Null: not armed. */
        deadlines: z.array(z.object({ kind: z.string(), was: timestamp.nullable(), would: timestamp.nullable() })),
        disputes: z.array(
          z.object({ at: timestamp, would: z.enum(['tooLate', 'inTime']), lateBy: z.int().nullable() }),
        ),
      }),
    ),
    /** False if the range holds more sales, or takes longer, than one answer may. */
    complete: z.boolean(),
    /** SHA-256 of the request and of what became of each sale. */
    hash: z.string(),
    /** The command that gives the same hash. */
    command: z.string(),
  })
  .meta({ id: 'Counterfactual' });
export type CounterfactualAnswer = z.infer<typeof counterfactualAnswer>;

/** GET audit/sales/{id}/export: a file `sale-{short id}.json`. */
export const transactionExport = z
  .object({
    transactionId: z.string(),
    stream: z.string(),
    exportedAt: timestamp,
    masked: z.boolean(),
    verification,
    events: z.array(auditEvent),
    entries: z.array(ledgerEntry),
  })
  .meta({ id: 'SaleExport' });

/** Kinds of security events; each covers several types. */
export const SECURITY_KINDS = ['signIns', 'refusedSignIns', 'refusedAccess', 'roles', 'secrets', 'standing'] as const;
export type SecurityKind = (typeof SECURITY_KINDS)[number];

/**
 * GET audit/security. `who`: a username, e-mail address, id, or the digest of a network or an address. `to` is exclusive. Newest first.
 */
export const securityQuery = z
  .object({
    who: z.string().trim().max(254).default(''),
    kind: z.enum(['all', ...SECURITY_KINDS], { error: 'Unknown kind of event' }).default('all'),
    from: timestamp.optional(),
    to: timestamp.optional(),
    ...paging(50),
  })
  .meta({ id: 'SecurityQuery' });
export type SecurityQuery = z.output<typeof securityQuery>;

export const securityEvent = z
  .object({
    id: z.string(),
    at: timestamp,
    type: z.string(),
    /** The stream of the event; `revision` is its place there. */
    stream: z.string(),
    revision: z.int(),
    /** Null: no account has the typed address. */
    account: person.nullable(),
    /** Who acted on the account; null: its owner or the system. */
    by: person.nullable(),
    /** Digests; the same address has the same digest for a month. */
    network: z.string().nullable(),
    address: z.string().nullable(),
    /** Its number among the events of its kind that day. */
    times: z.int(),
    way: z.string().nullable(),
    why: z.string().nullable(),
    call: z.string().nullable(),
    role: z.string().nullable(),
    secondFactor: z.boolean().nullable(),
  })
  .meta({ id: 'SecurityFact' });
export type SecurityEventAnswer = z.infer<typeof securityEvent>;

export const securityPage = z
  .object({
    /** What `who` names. `digest`: the beginning of the hash of a network or an address. */
    about: z.enum(['everybody', 'person', 'digest', 'nobody']),
    facts: z.array(securityEvent),
    totalCount: z.int(),
    hasMore: z.boolean(),
  })
  .meta({ id: 'SecurityPage' });
export type SecurityPage = z.infer<typeof securityPage>;
