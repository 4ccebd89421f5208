import { expect, test } from 'vitest';
import { MONEY_BAND_NAMES } from '#domain/audit/replay/moneyBands.ts';
import type { Row } from '#web/audit/components/workbench/rows.ts';
import { axisDay, moneyBlocks, scaleOf } from '#web/audit/components/workbench/stripPicture.ts';

const FIRST = Date.UTC(2026, 10, 25, 13);
const HOUR = 3_600_000;
const rows = [0, 1, 2, 3].map((revision) => ({ revision, instant: FIRST + revision * HOUR }) as Row);
const bands = (sums: Record<string, number>) => MONEY_BAND_NAMES.map((name) => sums[name] ?? 0);
const WIDTH = 1000;

test('gives each band of the money its own sum, also after a partial refund', () => {
  const money = [bands({}), bands({ escrow: 63_399 }), bands({ payable: 51_399, refunded: 12_000 })];
  const scale = scaleOf({ rows: rows.slice(0, 3), spans: [] }, WIDTH);
  const blocks = moneyBlocks({ rows: rows.slice(0, 3), money }, scale, WIDTH);
  expect(blocks.map(({ band, cents }) => [MONEY_BAND_NAMES[band], cents])).toEqual([
    ['escrow', 63_399],
    ['payable', 51_399],
    ['refunded', 12_000],
  ]);
  const [, due, refunded] = blocks;
  expect(due!.top).toBeCloseTo(refunded!.top + refunded!.height);
});

test('leaves room for the money after the last event, which stays there', () => {
  const money = [bands({}), bands({ escrow: 100 }), bands({ payable: 100 }), bands({ paidOut: 100 })];
  for (const width of [WIDTH, 336]) {
    const scale = scaleOf({ rows, spans: [] }, width);
    const last = moneyBlocks({ rows, money }, scale, width).at(-1)!;
    expect(MONEY_BAND_NAMES[last.band]).toBe('paidOut');
    expect(last.to - last.from).toBeGreaterThanOrEqual(28);
    expect(last.to).toBeLessThanOrEqual(width);
  }
});

test('names the day of a timeline that has only times, once', () => {
  const scale = scaleOf({ rows, spans: [] }, WIDTH);
  expect([axisDay('utc', scale), axisDay('elapsed', scale)]).toEqual(['25 Nov 2026', '']);
  expect(axisDay('utc', { ...scale, end: FIRST + 100 * HOUR })).toBe('');
});
