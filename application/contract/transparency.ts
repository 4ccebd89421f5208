import { z } from 'zod';
import { paging, timestamp } from './common.ts';

/** Proofs over the transparency log (application/transparency). Hashes are 32 bytes in base64. */

const size = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

const hash = z.string().length(44);

const path = z.array(hash).max(63);

/** GET proof/consistency: both at most the size of the newest head; 404 `logTooShort`. */
export const consistencyQuery = z
  .object({ from: size, to: size })
  .refine(({ from, to }) => from <= to, { error: '`from` must not be larger than `to`', path: ['from'] })
  .meta({ id: 'ConsistencyQuery' });

/** RFC 9162, 2.1.4: the log of `from` facts is where that of `to` begins. */
export const consistencyProof = z.object({ from: z.int(), to: z.int(), path }).meta({ id: 'ConsistencyProof' });
export type ConsistencyProof = z.infer<typeof consistencyProof>;

/** GET proof/inclusion: `event` by its place, `{stream}/{revision}`; without `size` in the newest head. */
export const inclusionQuery = z
  .object({
    event: z
      .string({ error: 'Please name an event by its stream and revision' })
      .regex(/^[^/\s]{1,200}\/\d{1,7}$/, 'Please name an event by its stream and revision'),
    size: size.optional(),
  })
  .meta({ id: 'InclusionQuery' });

/** The proof that the log holds a fact (RFC 9162, 2.1.3). */
export const inclusionProof = z
  .object({ size: z.int(), index: z.int(), leaf: hash, path })
  .meta({ id: 'InclusionProof' });
export type InclusionProof = z.infer<typeof inclusionProof>;

/**
 * A fact as it is stored: the text whose hash is its leaf, with personal fields as ciphertext. `index` and `path`: its way to the root;
 * null and empty where the head does not cover it.
 */
export const provenEvent = z
  .object({ entry: z.string(), leaf: hash, index: z.int().nullable(), path })
  .meta({ id: 'ProvenFact' });
export type ProvenEvent = z.infer<typeof provenEvent>;

/** `entry` null: its bytes hold in clear what the reader may not read; its leaf stands for it. */
export const historyEvent = provenEvent.extend({ entry: z.string().nullable() }).meta({ id: 'HistoryFact' });
export type HistoryEvent = z.infer<typeof historyEvent>;

/** Where a head says that a stream ends: the hashes beside its way from the top of the map, and who stands there. */
export const streamEndProof = z
  .object({
    beside: z.array(hash).max(256),
    end: z.object({ key: hash, revision: z.int(), leaf: hash }).nullable(),
  })
  .meta({ id: 'StreamEndProof' });
export type StreamEndProof = z.infer<typeof streamEndProof>;

/** GET proof/stream/{stream}: `size`, where it is given, is that of the newest head: the map is kept at that one only. */
export const streamProofQuery = z.object({ size: size.optional(), ...paging(100) }).meta({ id: 'StreamProofQuery' });

export const streamProof = z
  .object({
    stream: z.string(),
    /** The newest head, a signed note with its witnesses; null before the first. */
    head: z.string().nullable(),
    map: streamEndProof.nullable(),
    facts: z.array(historyEvent),
    /** As which version this release reads each type of them: what was written as an older one is shown with more, or otherwise, than is stored. */
    versions: z.record(z.string(), z.int()),
    totalCount: z.int(),
    hasMore: z.boolean(),
  })
  .meta({ id: 'StreamProof' });
export type StreamProof = z.infer<typeof streamProof>;

/** By the clock by which facts are recorded and heads signed; that of a demonstration may be moved ahead of it. */
const now = timestamp;

/** GET proof/log: newest head first. `keyChanges`: the facts that name each key after the first, proven under the newest head. */
export const logState = z
  .object({
    /** That of the log, and those of its witnesses, as signed notes name them. */
    key: z.string().nullable(),
    witnesses: z.array(z.string()),
    heads: z.array(z.string()),
    keyChanges: z.array(provenEvent),
    /** How many facts are in the tree, sealed or not. */
    facts: z.int(),
    /** When the oldest fact was recorded that no head covers; null when all are sealed. */
    unsealedSince: timestamp.nullable(),
    now,
  })
  .meta({ id: 'LogState' });
export type LogState = z.infer<typeof logState>;

/** GET transaction/{id}/receipts: what the reader did in this sale, each with its place in the newest head. */
export const receipts = z
  .object({
    stream: z.string(),
    transactionId: z.string(),
    /** That of the log, as signed notes name it. */
    key: z.string().nullable(),
    witnesses: z.array(z.string()),
    head: z.string().nullable(),
    now,
    /** What stands behind that end waits for its seal; what stands before it and is not in the log is not what was sealed. */
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

/** The same, however long ago it was answered. */
export type KeptReceipts = Omit<Receipts, 'now'>;

/** A file of receipts as a browser has kept it; those of earlier releases hold no promises, and no end. */
export const receiptFile = receipts.omit({ now: true }).extend({
  map: streamEndProof.nullable().default(null),
  promises: z.array(z.string().max(8_000)).max(1_000).default([]),
});
