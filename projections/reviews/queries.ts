import type { Knex } from 'knex';
import type {
  OwnReviews,
  RemovedReviews,
  ReviewReport,
  ReviewReportPage,
  ReviewReportQuery,
  SellerReviews,
} from '#application/contract/reviews.ts';
import { MASK } from '#domain/access/mask.ts';
import type { Viewer } from '#domain/access/right.ts';
import { shownAs, sightOf } from '#domain/audit/sight.ts';
import type { ReviewOutcome, ReviewPart } from '#domain/reviews/review.ts';
import { ERASED } from '#domain/shared/erased.ts';
import type { AccountId, TransactionId } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';
import type { ReviewTextRow } from './projection.ts';

const iso = (at: Instant): string => new Date(at).toISOString();

type ReviewWithAnswer = ReviewTextRow & { answer: string | null; answered_at: number | null; answered: boolean };

/** Visible reviews, newest first. */
export const reviewsOfSeller = async (
  db: Knex,
  seller: AccountId,
  { page, limit }: { page: number; limit: number },
  viewer: AccountId | undefined,
): Promise<SellerReviews> => {
  const there = `r.seller_id = ? AND r.part = 'review' AND NOT r.removed AND r.text IS NOT NULL`;
  const skipped = (page - 1) * limit;
  const [counted, { rows }] = await Promise.all([
    db.raw<{ rows: { n: number }[] }>(`SELECT count(*)::int AS n FROM read_reviews.texts r WHERE ${there}`, [seller]),
    db.raw<{ rows: ReviewWithAnswer[] }>(
      `SELECT r.*, CASE WHEN a.removed THEN NULL ELSE a.text END AS answer, a.at AS answered_at, a.id IS NOT NULL AS answered
         FROM read_reviews.texts r LEFT JOIN read_reviews.texts a ON a.id = r.id AND a.part = 'answer'
        WHERE ${there} ORDER BY r.at DESC, r.id LIMIT ? OFFSET ?`,
      [seller, limit, skipped],
    ),
  ]);
  const total = counted.rows[0]!.n;
  return {
    reviews: rows.map(({ id, rating, text, at, author_id, answer, answered_at, answered }) => ({
      _id: id,
      rating,
      text: text ?? ERASED,
      writtenAt: iso(at),
      answer: answer === null || answered_at === null ? null : { text: answer, answeredAt: iso(answered_at) },
      own: viewer === author_id ? 'review' : viewer === seller ? 'answer' : null,
      answerable: viewer === seller && !answered,
    })),
    total,
    currentPage: page,
    hasMore: skipped + rows.length < total,
  };
};

type ReportEntry = { reporter: AccountId | 'system'; username: string | null; reason: string | null; at: Instant };
type ReportedText = ReviewTextRow & {
  author: string | null;
  seller: string | null;
  answers: string | null;
  reports: ReportEntry[];
  open: boolean;
  outcome: ReviewOutcome | null;
  note: string | null;
  resolved_by: AccountId | null;
  resolved_at: Instant | null;
  suspended: boolean | null;
  resolver: string | null;
};

const STATES = {
  open: 'HAVING bool_or(outcome IS NULL)',
  resolved: 'HAVING bool_and(outcome IS NOT NULL)',
  all: '',
} as const;

const reportFor = (row: ReportedText, viewer: Viewer): ReviewReport => {
  const wordsBy = (
    words: string | null,
    author: AccountId | null,
    right: 'conversation.see.whyReported' | 'sale.see.whyRemoved' = 'conversation.see.whyReported',
  ): string => {
    const sight = sightOf(right, author === viewer.id ? [...viewer.roles, 'author'] : viewer.roles);
    return words === null ? ERASED : (shownAs(words, sight) ?? MASK);
  };
  const { outcome, open, resolved_at, resolved_by } = row;
  return {
    reviewId: row.id,
    part: row.part,
    author: { _id: row.author_id, username: row.author ?? ERASED },
    seller: { _id: row.seller_id, username: row.seller ?? ERASED },
    rating: row.rating,
    text: row.text ?? ERASED,
    writtenAt: iso(row.at),
    answers: row.part === 'answer' ? (row.answers ?? ERASED) : null,
    reports: row.reports.map(({ reporter, username, reason, at }) => ({
      reporter: reporter === 'system' ? null : { _id: reporter, username: username ?? ERASED },
      reason: wordsBy(reason, reporter === 'system' ? row.author_id : reporter),
      reportedAt: iso(at),
    })),
    resolution:
      open || outcome === null || resolved_at === null
        ? null
        : {
            outcome,
            note: wordsBy(row.note, resolved_by, 'sale.see.whyRemoved'),
            by: { _id: resolved_by ?? '', username: row.resolver ?? ERASED },
            at: iso(resolved_at),
            suspended: row.suspended ?? false,
          },
  };
};

/** Authors, sellers and reporters leave a report to a colleague. */
const FOR_OTHERS = `WHERE NOT EXISTS (SELECT FROM read_reviews.texts t WHERE t.id = r.id AND :viewer IN (t.author_id, t.seller_id))
    AND NOT EXISTS (SELECT FROM read_reviews.reports o WHERE o.id = r.id AND o.part = r.part AND o.reporter_id = :viewer)`;

const OF_AUTHOR =
  'AND EXISTS (SELECT FROM read_reviews.texts t WHERE t.id = r.id AND t.part = r.part AND t.author_id = :about)';

/** ReportedText reviews and answers, newest first, without those that concern the viewer. */
export const reportedReviews = async (
  db: Knex,
  { page, limit, state, about }: ReviewReportQuery,
  viewer: Viewer,
): Promise<ReviewReportPage> => {
  const groups = `SELECT id, part, max(at) AS last_at, bool_or(outcome IS NULL) AS open FROM read_reviews.reports r
    ${FOR_OTHERS} ${about ? OF_AUTHOR : ''} GROUP BY id, part ${STATES[state]}`;
  const skipped = (page - 1) * limit;
  const values = { viewer: viewer.id, about: about ?? '' };
  const [counted, { rows }] = await Promise.all([
    db.raw<{ rows: { n: number }[] }>(`SELECT count(*)::int AS n FROM (${groups}) reported`, values),
    db.raw<{ rows: ReportedText[] }>(
      `SELECT x.*, q.text AS answers, au.username AS author, se.username AS seller, page.open, t.reports,
              f.outcome, f.note, f.resolved_by, f.resolved_at, f.suspended, w.username AS resolver
         FROM (${groups} ORDER BY last_at DESC, id DESC, part LIMIT :limit OFFSET :skipped) page
         JOIN read_reviews.texts x ON x.id = page.id AND x.part = page.part
         LEFT JOIN read_reviews.texts q ON q.id = page.id AND q.part = 'review'
         CROSS JOIN LATERAL (
           SELECT json_agg(json_build_object('reporter', r.reporter_id, 'username', a.username, 'reason', r.reason, 'at', r.at)
                           ORDER BY r.at DESC, r.reporter_id) AS reports
             FROM read_reviews.reports r LEFT JOIN read_accounts.accounts a ON a.id = r.reporter_id
            WHERE r.id = page.id AND r.part = page.part) t
         LEFT JOIN LATERAL (
           SELECT * FROM read_reviews.reports r WHERE r.id = page.id AND r.part = page.part AND r.outcome IS NOT NULL
            ORDER BY r.resolved_at DESC LIMIT 1) f ON true
         LEFT JOIN read_accounts.accounts au ON au.id = x.author_id
         LEFT JOIN read_accounts.accounts se ON se.id = x.seller_id
         LEFT JOIN read_accounts.accounts w ON w.id = f.resolved_by
        ORDER BY page.last_at DESC, page.id DESC, page.part`,
      { ...values, limit, skipped },
    ),
  ]);
  const totalCount = counted.rows[0]!.n;
  return {
    reports: rows.map((row) => reportFor(row, viewer)),
    totalCount,
    hasMore: skipped + rows.length < totalCount,
  };
};

/** The account's reviews, answers and reports, newest first. */
export const ownReviewsOf = async (db: Knex, account: AccountId): Promise<OwnReviews> => {
  const [texts, reports] = await Promise.all([
    db.raw<{ rows: ReviewTextRow[] }>('SELECT * FROM read_reviews.texts WHERE author_id = ? ORDER BY at DESC, id', [
      account,
    ]),
    db.raw<{ rows: { id: string; part: ReviewPart; reason: string | null; at: number }[] }>(
      'SELECT id, part, reason, at FROM read_reviews.reports WHERE reporter_id = ? ORDER BY at DESC, id, part',
      [account],
    ),
  ]);
  return {
    written: texts.rows.map(({ id, part, rating, text, at, removed }) => ({
      transactionId: id,
      part,
      rating,
      text: text ?? ERASED,
      writtenAt: iso(at),
      removed,
    })),
    reported: reports.rows.map(({ id, part, reason, at }) => ({
      transactionId: id,
      part,
      reason: reason ?? ERASED,
      reportedAt: iso(at),
    })),
  };
};

type RemovedText = { part: ReviewPart; text: string | null; note: string | null; resolved_at: number };

/** For the author; undefined without a review, or for third parties. */
export const removedReviewsOf = async (
  db: Knex,
  transaction: TransactionId,
  account: AccountId,
): Promise<RemovedReviews | undefined> => {
  const between = `SELECT FROM read_reviews.texts WHERE id = ? AND part = 'review' AND ? IN (author_id, seller_id)`;
  if ((await db.raw<{ rows: unknown[] }>(between, [transaction, account])).rows.length === 0) return undefined;
  const { rows } = await db.raw<{ rows: RemovedText[] }>(
    `SELECT DISTINCT ON (t.part) t.part, t.text, r.note, r.resolved_at
       FROM read_reviews.texts t JOIN read_reviews.reports r ON r.id = t.id AND r.part = t.part AND r.outcome = 'removed'
      WHERE t.id = ? AND t.author_id = ? AND t.removed
      ORDER BY t.part, r.resolved_at DESC`,
    [transaction, account],
  );
  const sight = sightOf('sale.see.whyRemoved', ['author']);
  const removed = rows.map(({ part, text, note, resolved_at }) => ({
    part,
    text: text ?? ERASED,
    reason: note === null ? ERASED : (shownAs(note, sight) ?? MASK),
    removedAt: iso(resolved_at),
  }));
  return { removed };
};
