import { z } from 'zod';
import { MAX_REVIEW_LENGTH } from '#domain/reviews/limits.ts';
import { REVIEW_OUTCOMES, REVIEW_PARTS } from '#domain/reviews/review.ts';
import { id, paging, timestamp } from './common.ts';
import { person } from './messages.ts';
import { TOO_LONG } from './reviewText.ts';

const REVIEWS_AT_ONCE = 10;

export const sellerReviewsQuery = z.object(paging(REVIEWS_AT_ONCE)).meta({ id: 'SellerReviewsQuery' });

const words = (needed: string) => z.string({ error: needed }).trim().min(1, needed).max(MAX_REVIEW_LENGTH, TOO_LONG);

const sellerReview = z
  .object({
    _id: id,
    rating: z.int(),
    text: z.string(),
    writtenAt: timestamp,
    /** Null where the seller wrote none, or it was taken away. */
    answer: z.object({ text: z.string(), answeredAt: timestamp }).nullable(),
    /** Of the caller: what they wrote themselves, and whether they can answer. */
    own: z.enum(REVIEW_PARTS).nullable(),
    answerable: z.boolean(),
  })
  .meta({ id: 'SellerReview' });
export type SellerReview = z.infer<typeof sellerReview>;

/** GET /sellers/{id}/reviews: the last one written first; nobody is named. Beyond the last page it is empty. */
export const sellerReviews = z
  .object({ reviews: z.array(sellerReview), total: z.int(), currentPage: z.int(), hasMore: z.boolean() })
  .meta({ id: 'SellerReviews' });
export type SellerReviews = z.infer<typeof sellerReviews>;

/** GET /reviews/{id}/removed: of what the caller wrote of this sale, what staff took away. Nobody else reads it. */
export const removedReviews = z
  .object({
    removed: z.array(
      z.object({
        part: z.enum(REVIEW_PARTS),
        text: z.string(),
        /** As staff wrote it; `[erased]` once it is. */
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
    /** What was reported; `[erased]` once it is. */
    text: z.string(),
    writtenAt: timestamp,
    /** What it answers, where an answer was reported. */
    answers: z.string().nullable(),
    /** Newest first. `reporter` is null where the wording alone has put it before staff. */
    reports: z.array(z.object({ reporter: person.nullable(), reason: z.string(), reportedAt: timestamp })),
    /** Null while it waits for staff. */
    resolution: z.object({ outcome: z.enum(REVIEW_OUTCOMES), note: z.string(), by: person, at: timestamp }).nullable(),
  })
  .meta({ id: 'ReviewReport' });
export type ReviewReport = z.infer<typeof reviewReport>;

/** GET staff/review-reports: a text appears once, the one that was reported last first. */
export const reviewReportQuery = z
  .object({ state: z.enum(['open', 'resolved', 'all']).default('open'), ...paging(20) })
  .meta({ id: 'ReviewReportQuery' });
export type ReviewReportQuery = z.output<typeof reviewReportQuery>;

export const reviewReportPage = z
  .object({ reports: z.array(reviewReport), totalCount: z.int(), hasMore: z.boolean() })
  .meta({ id: 'ReviewReportPage' });
export type ReviewReportPage = z.infer<typeof reviewReportPage>;

/** POST staff/review-reports/{id}/resolve, 204, for all reports of that text. The stars stay. */
export const resolveReviewReport = z
  .object({
    part,
    outcome: z.enum(REVIEW_OUTCOMES, { error: 'Please select an outcome' }),
    note: words('A reason is required'),
  })
  .meta({ id: 'ResolveReviewReport' });

/** In the file of one's own data: what one wrote, what one was told, what one reported. */
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
