import { z } from 'zod';
import { asItWas, type EventOf, fact, personal, revised } from '../../shared/events.ts';
import { id } from '../../shared/ids.ts';
import { cents } from '../../shared/money.ts';

const told = {
  eventId: z.string(),
  kind: z.string(),
  reference: z.string(),
  dueAt: z.int(),
  /** In plain words, as no amount of ours can hold it. */
  told: z.string().max(200),
  /** Where it can be told. */
  saleId: id.nullable(),
};

const ofNoTransaction = {
  eventId: z.string(),
  kind: z.string(),
  reference: z.string(),
  amount: cents.nullable(),
  dueAt: z.int(),
};

/** Stream `orphan-{digest of the provider's event id}`: what the provider says or has and no sale can write down, and what else waits for staff. */
export const unmatchedProviderEvents = {
  /** Of a sale that does not exist. `currency`: where it is not euros. */
  OrphanFactRecorded: revised(
    fact(ofNoTransaction),
    { ...ofNoTransaction, currency: z.string().optional() },
    asItWas,
    'asItIs',
  ),
  /** Of a sum or a currency that cannot be: however often it is tried, no sale can write it down. */
  ImpossibleFactRecorded: fact(told),
  /** The provider has it, and no fact of ours tells of it, or tells something else. */
  UnmatchedObjectRecorded: fact(told),
  /** A stored picture is not the one that the fact names which attached it. */
  AlteredFileRecorded: fact(told),
  /** The note is under a key of this stream's own, since nobody knows yet whom it is about. */
  OrphanFactClosed: revised(
    fact({ note: z.string(), by: z.string() }),
    { note: personal(z.string()), by: z.string() },
    asItWas,
    { never: 'the note stood there in clear' },
  ),
} as const;

export type UnmatchedProviderEvent = EventOf<typeof unmatchedProviderEvents>;
