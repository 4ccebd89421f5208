import { z } from 'zod';
import { id } from '#domain/shared/ids.ts';

export { id };

/** Euros as a JSON number with at most two decimals. */
export const euros = z.number().meta({ description: 'Euros, at most two decimals' });

/** ISO 8601 in UTC. */
export const timestamp = z.iso.datetime();

/** `original`, `thumbnail`: names of files, below the folder `s3Key`; of what staff took off the market with what opens them for some minutes. */
export const image = z
  .object({ original: z.string(), thumbnail: z.string(), s3Key: z.string(), width: z.int(), height: z.int() })
  .meta({ id: 'Image' });

export const caseTimelineEntry = z
  .object({
    revision: z.int(),
    event: z.string(),
    status: z.string(),
    timestamp,
    detail: z.string().nullable(),
    /** Not shown to the parties. */
    internal: z.boolean(),
    actor: z.object({ id: z.string(), role: z.string(), username: z.string().nullable() }),
  })
  .meta({ id: 'CaseTimelineEntry' });

/**
 * Every failed call answers this; a 409 may add `status` and `allowed`, a `quote`, or the `sums` that hold now. `caseMoved` adds what is new
 * since the revision that was decided on, oldest first, and the `revision` that it ends with. A 401 carries `status: 401`.
 */
export const errorBody = z
  .object({
    message: z.string(),
    code: z.string(),
    errors: z.record(z.string(), z.string()).optional(),
    status: z.union([z.string(), z.literal(401)]).optional(),
    allowed: z.array(z.string()).optional(),
    /** When it will be possible, as far as that is known. */
    possibleAt: timestamp.optional(),
    /** Of an unexpected failure (500): what to name when asking for help. */
    correlationId: z.string().optional(),
    news: z.array(caseTimelineEntry).optional(),
    revision: z.int().optional(),
    sums: z.object({ toBuyer: euros, toSeller: euros, fee: euros }).optional(),
    quote: z.object({ amount: euros, platformFee: euros, shippingCost: euros, totalAmount: euros }).optional(),
  })
  .meta({ id: 'Error' });
export type ErrorBody = z.infer<typeof errorBody>;

/** The message of 423 `quarantined`, of a stream that does not add up, until it is put right. */
export const LOOKED_AT =
  'There is an error in these records, so nothing can change here until our staff fix it. You do not need to do anything.';

/** `page` from 1; `limit` up to 100. */
export const paging = (limit: number) => ({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(limit),
});

export const message = z.object({ message: z.string() }).meta({ id: 'Message' });

/** The highest position a client has seen; a query with `X-Min-Position` waits until its read models are there (2 s at most). */
export const POSITION_HEADER = 'X-Position';

export const MIN_POSITION_HEADER = 'X-Min-Position';

/** A retry with the same id writes nothing new and answers as the first time; another request under it is refused (422). */
export const COMMAND_ID_HEADER = 'X-Command-Id';

/** On the answer to an accepted command: what the log promises about its facts, a signed note in base64url. */
export const RECEIPT_HEADER = 'X-Receipt';

/** Stands on every answer while nothing can be changed. */
export const READ_ONLY_HEADER = 'X-Read-Only';

/** The token of a link from an e-mail. */
export const tokenParameter = z.object({
  token: z.string({ error: 'Invalid or expired token' }).min(1, 'Invalid or expired token').max(200),
});

/** Paths that open without a token, for some minutes. */
export const evidencePhoto = z.object({ url: z.string(), thumbnailUrl: z.string() }).meta({ id: 'EvidencePhoto' });
export type EvidencePhoto = z.infer<typeof evidencePhoto>;

/** The message of 410 `pictureReplaced`: another file lies under the name of the picture. */
export const PICTURE_REPLACED =
  'This picture differs from the one that was uploaded, so we do not show it. Our staff are looking into it.';
