import { z } from 'zod';
import { euros, id, paging, timestamp } from './common.ts';

/** Everything here is read by auditors, staff and admins, and changes nothing. */

/** GET audit/streams: by a sale's id or human id, an account's id, username or e-mail address, a listing's id, or a stream's name. */
export const streamQuery = z
  .object({
    search: z.string({ error: 'Please say what to look for' }).trim().min(1, 'Please say what to look for').max(254),
  })
  .meta({ id: 'StreamQuery' });

/** `label`: what it is about, without personal data: an item's title, a sale's human id. */
export const streamFound = z
  .object({ stream: z.string(), category: z.string(), label: z.string(), events: z.int() })
  .meta({ id: 'StreamFound' });

export const streamsFound = z.object({ streams: z.array(streamFound) }).meta({ id: 'StreamsFound' });
export type StreamsFound = z.infer<typeof streamsFound>;

/** The hash chain of a stream, checked from its first event. `revision`: of the first event that does not verify. */
export const verification = z
  .object({ intact: z.boolean(), revision: z.int().nullable(), reason: z.string().nullable() })
  .meta({ id: 'Verification' });

/** Personal fields read as the table of access says, `[personal]` where it says no, and null once they are erased. */
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
    /** The names of the fields of `data` that are personal. */
    personal: z.array(z.string()),
    /** Those of them that read `[personal]`, and that a stated reason opens. */
    openable: z.array(z.string()),
    /** What is stored cannot be read by this release: `data` is empty. */
    unreadable: z.literal(true).optional(),
  })
  .meta({ id: 'AuditEvent' });
export type AuditEvent = z.infer<typeof auditEvent>;

/**
 * GET audit/streams/{stream}; 404 `streamNotFound`. Oldest first, `totalCount` of the whole stream. `text` is looked for in everything that
 * a row shows and in the values; `actor` is `buyer`, `seller` or a role.
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
    /** Whether anything in it reads `[personal]`. */
    masked: z.boolean(),
    verification,
    events: z.array(auditEvent),
    totalCount: z.int(),
    /** The events of the whole stream that fit the filter. */
    matchCount: z.int(),
    hasMore: z.boolean(),
    /** The choices of the filter, over the whole stream. */
    actors: z.array(z.string()),
    types: z.array(z.string()),
    /** Where the stream came to a halt, and why; absent where it has not. */
    quarantine: z.object({ revision: z.int(), event: z.string(), reason: z.string() }).optional(),
  })
  .meta({ id: 'AuditStream' });
export type AuditStream = z.infer<typeof auditStream>;

/** `currency` of the amount: each has accounts of its own, `escrow.usd` beside `escrow`. */
const balance = z.object({ account: z.string(), amount: euros, currency: z.string() }).meta({ id: 'Balance' });
export type BalanceAnswer = z.infer<typeof balance>;

/**
 * All money of a sale in one currency: `captured + covered = refunded + chargedBack + paidOut + fees + held`. `covered`: paid by the
 * marketplace itself. `difference` is 0 unless the books are broken.
 */
const tAccount = z
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

/** GET audit/sales/{id}/at?revision=: the sale replayed up to and with that revision; without it, as it is now. */
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
    /** What could happen next, just after that event. */
    next: z.array(
      z.object({
        kind: z.enum(['command', 'statement', 'deadline']),
        name: z.string(),
        /** Who may give a command; null for what comes by itself or from the provider. */
        by: z.string().nullable(),
        dueAt: timestamp.nullable(),
        /** The regions of the statechart that it moves, each with its state afterwards. */
        to: z.record(z.string(), z.string()),
      }),
    ),
    /** Sums of the ledger after that revision, by account. */
    balances: z.array(balance),
    tAccounts: z.array(tAccount),
  })
  .meta({ id: 'SaleAt' });
export type TransactionAt = z.infer<typeof transactionAt>;

/** One posting; negative takes. The entries of one event sum to 0. */
export const ledgerEntry = z
  .object({
    account: z.string(),
    amount: euros,
    currency: z.string(),
    transactionId: id,
    /** The short human id of the sale, such as `TX7K2M9QPD`. */
    shortId: z.string(),
    /** The event that posted it, and its type. */
    eventId: z.string(),
    at: timestamp,
  })
  .meta({ id: 'LedgerEntry' });
export type LedgerEntryAnswer = z.infer<typeof ledgerEntry>;

/** GET audit/ledger: `sale` its id; `from`, `to` bound the period, `to` exclusive. Newest first. */
export const ledgerQuery = z
  .object({ sale: id.optional(), from: timestamp.optional(), to: timestamp.optional(), ...paging(50) })
  .meta({ id: 'LedgerQuery' });
export type LedgerQuery = z.output<typeof ledgerQuery>;

/** A nightly statement of the totals, an event; `agrees`: with the provider's balance. */
export const bookCheck = z
  .object({ at: timestamp, agrees: z.boolean(), detail: z.record(z.string(), z.unknown()) })
  .meta({ id: 'Attestation' });

export const auditLedger = z
  .object({
    /** By kind of account over all sales, or the one sale's part of every account. */
    balances: z.array(balance),
    /** One for each currency of the sale; empty without `sale`. */
    tAccounts: z.array(tAccount),
    entries: z.array(ledgerEntry),
    totalCount: z.int(),
    hasMore: z.boolean(),
    /** Of the whole ledger, whatever the filter. */
    checks: z.array(z.object({ name: z.string(), holds: z.boolean(), detail: z.string() })),
    /** The latest ones, newest first. */
    attestations: z.array(bookCheck),
  })
  .meta({ id: 'AuditLedger' });
export type AuditLedger = z.infer<typeof auditLedger>;

/** GET audit/sales/{id}/export: a file `sale-{human id}.json`. */
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

/** Kinds of security facts; each has several types. */
export const SECURITY_KINDS = ['signIns', 'refusedSignIns', 'refusedAccess', 'roles', 'secrets', 'standing'] as const;
export type SecurityKind = (typeof SECURITY_KINDS)[number];

/**
 * GET audit/security: `who` a username, an e-mail address, an id, or a digest of a network or an address; `from` and `to` bound the time,
 * `to` exclusive. Newest first.
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

const person = z.object({ _id: id, username: z.string() });

export const securityEvent = z
  .object({
    id: z.string(),
    at: timestamp,
    type: z.string(),
    /** The history that it stands in, and where. */
    stream: z.string(),
    revision: z.int(),
    /** Null: nobody has the address that was typed. */
    account: person.nullable(),
    /** Who did it to the account; null: they themselves, or a part of ours. */
    by: person.nullable(),
    /** Digests: the same address has the same one for a month. */
    network: z.string().nullable(),
    address: z.string().nullable(),
    /** The how-manieth of its kind that day. */
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
  .object({ facts: z.array(securityEvent), totalCount: z.int(), hasMore: z.boolean() })
  .meta({ id: 'SecurityPage' });
export type SecurityPage = z.infer<typeof securityPage>;
