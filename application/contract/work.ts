import { z } from 'zod';
import { paging } from './common.ts';
import { effect, refusal } from './effects.ts';

/** Work and refusals over all histories. Usernames are the only personal data in the answers. */

const place = {
  /** The history that it belongs to; null for none. */
  stream: z.string().nullable(),
  /** The short id and title of the sale; null for other histories. */
  label: z.string().nullable(),
};

/** How many rows each kind has, the most frequent first. `name`: the queue, call, template or command. */
const kinds = <Kind extends z.ZodType>(kind: Kind) => z.array(z.object({ kind, name: z.string(), count: z.int() }));

/** GET audit/work. `kind`: `job`, `providerCall` or `mail`, perhaps with a name, such as `job:payouts`. */
export const workQuery = z
  .object({
    kind: z
      .string()
      .regex(
        /^(job|providerCall|mail)(:[\w.-]{1,60})?$/,
        'Please choose job, providerCall or mail, perhaps with a name',
      )
      .optional(),
    ...paging(50),
  })
  .meta({ id: 'WorkQuery' });

/** Given up and failed work first, each with the longest waiting first. */
export const workPage = z
  .object({
    /** `waited`: ms since it was asked for, by the clock of the marketplace. */
    work: z.array(effect.extend({ ...place, waited: z.int() })),
    kinds: kinds(z.enum(['job', 'providerCall', 'mail'])),
    totalCount: z.int(),
    hasMore: z.boolean(),
  })
  .meta({ id: 'WorkPage' });
export type WorkPage = z.infer<typeof workPage>;

/** GET audit/refusals. `command`: its name. */
export const refusalsQuery = z
  .object({
    command: z
      .string()
      .regex(/^[A-Za-z]{1,60}$/, 'Please give the name of a command, such as ConfirmShipment')
      .optional(),
    ...paging(50),
  })
  .meta({ id: 'RefusalsQuery' });

/** Newest first. */
export const refusalsPage = z
  .object({
    refusals: z.array(refusal.extend(place)),
    kinds: kinds(z.literal('refusal')),
    totalCount: z.int(),
    hasMore: z.boolean(),
  })
  .meta({ id: 'RefusalsPage' });
export type RefusalsPage = z.infer<typeof refusalsPage>;
