import { z } from 'zod';
import { asItWas, type EventOf, fact, personal, revised } from '../shared/events.ts';
import { cents } from '../shared/money.ts';

/** Stream `orphan-{digest of the provider's event id}`: the provider speaks of a sale that does not exist. */
export const orphanEvents = {
  OrphanFactRecorded: fact({
    eventId: z.string(),
    kind: z.string(),
    reference: z.string(),
    amount: cents.nullable(),
    dueAt: z.int(),
  }),
  /** The note is under a key of this stream's own, since nobody knows yet whom it is about. */
  OrphanFactClosed: revised(
    fact({ note: z.string(), by: z.string() }),
    { note: personal(z.string()), by: z.string() },
    asItWas,
    { never: 'the note stood there in clear' },
  ),
} as const;

export type OrphanEvent = EventOf<typeof orphanEvents>;
