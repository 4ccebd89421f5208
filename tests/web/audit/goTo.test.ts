import { expect, test } from 'vitest';
import { durationInShort } from '#domain/shared/durations.ts';
import { DAY } from '#domain/shared/instants.ts';
import { goTo } from '#web/audit/components/workbench/goTo.ts';
import type { Row } from '#web/audit/components/workbench/rows.ts';
import { scaleOf, sizesOf, wordsAt } from '#web/audit/components/workbench/stripPicture.ts';

const FIRST = Date.UTC(2026, 10, 25, 13, 0, 0);
const rows = ['TransactionCreated', 'PaymentCaptured', 'DisputeOpened', 'DisputeContested'].map(
  (type, revision) => ({ revision, index: revision, type, instant: FIRST + revision * DAY, lane: 'buyer' }) as Row,
);
const find = (text: string, zone: 'utc' | 'amsterdam' | 'elapsed' = 'utc', at = 0) => goTo(text, rows, { zone, at });

test.each([
  ['2026-11-26 13:00:00', 'utc', 1],
  ['2026-11-26 12:59:59', 'utc', 0],
  ['2026-11-26 13:59', 'amsterdam', 0],
  ['2026-11-26 14:00', 'amsterdam', 1],
  ['26 Nov 2026, 14:00:00', 'amsterdam', 1],
  ['2026-11-26T13:00:00Z', 'amsterdam', 1],
  ['27 November 2026', 'utc', 2],
  ['+1d', 'elapsed', 1],
  ['+23 h', 'elapsed', 0],
  ['last Dispute', 'utc', 3],
  ['Dispute', 'utc', 2],
  ['first', 'utc', 0],
  ['#2', 'utc', 2],
] as const)('reads %s in the zone %s', (text, zone, revision) => {
  expect(find(text, zone)).toEqual({ revision });
});

test('reads no day that does not exist', () => {
  expect(find('2026-02-30')).toMatchObject({ problem: expect.stringContaining('is no event, time or kind') });
});

test('rounds a duration to the nearest minute, so that six days stay six days', () => {
  expect([6 * DAY, 6 * DAY - 1_000, 6 * DAY - 60_000].map(durationInShort)).toEqual(['6 d 0 h', '6 d 0 h', '5 d 23 h']);
});

const DATA = {
  rows,
  lanes: ['buyer', 'seller'],
  money: [[0], [17_115], [17_115], [17_115]],
  spans: [{ kind: 'shipment', dueAt: FIRST + 3 * DAY, from: 1, until: 2 }] as never,
  deadlineWord: () => 'Ship',
  sumWord: (cents: number) => `€${cents / 100}`,
  zone: 'utc' as const,
  now: FIRST + 3 * DAY,
};

test('says in words what the timeline shows at a place', () => {
  const scale = scaleOf(DATA, 1000);
  const sizes = sizesOf(DATA, scale);
  const x = scale.toX(FIRST + DAY);
  const at = (x: number, y: number) => wordsAt({ x, y }, DATA, scale, sizes, 1000);
  expect(at(x, 5)).toBe('1 PaymentCaptured, 26 Nov 2026, 13:00:00 UTC');
  expect(at(x, 25)).toBe('');
  expect(at(x + 5, sizes.lanes + 5)).toBe('€171.15 in escrow');
  expect(at(x + 5, sizes.lanes + sizes.money + 6)).toBe(
    'Ship\ndue 28 Nov 2026, 13:00:00 UTC\narmed by event 1, ended by event 2',
  );
});
