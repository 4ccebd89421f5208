import { z } from 'zod';
import { DIFFERING_OBJECTS, UNBOOKABLE } from '#domain/transactions/differences.ts';
import { euros, id, timestamp } from './common.ts';
import { basedOn } from './escrow.ts';
import { RATIONALE_REQUIRED } from './limits.ts';

/** An object of the provider that our events do not explain, in the case file. Sums of the whole object. */
export const caseDifference = z
  .object({
    caseId: z.string(),
    object: z.enum(DIFFERING_OBJECTS),
    /** The provider's own id. */
    reference: z.string(),
    /** The sum that the provider took beyond our events; negative if it holds more. Null if that cannot be compared. */
    lost: euros.nullable(),
    /** The part that is booked as our loss. */
    booked: euros,
    /** Absent: euros. */
    currency: z.string().optional(),
    /** Why it cannot be booked now; null if it can. */
    refused: z.enum(UNBOOKABLE).nullable(),
    needsConfirmation: z.boolean(),
    /** A proposal to book exactly this sum; another person books it by the same call. */
    pending: z
      .object({
        rationale: z.string().nullable(),
        proposedBy: z.object({ _id: id, username: z.string() }),
        proposedAt: timestamp,
        /** Afterwards it has to be proposed again. */
        confirmBy: timestamp,
      })
      .nullable(),
  })
  .meta({ id: 'CaseDifference' });
export type CaseDifference = z.infer<typeof caseDifference>;

/**
 * POST transaction/{id}/difference/book, staff: books what the provider took by the object of a case as our loss. The server computes the
 * sum. Above €500 the first call proposes and another person's call books. 409 `differenceBooked`, `differenceNotOurs`, `nothingDiffers`,
 * `notBookable`.
 */
export const bookDifference = z
  .object({
    caseId: z.string({ error: 'Please say which case' }).min(1).max(300),
    rationale: z
      .string({ error: RATIONALE_REQUIRED })
      .trim()
      .min(1, RATIONALE_REQUIRED)
      .max(1000, 'At most 1000 characters'),
    basedOn,
  })
  .meta({ id: 'BookDifference' });

export const DIFFERENCE_PROPOSED = 'Difference proposed. A second member of staff must book it too.';
