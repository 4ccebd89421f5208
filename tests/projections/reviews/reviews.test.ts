import { expect, test } from 'vitest';
import { removedReviews, reviewReportPage, sellerReviews } from '#application/contract/reviews.ts';
import type { DomainEvent } from '#domain/events.ts';
import type { ReviewPart } from '#domain/reviews/review.ts';
import type { Role } from '#domain/shared/actor.ts';
import { accounts } from '#projections/accounts/projection.ts';
import { reviews } from '#projections/reviews/projection.ts';
import { ownReviewsOf, removedReviewsOf, reportedReviews, reviewsOfSeller } from '#projections/reviews/queries.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { BUYER, NOW, registered, SELLER } from '../given.ts';
import { fill } from '../harness.ts';
import { interleave } from '../transactions/transactionRows.ts';

const database = useDatabase();
const TRANSACTION = '1'.repeat(32);
const CLERK = 'd'.repeat(32);

const written = (text = 'Well packed.', at = NOW): DomainEvent => ({
  type: 'ReviewWritten',
  data: { at, authorId: BUYER, sellerId: SELLER, rating: 4, text },
});
const answered: DomainEvent = { type: 'ReviewAnswered', data: { at: NOW + 1, authorId: SELLER, text: 'Thank you.' } };
const reported = (part: ReviewPart, authorId: string, byWording = false): DomainEvent => ({
  type: 'ReviewReported',
  data: { at: NOW + 2, authorId, part, byWording, reason: 'Untrue' },
});
const resolved = (part: ReviewPart, outcome: 'kept' | 'removed'): DomainEvent => ({
  type: 'ReviewReportResolved',
  data: { at: NOW + 3, authorId: CLERK, part, outcome, note: 'By our rules' },
});
const erased: DomainEvent = { type: 'AccountErased', data: { at: NOW + 4 } };

const PEOPLE = {
  [`account-${SELLER}`]: [registered({ username: 'sam' })],
  [`account-${BUYER}`]: [registered({ username: 'bea' })],
  [`account-${CLERK}`]: [registered({ username: 'clerk' })],
};
const given = (streams: Record<string, DomainEvent[]>) =>
  fill(database.knex, [accounts, reviews], interleave({ ...PEOPLE, ...streams }));
const ofTransaction = (...events: DomainEvent[]) => given({ [`review-${TRANSACTION}`]: events });

const shown = async (viewer?: string, page = 1) =>
  sellerReviews.parse(await reviewsOfSeller(database.knex, SELLER, { page, limit: 10 }, viewer));
const toStaff = async (
  state: 'open' | 'resolved' | 'all',
  role: Role = 'staff',
  id = 'e'.repeat(32),
  about: string | undefined = undefined,
) =>
  reviewReportPage.parse(
    await reportedReviews(database.knex, { page: 1, limit: 20, state, about }, { id, roles: [role] }),
  );

test('lists only the reported texts of one account', async () => {
  await ofTransaction(written(), answered, reported('review', SELLER), reported('answer', SELLER, true));
  const parts = async (about: string) =>
    (await toStaff('all', 'staff', undefined, about)).reports.map(({ part }) => part);
  expect(await parts(BUYER)).toEqual(['review']);
  expect(await parts(SELLER)).toEqual(['answer']);
});

test('shows a review with its stars and answer, and no names', async () => {
  await ofTransaction(written(), answered);
  const { reviews: found, total } = await shown();
  expect(total).toBe(1);
  expect(found).toEqual([
    {
      _id: TRANSACTION,
      rating: 4,
      text: 'Well packed.',
      writtenAt: new Date(NOW).toISOString(),
      answer: { text: 'Thank you.', answeredAt: new Date(NOW + 1).toISOString() },
      own: null,
      answerable: false,
    },
  ]);
  expect(JSON.stringify(found)).not.toMatch(/bea|sam/);
});

test('marks the author’s own review, and lets the seller answer once', async () => {
  await ofTransaction(written());
  const own = async (viewer: string) => (await shown(viewer)).reviews.map((one) => [one.own, one.answerable]);
  expect(await own(BUYER)).toEqual([['review', false]]);
  expect(await own(SELLER)).toEqual([['answer', true]]);
  await ofTransaction(written(), answered);
  expect(await own(SELLER)).toEqual([['answer', false]]);
});

test('pages through reviews, newest first', async () => {
  const id = (n: number) => String(n).padStart(32, '0');
  await given(
    Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`review-${id(n)}`, [written(`No ${n}`, NOW + n)]])),
  );
  const first = await shown();
  expect([first.reviews[0]?.text, first.reviews.length, first.total, first.hasMore]).toEqual(['No 10', 10, 11, true]);
  const second = await shown(undefined, 2);
  expect([second.reviews.map(({ text }) => text), second.hasMore]).toEqual([['No 0'], false]);
});

test('shows staff a report with its reasons, an auditor only the report, and hides removed reviews', async () => {
  await ofTransaction(written(), answered, reported('review', SELLER), reported('answer', SELLER, true));
  const { reports, totalCount } = await toStaff('open');
  expect(totalCount).toBe(2);
  expect(reports.map(({ part, author, text, answers }) => [part, author.username, text, answers])).toEqual([
    ['answer', 'sam', 'Thank you.', 'Well packed.'],
    ['review', 'bea', 'Well packed.', null],
  ]);
  expect(reports.flatMap((one) => one.reports.map(({ reporter }) => reporter?.username))).toEqual([undefined, 'sam']);
  expect((await toStaff('open', 'auditor')).reports[0]?.reports[0]?.reason).not.toBe('Untrue');

  await ofTransaction(written(), answered, reported('answer', BUYER), resolved('answer', 'removed'));
  expect((await shown(SELLER)).reviews.map(({ answer, answerable }) => [answer, answerable])).toEqual([[null, false]]);
  expect((await toStaff('open')).totalCount).toBe(0);
  expect((await toStaff('resolved')).reports[0]?.resolution).toMatchObject({
    outcome: 'removed',
    note: 'By our rules',
    by: { username: 'clerk' },
  });

  await ofTransaction(written(), answered, reported('review', SELLER), resolved('review', 'removed'));
  expect((await shown()).reviews).toEqual([]);
  expect((await shown()).total).toBe(0);
});

test('hides and does not count reports for their author, seller and reporter', async () => {
  await ofTransaction(written(), answered, reported('answer', CLERK));
  const found = async (id: string) => {
    const { reports, totalCount } = await toStaff('all', 'staff', id);
    return [reports.length, totalCount];
  };
  expect(await Promise.all([BUYER, SELLER, CLERK].map(found))).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
  ]);
  expect(await found('e'.repeat(32))).toEqual([1, 1]);
  await ofTransaction(written(), answered, reported('answer', BUYER), reported('review', CLERK));
  expect((await toStaff('all', 'staff', CLERK)).reports.map(({ part }) => part)).toEqual(['answer']);
});

test('shows the reason of a removal to the author only', async () => {
  const removedOf = async (account: string) => {
    const found = await removedReviewsOf(database.knex, TRANSACTION, account);
    return found && removedReviews.parse(found).removed;
  };
  const both = [written(), answered, reported('review', SELLER), reported('answer', BUYER)];
  await ofTransaction(...both, resolved('review', 'removed'), resolved('answer', 'kept'));
  expect(await removedOf(BUYER)).toEqual([
    { part: 'review', text: 'Well packed.', reason: 'By our rules', removedAt: new Date(NOW + 3).toISOString() },
  ]);
  expect([await removedOf(SELLER), await removedOf(CLERK)]).toEqual([[], undefined]);
  await ofTransaction(...both, resolved('review', 'kept'), resolved('answer', 'removed'));
  expect(await removedOf(BUYER)).toEqual([]);
  expect(await removedOf(SELLER)).toMatchObject([{ part: 'answer', text: 'Thank you.', reason: 'By our rules' }]);
});

test('opens again for a later report of a kept review', async () => {
  await ofTransaction(written(), reported('review', SELLER), resolved('review', 'kept'), reported('review', CLERK));
  expect((await toStaff('open')).reports[0]?.resolution).toBeNull();
  expect((await shown()).total).toBe(1);
});

test('exports an account’s texts, and erases them with the account', async () => {
  const story = [written(), answered, reported('review', SELLER), resolved('review', 'kept')];
  await ofTransaction(...story);
  const own = await ownReviewsOf(database.knex, SELLER);
  expect(own.written).toMatchObject([
    { transactionId: TRANSACTION, part: 'answer', text: 'Thank you.', removed: false },
  ]);
  expect(own.reported).toMatchObject([{ transactionId: TRANSACTION, part: 'review', reason: 'Untrue' }]);
  const gone = [registered({ username: 'bea' }), erased];
  const streams = { [`review-${TRANSACTION}`]: story, ...PEOPLE, [`account-${BUYER}`]: gone };
  await fill(database.knex, [accounts, reviews], interleave(streams));
  const text = JSON.stringify([await toStaff('all'), await ownReviewsOf(database.knex, BUYER)]);
  expect(text).not.toContain('Well packed.');
  expect(text).toContain('Untrue');
});
