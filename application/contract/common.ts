import { z } from 'zod';
import { id } from '#domain/shared/ids.ts';

export { id };

/** An account, as other people read it. */
export const person = z.object({ _id: id, username: z.string() });

/** Euros as a JSON number with at most two decimals. */
export const euros = z.number().meta({ description: 'Euros, at most two decimals' });

/** ISO 8601 in UTC. */
export const timestamp = z.iso.datetime();

/**
 * `original`, `thumbnail`: file names in the folder `s3Key`. For a removed listing they carry a signature that expires after some minutes.
 */
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
 * The body of every error. A 409 may add `status` and `allowed`, a `quote`, or the current `sums`. `caseMoved` adds the `news` since the
 * named revision, oldest first, and the new `revision`. A 401 carries `status: 401`.
 */
export const errorBody = z
  .object({
    message: z.string(),
    code: z.string(),
    errors: z.record(z.string(), z.string()).optional(),
    status: z.union([z.string(), z.literal(401)]).optional(),
    allowed: z.array(z.string()).optional(),
    /** When the call will be possible, if known. */
    possibleAt: timestamp.optional(),
    /** Only for a 500: the id to quote to support. */
    correlationId: z.string().optional(),
    news: z.array(caseTimelineEntry).optional(),
    revision: z.int().optional(),
    sums: z.object({ toBuyer: euros, toSeller: euros, fee: euros }).optional(),
    quote: z.object({ amount: euros, platformFee: euros, shippingCost: euros, totalAmount: euros }).optional(),
  })
  .meta({ id: 'Error' });
export type ErrorBody = z.infer<typeof errorBody>;

/** The message of 423 `quarantined`: the stream is inconsistent until staff repair it. */
export const QUARANTINED_MESSAGE =
  'There is an error in these records, so nothing can change here until our staff fix it. You do not need to do anything.';

/** `page` from 1; `limit` up to 100. */
export const paging = (limit: number) => ({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(limit),
});

export const message = z.object({ message: z.string() }).meta({ id: 'Message' });

/** The position of a client's last write. A query with `X-Min-Position` waits up to 2 s until the read models reach it. */
export const POSITION_HEADER = 'X-Position';

export const MIN_POSITION_HEADER = 'X-Min-Position';

/** A retry with the same id writes nothing new and gets the first answer; a different request with that id gets 422. */
export const COMMAND_ID_HEADER = 'X-Command-Id';

/** On the answer to an accepted command: the log's receipt for its events, a signed note in base64url. */
export const RECEIPT_HEADER = 'X-Receipt';

/** On every answer while the marketplace is read-only. */
export const READ_ONLY_HEADER = 'X-Read-Only';

/** The token of a link from an e-mail. */
export const tokenParameter = z.object({
  token: z.string({ error: 'Invalid or expired token' }).min(1, 'Invalid or expired token').max(200),
});

/** Paths that work without a token and expire after some minutes. */
export const evidencePhoto = z.object({ url: z.string(), thumbnailUrl: z.string() }).meta({ id: 'EvidencePhoto' });
export type EvidencePhoto = z.infer<typeof evidencePhoto>;

/** The message of 410 `pictureReplaced`: the stored file differs from the uploaded one. */
export const PICTURE_REPLACED =
  'This picture differs from the one that was uploaded, so we do not show it. Our staff are looking into it.';
