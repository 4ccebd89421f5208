import { z } from 'zod';
import { euros, timestamp } from './common.ts';

/** GET audit/streams/{stream}/effects. Usernames are the only personal data in the answer. */
export const effectsQuery = z
  .object({ revision: z.coerce.number().int().min(0).max(1_000_000).optional() })
  .meta({ id: 'EffectsQuery' });

const outcome = z.enum(['waiting', 'done', 'failed', 'dead', 'refused']);

/** `askedAt`: when the event or call asked for it. `triedAt`: the last attempt. */
export const effect = z
  .object({
    kind: z.enum(['job', 'providerCall', 'mail']),
    /** The queue, call or template. */
    name: z.string(),
    /** The job's id, or the call with its idempotency key. */
    ref: z.string(),
    outcome,
    /** The last error's name or code. */
    reason: z.string().nullable(),
    attempts: z.int(),
    askedAt: timestamp,
    triedAt: timestamp.nullable(),
    /** The next attempt; null if none is planned. */
    nextAt: timestamp.nullable(),
    /** Whether `nextAt` has passed by the clock of the marketplace, and it still waits. */
    overdue: z.boolean(),
    ms: z.int().nullable(),
  })
  .meta({ id: 'Effect' });
export type EffectAnswer = z.infer<typeof effect>;

export const refusal = z
  .object({
    command: z.string(),
    code: z.string(),
    /** Why it was refused, without the details of that moment. */
    message: z.string(),
    /** `buyer`, `seller` or a role. */
    actor: z.string(),
    /** Null: erased, or not a person. */
    username: z.string().nullable(),
    at: timestamp,
  })
  .meta({ id: 'RefusedCommand' });
export type RefusedCommand = z.infer<typeof refusal>;

/** `parent`: the id of the cause, which comes earlier in the list; null for the first one. */
const causeNode = z
  .object({
    id: z.string(),
    parent: z.string().nullable(),
    kind: z.enum(['request', 'due', 'webhook', 'event', 'job', 'providerCall', 'mail']),
    name: z.string(),
    at: timestamp.nullable(),
    /** Of an event. */
    revision: z.int().nullable(),
    /** The actor; of an e-mail, its recipient. */
    actor: z.string().nullable(),
    username: z.string().nullable(),
    /** Of a request in a transaction: the command that its events show; null if several would fit. */
    command: z.string().nullable(),
    outcome: z.string().nullable(),
    /** Of an effect: its last error. Of a cancellation or a dispute: the reason or category that the party chose. */
    reason: z.string().nullable(),
    attempts: z.int().nullable(),
    nextAt: timestamp.nullable(),
    /** Whether `nextAt` has passed, and it still waits. */
    overdue: z.boolean(),
    /** Ledger entries of an event. */
    entries: z.array(z.object({ account: z.string(), amount: euros, currency: z.string() })),
  })
  .meta({ id: 'CauseNode' });
export type CauseNodeAnswer = z.infer<typeof causeNode>;

export const streamEffects = z
  .object({
    /** Waiting, failed or dead work of the stream. */
    pending: z.array(effect),
    /** The armed deadlines of a transaction, soonest first; empty for other streams. */
    deadlines: z.array(z.object({ kind: z.string(), dueAt: timestamp })),
    /** The latest 100 refused commands, newest first. */
    refusals: z.array(refusal),
    /** Why the event at `revision` happened, and what the same request recorded and caused; empty without `revision`. */
    causes: z.array(causeNode),
    /** The earlier events on which these were based, across requests, such as the proposal that was confirmed; the first one first. */
    basis: z.array(causeNode),
  })
  .meta({ id: 'StreamEffects' });
export type StreamEffects = z.infer<typeof streamEffects>;
