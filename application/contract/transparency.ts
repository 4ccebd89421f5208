import { z } from 'zod';
import { paging, timestamp } from './common.ts';

/** Proofs of the transparency log (application/transparency). Hashes are 32 bytes in base64. */

const size = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

const hash = z.string().length(44);

const path = z.array(hash).max(63);

/** GET proof/consistency: both at most the size of the newest head; 404 `logTooShort`. */
export const consistencyQuery = z
  .object({ from: size, to: size })
  .refine(({ from, to }) => from <= to, { error: '`from` must not be larger than `to`', path: ['from'] })
  .meta({ id: 'ConsistencyQuery' });

/** RFC 9162, 2.1.4: the tree of size `from` is a prefix of the tree of size `to`. */
export const consistencyProof = z.object({ from: z.int(), to: z.int(), path }).meta({ id: 'ConsistencyProof' });
export type ConsistencyProof = z.infer<typeof consistencyProof>;

/** GET proof/inclusion. `event`: `{stream}/{revision}`. `size`: by default that of the newest head. */
export const inclusionQuery = z
  .object({
    event: z
      .string({ error: 'Please name an event by its stream and revision' })
      .regex(/^[^/\s]{1,200}\/\d{1,7}$/, 'Please name an event by its stream and revision'),
    size: size.optional(),
  })
  .meta({ id: 'InclusionQuery' });

/** RFC 9162, 2.1.3. */
export const inclusionProof = z
  .object({ size: z.int(), index: z.int(), leaf: hash, path })
  .meta({ id: 'InclusionProof' });
export type InclusionProof = z.infer<typeof inclusionProof>;

/**
 * A stored event: `entry` is the text behind the leaf hash, with personal fields as ciphertext. `index` and `path`: its inclusion proof;
 * null and empty if the head does not cover it.
 */
export const provenEvent = z
  .object({ entry: z.string(), leaf: hash, index: z.int().nullable(), path })
  .meta({ id: 'ProvenFact' });
export type ProvenEvent = z.infer<typeof provenEvent>;

/** `entry` is null if its bytes contain clear text that the reader may not see; the leaf represents it. */
export const historyEvent = provenEvent.extend({ entry: z.string().nullable() }).meta({ id: 'HistoryFact' });
export type HistoryEvent = z.infer<typeof historyEvent>;

/** Proof of a stream's end under a head: the sibling hashes from the top of the map, and the entry there. */
export const streamEndProof = z
  .object({
    beside: z.array(hash).max(256),
    end: z.object({ key: hash, revision: z.int(), leaf: hash }).nullable(),
  })
  .meta({ id: 'StreamEndProof' });
export type StreamEndProof = z.infer<typeof streamEndProof>;

/** GET proof/stream/{stream}. `size`, if given, must be that of the newest head: no older map is stored. */
export const streamProofQuery = z.object({ size: size.optional(), ...paging(100) }).meta({ id: 'StreamProofQuery' });

export const streamProof = z
  .object({
    stream: z.string(),
    /** The newest head, a signed note with its witnesses' signatures; null before the first. */
    head: z.string().nullable(),
    map: streamEndProof.nullable(),
    facts: z.array(historyEvent),
    /** The version each event type is upcast to; older events may show fields that are not in the stored bytes. */
    versions: z.record(z.string(), z.int()),
    totalCount: z.int(),
    hasMore: z.boolean(),
  })
  .meta({ id: 'StreamProof' });
export type StreamProof = z.infer<typeof streamProof>;

/** The clock that records events and signs heads. A demo's clock may be ahead of it. */
const now = timestamp;

/** GET proof/log: newest head first. `keyChanges`: the events that introduce each later key, proven under the newest head. */
export const logState = z
  .object({
    /** The keys of the log and its witnesses, in the format of signed notes. */
    key: z.string().nullable(),
    witnesses: z.array(z.string()),
    heads: z.array(z.string()),
    keyChanges: z.array(provenEvent),
    /** How many events are in the tree, sealed or not. */
    facts: z.int(),
    /** When the oldest unsealed event was recorded; null if all are sealed. */
    unsealedSince: timestamp.nullable(),
    now,
  })
  .meta({ id: 'LogState' });
export type LogState = z.infer<typeof logState>;

/** GET transaction/{id}/receipts: the reader's own events in this transaction, each with its proof under the newest head. */
export const receipts = z
  .object({
    stream: z.string(),
    transactionId: z.string(),
    /** The key of the log, in the format of signed notes. */
    key: z.string().nullable(),
    witnesses: z.array(z.string()),
    head: z.string().nullable(),
    now,
    /** Events after this end wait for their seal. An event before it that is not in the log differs from the sealed one. */
    map: streamEndProof.nullable(),
    receipts: z.array(
      provenEvent.extend({
        eventId: z.string(),
        type: z.string(),
        revision: z.int(),
        position: z.string(),
        at: timestamp,
      }),
    ),
  })
  .meta({ id: 'Receipts' });
export type Receipts = z.infer<typeof receipts>;

/** The same from an older answer. */
export type KeptReceipts = Omit<Receipts, 'now'>;

/** A receipt file saved by a browser. Files of earlier releases have no `promises` and no `map`. */
export const receiptFile = receipts.omit({ now: true }).extend({
  map: streamEndProof.nullable().default(null),
  promises: z.array(z.string().max(8_000)).max(1_000).default([]),
});
