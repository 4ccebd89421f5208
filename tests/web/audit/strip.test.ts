import { expect, test } from 'vitest';
import { MONEY_BAND_NAMES } from '#domain/audit/replay/moneyBands.ts';
import { DAY, HOUR, MINUTE } from '#domain/shared/instants.ts';
import type { Row } from '#web/audit/components/workbench/rows.ts';
import {
  axisDay,
  BAND_COLOURS,
  cutsOf,
  datesOf,
  moneyBlocks,
  scaleOf,
  sizesOf,
  wordsAt,
} from '#web/audit/components/workbench/stripPicture.ts';
import type { Zone } from '#web/audit/components/workbench/zones.ts';

const FIRST = Date.UTC(2026, 10, 25, 13);
const WIDTH = 1000;
const rowsAt = (...instants: number[]) =>
  instants.map((instant, revision) => ({ revision, index: revision, instant, type: 'Event', lane: 'buyer' }) as Row);
const rows = rowsAt(...[0, 1, 2, 3].map((hours) => FIRST + hours * HOUR));
const bands = (sums: Record<string, number>) => MONEY_BAND_NAMES.map((name) => sums[name] ?? 0);
const armed = (kind: string, dueAt: number) => ({ kind, dueAt, from: 1, until: null }) as never;
const strip = (changes: Partial<Parameters<typeof wordsAt>[1]> = {}) => ({
  rows,
  lanes: ['buyer'],
  money: [],
  spans: [],
  deadlineWord: (kind: string) => kind,
  sumWord: (cents: number) => `€${cents / 100}`,
  zone: 'utc' as Zone,
  now: FIRST + 3 * HOUR,
  ...changes,
});

test('gives each band of the money its own sum, also after a partial refund', () => {
  const money = [bands({}), bands({ escrow: 63_399 }), bands({ payable: 51_399, refunded: 12_000 })];
  const data = strip({ rows: rows.slice(0, 3), money });
  const blocks = moneyBlocks(data, scaleOf(data, WIDTH), WIDTH);
  expect(blocks.map(({ band, cents }) => [MONEY_BAND_NAMES[band], cents])).toEqual([
    ['escrow', 63_399],
    ['payable', 51_399],
    ['refunded', 12_000],
  ]);
  const [, due, refunded] = blocks;
  expect(due!.top).toBeCloseTo(refunded!.top + refunded!.height);
});

test('draws and names the fee, so that no money goes missing at the end of the escrow', () => {
  const money = [
    bands({}),
    bands({ escrow: 4150 }),
    bands({ payable: 3950, fee: 200 }),
    bands({ paidOut: 3950, fee: 200 }),
  ];
  const data = strip({ money });
  const scale = scaleOf(data, WIDTH);
  const heights = moneyBlocks(data, scale, WIDTH).map(({ from, height }) => [from, height] as const);
  for (const row of rows.slice(1)) {
    const here = heights.filter(([from]) => from === scale.toX(row.instant));
    expect(here.reduce((sum, [, height]) => sum + height, 0)).toBeCloseTo(40);
  }
  const sizes = sizesOf(data, scale);
  const words = wordsAt({ x: scale.toX(rows[2]!.instant) + 3, y: sizes.lanes + 5 }, data, scale, sizes, WIDTH);
  expect(words).toBe('€39.5 due to the seller\n€2 our fee');
  expect(new Set(Object.values(BAND_COLOURS)).size).toBe(MONEY_BAND_NAMES.length);
});

test('leaves room for the money after the last event of an ended sale, which stays there', () => {
  const money = [bands({}), bands({ escrow: 100 }), bands({ payable: 100 }), bands({ paidOut: 100 })];
  for (const width of [WIDTH, 336]) {
    const data = strip({ money });
    const last = moneyBlocks(data, scaleOf(data, width), width).at(-1)!;
    expect(MONEY_BAND_NAMES[last.band]).toBe('paidOut');
    expect(last.to - last.from).toBeGreaterThanOrEqual(28);
    expect(last.to).toBeLessThanOrEqual(width);
  }
});

test.each([
  ['a moment ago', 3 * HOUR + MINUTE],
  ['half an hour ago', 3.5 * HOUR],
])('ends the money of an open sale at the present, %s after the last event', (_, since) => {
  const money = rows.map(() => bands({ escrow: 100 }));
  const data = strip({ money, spans: [armed('shipment', FIRST + 9 * DAY)], now: FIRST + since });
  const scale = scaleOf(data, WIDTH);
  const { to } = moneyBlocks(data, scale, WIDTH).at(-1)!;
  expect(to).toBeCloseTo(Math.max(scale.toX(FIRST + since), scale.toX(rows[3]!.instant) + 3));
  const sizes = sizesOf(data, scale);
  expect(wordsAt({ x: to - 1, y: sizes.lanes + 5 }, data, scale, sizes, WIDTH)).toBe('€1 in escrow');
  expect(wordsAt({ x: to + 2, y: sizes.lanes + 5 }, data, scale, sizes, WIDTH)).toBe('');
});

test('runs the axis of an open sale without a deadline to the present, a fifth further at most', () => {
  const money = rows.map(() => bands({ payable: 100 }));
  const end = (now: number) => scaleOf(strip({ money, now }), WIDTH).end - FIRST;
  expect([end(FIRST + 3.5 * HOUR), end(FIRST + 90 * DAY)]).toEqual([3.5 * HOUR, 3.6 * HOUR]);
});

test('marks each line of deadlines that go on after the axis, with the date', () => {
  const spans = [
    armed('shipment', FIRST + 3.5 * HOUR),
    armed('claim', FIRST + 14 * DAY),
    ...[5, 6, 7, 8, 9, 10].map((days) => armed('other', FIRST + days * DAY)),
  ];
  const data = strip({ spans });
  const scale = scaleOf(data, WIDTH);
  const cuts = cutsOf(data, sizesOf(data, scale));
  expect(cuts.map(({ date }) => date)).toEqual(['30 Nov', '01 Dec', '02 Dec', '03 Dec', '04 Dec', '09 Dec']);
  expect(cuts[0]!.words).toBe('other: due 30 Nov 2026, 13:00:00 UTC, after the timeline ends');
  expect(cuts.map(({ words }) => words).join('\n')).not.toContain('shipment');
  expect(cuts[4]!.words.split('\n')).toHaveLength(2);
  expect(cutsOf({ ...data, zone: 'elapsed' }, sizesOf(data, scale)).at(-1)?.date).toBe('+14 d');
});

const axis = (zone: Zone, from: number, to: number) =>
  datesOf(zone, scaleOf(strip({ rows: rowsAt(from, to) }), WIDTH), WIDTH);

test('names the day on which a timeline begins, once', () => {
  const scale = scaleOf(strip(), WIDTH);
  expect([axisDay('utc', scale), axisDay('elapsed', scale)]).toEqual(['25 Nov 2026', '']);
  expect(axisDay('amsterdam', { first: Date.UTC(2026, 10, 25, 23, 30) })).toBe('26 Nov 2026');
});

test.each([
  ['utc', Date.UTC(2026, 10, 26)],
  ['amsterdam', Date.UTC(2026, 10, 25, 23)],
  ['local', new Date(2026, 10, 26).getTime()],
] as const)('puts the days of the axis at midnight, %s', (zone, midnight) => {
  const from = Date.UTC(2026, 10, 25, 22, 48);
  const scale = scaleOf(strip({ rows: rowsAt(from, from + 10 * DAY) }), WIDTH);
  const marks = datesOf(zone, scale, WIDTH);
  expect(marks.slice(0, 3)).toEqual(
    ['26 Nov', '27 Nov', '28 Nov'].map((word, days) => ({ word, x: expect.closeTo(scale.toX(midnight + days * DAY)) })),
  );
});

test('keeps the days at midnight over a change of the clock', () => {
  const from = Date.UTC(2026, 9, 22, 12);
  const scale = scaleOf(strip({ rows: rowsAt(from, from + 8 * DAY) }), WIDTH);
  const marks = datesOf('amsterdam', scale, WIDTH);
  const xOf = (day: string) => marks.find(({ word }) => word === day)?.x;
  expect(xOf('25 Oct')).toBeCloseTo(scale.toX(Date.UTC(2026, 9, 24, 22)));
  expect(xOf('26 Oct')).toBeCloseTo(scale.toX(Date.UTC(2026, 9, 25, 23)));
});

test('writes the year of each day in a history of years', () => {
  expect(axis('utc', FIRST, FIRST + 800 * DAY)[0]?.word).toMatch(/^\d\d \w{3} 202\d$/);
});

test.each([
  ['three days', 0, 3 * DAY, 'utc', ['18:00', '26 Nov', '06:00', '12:00', '18:00', '27 Nov', '06:00']],
  ['three days', 0, 3 * DAY, 'amsterdam', ['18:00', '26 Nov', '06:00', '12:00', '18:00', '27 Nov', '06:00']],
  ['three days', 0, 3 * DAY, 'elapsed', ['+0 s', '+6 h', '+12 h', '+18 h', '+1 d', '+1 d 6 h', '+1 d 12 h']],
  ['four hours', 0, 4 * HOUR, 'utc', ['13:00', '14:00', '15:00', '16:00']],
  ['four hours from 13:48', 48 * MINUTE, 4 * HOUR, 'utc', ['14:00', '15:00', '16:00', '17:00']],
  ['a night', 10 * HOUR, 4 * HOUR, 'utc', ['23:00', '26 Nov', '01:00', '02:00', '03:00']],
  ['ten seconds', 0, 10_000, 'utc', ['13:00:00', '13:00:01', '13:00:02', '13:00:03', '13:00:04', '13:00:05']],
  ['one instant', 500, 0, 'utc', ['13:00:00']],
] as const)('repeats no mark of the axis in a history of %s', (_, from, length, zone, words) => {
  const marks = axis(zone, FIRST + from, FIRST + from + length).map(({ word }) => word);
  expect(marks.slice(0, words.length)).toEqual(words);
  expect(marks.filter((word, place) => word === marks[place - 1])).toEqual([]);
});
