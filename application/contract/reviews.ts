import { z } from 'zod';
import { MAX_REVIEW_LENGTH } from '#domain/reviews/limits.ts';
import { REVIEW_OUTCOMES, REVIEW_PARTS } from '#domain/reviews/review.ts';
import { id, paging, timestamp } from './common.ts';
import { person } from './conversations.ts';
import { SUSPENDS_WITH, suspension } from './moderation.ts';

export const TOO_LONG = `At most ${MAX_REVIEW_LENGTH} characters`;

/** Part of `Rating`. */
export const reviewText = z
  .string()
  .trim()
  .min(1, 'Please write something, or leave it out')
  .max(MAX_REVIEW_LENGTH, TOO_LONG);

const REVIEWS_PAGE_SIZE = 10;

export const sellerReviewsQuery = z.object(paging(REVIEWS_PAGE_SIZE)).meta({ id: 'SellerReviewsQuery' });

const words = (needed: string) => z.string({ error: needed }).trim().min(1, needed).max(MAX_REVIEW_LENGTH, TOO_LONG);

const sellerReview = z
  .object({
    _id: id,
    rating: z.int(),
    text: z.string(),
    writtenAt: timestamp,
    /** Null if the seller wrote none, or staff removed it. */
    answer: z.object({ text: z.string(), answeredAt: timestamp }).nullable(),
    /** `own`: the part that the caller wrote. `answerable`: the caller can answer it. */
    own: z.enum(REVIEW_PARTS).nullable(),
    answerable: z.boolean(),
  })
  .meta({ id: 'SellerReview' });
export type SellerReview = z.infer<typeof sellerReview>;

/** GET /sellers/{id}/reviews: newest first, without names. Empty after the last page. */
export const sellerReviews = z
  .object({ reviews: z.array(sellerReview), total: z.int(), currentPage: z.int(), hasMore: z.boolean() })
  .meta({ id: 'SellerReviews' });
export type SellerReviews = z.infer<typeof sellerReviews>;

/** GET /reviews/{id}/removed: the caller's own texts that staff removed. Nobody else can read them. */
export const removedReviews = z
  .object({
    removed: z.array(
      z.object({
        part: z.enum(REVIEW_PARTS),
        text: z.string(),
        /** In the words of staff; `[erased]` once erased. */
        reason: z.string(),
        removedAt: timestamp,
      }),
    ),
  })
  .meta({ id: 'RemovedReviews' });
export type RemovedReviews = z.infer<typeof removedReviews>;

/** POST /reviews/{id}/answer, 204. */
export const answerReview = z.object({ text: words('Please write an answer') }).meta({ id: 'AnswerReview' });

const part = z.enum(REVIEW_PARTS, { error: 'Please say what it is about' });

/** POST /reviews/{id}/report, 204. */
export const reportReview = z
  .object({ part, reason: words('Please explain in a few words') })
  .meta({ id: 'ReportReview' });

const reviewReport = z
  .object({
    reviewId: id,
    part,
    author: person,
    seller: person,
    rating: z.int(),
    /** The reported text; `[erased]` once erased. */
    text: z.string(),
    writtenAt: timestamp,
    /** The review, if an answer was reported. */
    answers: z.string().nullable(),
    /** Newest first. `reporter` is null if the automatic check of the wording reported it. */
    reports: z.array(z.object({ reporter: person.nullable(), reason: z.string(), reportedAt: timestamp })),
    /** Null until staff decide. */
    /** `suspended`: the same decision suspended the author. */
    resolution: z
      .object({
        outcome: z.enum(REVIEW_OUTCOMES),
        note: z.string(),
        by: person,
        at: timestamp,
        suspended: z.boolean().optional(),
      })
      .nullable(),
  })
  .meta({ id: 'ReviewReport' });
export type ReviewReport = z.infer<typeof reviewReport>;

/** GET staff/review-reports: each text once, newest report first. `about`: only texts of this account. */
export const reviewReportQuery = z
  .object({ state: z.enum(['open', 'resolved', 'all']).default('open'), about: id.optional(), ...paging(20) })
  .meta({ id: 'ReviewReportQuery' });
export type ReviewReportQuery = z.output<typeof reviewReportQuery>;

export const reviewReportPage = z
  .object({ reports: z.array(reviewReport), totalCount: z.int(), hasMore: z.boolean() })
  .meta({ id: 'ReviewReportPage' });
export type ReviewReportPage = z.infer<typeof reviewReportPage>;

/** POST staff/review-reports/{id}/resolve, 204, for all reports of that text. The stars remain. */
export const resolveReviewReport = z
  .object({
    part,
    outcome: z.enum(REVIEW_OUTCOMES, { error: 'Please select an outcome' }),
    note: words('A reason is required'),
    suspend: suspension,
  })
  .refine(({ outcome, suspend }) => suspend === undefined || outcome === 'removed', SUSPENDS_WITH)
  .meta({ id: 'ResolveReviewReport' });

/** Part of the export of own data: reviews, answers and reports. */
export const ownReviews = z.object({
  written: z.array(
    z.object({
      transactionId: id,
      part,
      rating: z.int(),
      text: z.string(),
      writtenAt: timestamp,
      removed: z.boolean(),
    }),
  ),
  reported: z.array(z.object({ transactionId: id, part, reason: z.string(), reportedAt: timestamp })),
});
export type OwnReviews = z.infer<typeof ownReviews>;

/** `rating` is absent if the review follows earlier stars. */
export const rating = z
  .object({
    rating: z
      .int({ error: 'Rating must be a whole number from 1 to 5' })
      .min(1, 'Rating must be a whole number from 1 to 5')
      .max(5, 'Rating must be a whole number from 1 to 5')
      .optional(),
    transactionId: id,
    /** Public on the seller's page. */
    review: reviewText.optional(),
  })
  .refine(({ rating, review }) => rating !== undefined || review !== undefined, {
    path: ['rating'],
    error: 'Rating must be a whole number from 1 to 5',
  })
  .meta({
    id: 'Rating',
    description: 'Stars, a review or both. A review alone needs earlier stars.',
    // two whole objects: client generators ignore a bare `required`
    override: ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
      const { properties, required, type } = jsonSchema as { properties: object; required: string[]; type: string };
      for (const keyword of ['properties', 'required', 'type']) delete jsonSchema[keyword];
      jsonSchema.anyOf = ['rating', 'review'].map((one) => ({ type, properties, required: [...required, one] }));
    },
  });

export const rated = z.object({ success: z.literal(true), message: z.string() }).meta({ id: 'Rated' });
