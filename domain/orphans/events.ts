import { z } from 'zod';
import { type EventOf, fact } from '../shared/events.ts';
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
  OrphanFactClosed: fact({ note: z.string(), by: z.string() }),
} as const;

export type OrphanEvent = EventOf<typeof orphanEvents>;
