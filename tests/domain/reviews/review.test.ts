import { describe, expect, test } from 'vitest';
import { MAX_REVIEW_LENGTH } from '#domain/reviews/limits.ts';
import { type ReviewCommand, type ReviewEvent, type ReviewPart, review } from '#domain/reviews/review.ts';
import type { Actor } from '#domain/shared/actor.ts';
import { givenWith } from '#tests/support/given.ts';

const given = givenWith(review);
const AT = Date.UTC(2026, 4, 7);
const person = (letter: string) => ({ id: letter.repeat(32), role: 'member' }) as const;
const [BUYER, SELLER, READER] = [person('b'), person('a'), person('c')];
const CLERK = { id: 'd'.repeat(32), role: 'staff' } as const;
const ownHost = 'market.example';

type Write = Extract<ReviewCommand, { type: 'WriteReview' }>;
const write = (changes: Partial<Write> = {}, rateUntil: number | null = null): ReviewCommand => ({
  type: 'WriteReview',
  at: AT,
  by: BUYER,
  sale: { buyerId: BUYER.id, sellerId: SELLER.id, rating: 4, rateUntil },
  text: ' Well packed. ',
  ownHost,
  ...changes,
});
const answer = (text = 'Thank you.', by: Actor = SELLER): ReviewCommand => ({
  type: 'AnswerReview',
  at: AT,
  by,
  text,
  ownHost,
});
const report = (part: ReviewPart, by = READER): ReviewCommand => ({
  type: 'ReportReview',
  at: AT,
  by,
  part,
  reason: 'Untrue',
});
const resolve = (part: ReviewPart, outcome: 'kept' | 'removed', by: Actor = CLERK): ReviewCommand => ({
  type: 'ResolveReviewReport',
  at: AT,
  by,
  part,
  outcome,
  note: 'By our rules',
});

const written: ReviewEvent = {
  type: 'ReviewWritten',
  data: { at: AT, authorId: BUYER.id, sellerId: SELLER.id, rating: 4, text: 'Well packed.' },
};
const answered: ReviewEvent = { type: 'ReviewAnswered', data: { at: AT, authorId: SELLER.id, text: 'Thank you.' } };
const reported = (part: ReviewPart, by: Actor = READER): ReviewEvent => ({
  type: 'ReviewReported',
  data: { at: AT, authorId: by.id, part, byWording: false, reason: 'Untrue' },
});
const resolved = (part: ReviewPart, outcome: 'kept' | 'removed'): ReviewEvent => ({
  type: 'ReviewReportResolved',
  data: { at: AT, authorId: CLERK.id, part, outcome, note: 'By our rules' },
});

describe('a review', () => {
  test('is written once, by the buyer, and trimmed', () => {
    given().when(write()).emits(written);
    given(written).when(write()).isRejected({ code: 'alreadyReviewed' });
    given()
      .when(write({ by: SELLER }))
      .isRejected({ code: 'notYourTransaction' });
  });

  test('is possible as long as a rating is, to the last moment', () => {
    given().when(write({}, AT)).emits(written);
    given()
      .when(write({}, AT - 1))
      .isRejected({ code: 'reviewTooLate' });
  });

  test('has 1 to 1,000 characters', () => {
    given()
      .when(write({ text: ' \n' }))
      .isRejected({ code: 'reviewEmpty' });
    given()
      .when(write({ text: 'x'.repeat(MAX_REVIEW_LENGTH + 1) }))
      .isRejected({ code: 'reviewTooLong' });
    const text = 'x'.repeat(MAX_REVIEW_LENGTH);
    given()
      .when(write({ text }))
      .emits({ ...written, data: { ...written.data, text } });
  });

  test.each([
    ['Pay him by PayPal', 'Found by its wording: it speaks of paying outside escrow.'],
    ['More at www.elsewhere.shop', 'Found by its wording: it holds a link to elsewhere.'],
  ])('reports a text that leads away from escrow: %s', (text, reason) =>
    given()
      .when(write({ text }))
      .emits(
        { ...written, data: { ...written.data, text } },
        { type: 'ReviewReported', data: { at: AT, authorId: BUYER.id, part: 'review', byWording: true, reason } },
      ),
  );
});

describe('the answer', () => {
  test('is written once, by the seller, with 1 to 1,000 characters', () => {
    given(written).when(answer()).emits(answered);
    given(written, answered).when(answer()).isRejected({ code: 'alreadyAnswered' });
    given(written).when(answer('Thanks', READER)).isRejected({ code: 'notYourReview' });
    given(written).when(answer(' ')).isRejected({ code: 'reviewEmpty' });
    given(written)
      .when(answer('x'.repeat(MAX_REVIEW_LENGTH + 1)))
      .isRejected({ code: 'reviewTooLong' });
  });

  test('is possible only while the review is visible', () => {
    given().when(answer()).isRejected({ code: 'reviewNotFound' });
    given(written, reported('review'), resolved('review', 'removed'))
      .when(answer())
      .isRejected({ code: 'reviewNotFound' });
  });
});

describe('a report', () => {
  test('is possible once for anyone but the author', () => {
    given(written).when(report('review')).emits(reported('review'));
    given(written).when(report('review', SELLER)).emits(reported('review', SELLER));
    given(written, reported('review')).when(report('review')).changesNothing();
    given(written).when(report('review', BUYER)).isRejected({ code: 'ownReviewReported' });
    given(written, answered).when(report('answer', SELLER)).isRejected({ code: 'ownReviewReported' });
    given(written).when(report('answer')).isRejected({ code: 'reviewNotFound' });
  });

  test('is resolved by staff, once', () => {
    given(written, reported('review')).when(resolve('review', 'removed')).emits(resolved('review', 'removed'));
    for (const outcome of ['kept', 'removed'] as const)
      given(written, reported('review'), resolved('review', 'kept'))
        .when(resolve('review', outcome))
        .isRejected({ code: 'reportDecided' });
    given(written).when(resolve('review', 'kept')).isRejected({ code: 'reviewReportNotFound' });
    given(written, reported('review')).when(resolve('answer', 'kept')).isRejected({ code: 'reviewReportNotFound' });
    given(written, reported('review'))
      .when(resolve('review', 'kept', SELLER))
      .isRejected({ code: 'notAllowed' });
  });

  test.each([BUYER, SELLER, READER])('cannot be resolved by somebody who wrote, sold or reported it', ({ id }) => {
    const asStaff = { id, role: 'staff' } as const;
    const told = [written, answered, reported('review')];
    given(...told)
      .when(resolve('review', 'removed', asStaff))
      .isRejected({ code: 'ownReportDecided' });
    given(...told, resolved('review', 'kept'))
      .when(resolve('review', 'kept', asStaff))
      .isRejected({ code: 'ownReportDecided' });
    given(written)
      .when(resolve('review', 'kept', asStaff))
      .isRejected({ code: 'reviewReportNotFound' });
  });

  test('of one part leaves the other part open to its reporter', () =>
    given(written, answered, reported('answer', CLERK), reported('review'))
      .when(resolve('review', 'removed'))
      .emits(resolved('review', 'removed')));

  test('of a kept text reopens for another reporter; a removed text cannot be reported', () => {
    const kept = [written, reported('review'), resolved('review', 'kept')];
    given(...kept)
      .when(report('review', SELLER))
      .emits(reported('review', SELLER));
    expect(given(...kept, reported('review', SELLER)).state().waiting).toEqual(['review']);
    given(written, answered, reported('review'), resolved('review', 'removed'))
      .when(report('answer'))
      .isRejected({ code: 'reviewNotFound' });
  });
});
