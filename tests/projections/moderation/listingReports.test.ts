import { expect, test } from 'vitest';
import type { Recorded } from '#application/ports/eventCodec.ts';
import type { DomainEvent } from '#domain/events.ts';
import { listingReports } from '#projections/moderation/projection.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { BUYER, NOW, SELLER } from '../given.ts';
import { contentsOf, fill } from '../harness.ts';
import { interleave } from '../transactions/transactionRows.ts';

const database = useDatabase();

const LISTING = '1'.repeat(32);
const STAFF = '2'.repeat(32);
const ofCase = { at: NOW, case: 1, sellerId: SELLER };

const REPORTED: DomainEvent = {
  type: 'ListingReported',
  data: { ...ofCase, reporterId: BUYER, ground: 'misleading', explanation: 'a copy', listingRevision: 3 },
};
const DECIDED: DomainEvent = {
  type: 'ListingReportDecided',
  data: {
    ...ofCase,
    reporters: [BUYER],
    outcome: 'nothing',
    basis: 'terms',
    ownAccord: false,
    statement: 'an original',
    by: STAFF,
    complainUntil: NOW + 1,
  },
};
const COMPLAINT: DomainEvent = {
  type: 'ListingComplaintMade',
  data: { ...ofCase, complainantId: BUYER, text: 'look again' },
};
const REVERSED: DomainEvent = {
  type: 'ListingComplaintDecided',
  data: {
    ...ofCase,
    at: NOW + 2,
    reporters: [BUYER],
    outcome: 'reversed',
    removed: true,
    statement: 'a copy after all',
    by: STAFF,
  },
};
const ERASED: DomainEvent = { type: 'AccountErased', data: { at: NOW } };

const REPORT = { [`notice-${LISTING}`]: [REPORTED, DECIDED, COMPLAINT, REVERSED] };

const rowsAfter = async (history: Recorded[], sizes?: readonly number[]) => {
  await fill(database.knex, [listingReports], history, sizes);
  return contentsOf(database.knex, listingReports);
};

test('keeps a case with its reports, decision and complaint', async () => {
  const { cases, reports } = await rowsAfter(interleave(REPORT));
  expect(cases).toMatchObject([
    {
      listing_id: LISTING,
      no: 1,
      moved_at: NOW + 2,
      outcome: 'nothing',
      own_accord: false,
      statement: 'an original',
      complaint: 'look again',
      answer: 'reversed',
      removed: true,
      answer_statement: 'a copy after all',
    },
  ]);
  expect(reports).toEqual([
    {
      listing_id: LISTING,
      no: 1,
      reporter_id: BUYER,
      ground: 'misleading',
      explanation: 'a copy',
      revision: 3,
      at: NOW,
    },
  ]);
});

test('drops what a reporter wrote with the account, before and after the erasure', async () => {
  const erased = interleave({ [`account-${BUYER}`]: [ERASED] });
  for (const history of [
    [...interleave(REPORT), ...erased],
    [...erased, ...interleave(REPORT)],
  ])
    expect(await rowsAfter(history)).toMatchObject({
      cases: [{ statement: 'an original', complaint: null, complainant_id: BUYER }],
      reports: [{ explanation: null, reporter_id: BUYER }],
    });
});

test('drops the statements about an erased seller', async () => {
  const erased = interleave({ [`account-${SELLER}`]: [ERASED] });
  for (const history of [
    [...interleave(REPORT), ...erased],
    [...erased, ...interleave(REPORT)],
  ])
    expect(await rowsAfter(history)).toMatchObject({
      cases: [{ statement: null, answer_statement: null, complaint: 'look again' }],
      reports: [{ explanation: 'a copy' }],
    });
});

test('is the same in any batching', async () => {
  const history = interleave({ ...REPORT, [`account-${BUYER}`]: [ERASED] }, [0, 0, 1, 0]);
  const whole = await rowsAfter(history);
  for (const sizes of [[1], [2], [3]]) expect(await rowsAfter(history, sizes)).toEqual(whole);
});
