import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTilePath, tilePath, widthIn } from '#application/transparency/tiles.ts';
import { property } from '#tests/support/property.ts';

test('gives a tile its path in the format', () => {
  expect(tilePath({ level: 0, index: 1_234_067, width: 256 })).toBe('0/x001/x234/067');
  expect(tilePath({ level: 1, index: 0, width: 17 })).toBe('1/000.p/17');
  expect(readTilePath('0/x001/x234/067')).toEqual({ level: 0, index: 1_234_067, width: 256 });
});

property([fc.nat(63), fc.nat({ max: 2 ** 31 }), fc.integer({ min: 1, max: 256 })])(
  'leads from each path back to its tile',
  (level, index, width) => {
    expect(readTilePath(tilePath({ level, index, width }))).toEqual({ level, index, width });
  },
);

test.each([
  '0/1',
  '0/0001',
  '00/001',
  '0/x000/001',
  '0/001.p/0',
  '0/001.p/256',
  '0/001.p/017',
  'entries/001',
  '0/001/',
  '',
])('rejects another spelling of a path: %s', (path) => {
  expect(readTilePath(path)).toBeUndefined();
});

test('gives a tree of 70,000 leaves the tiles of the example', () => {
  const widths = (level: number, count: number) =>
    Array.from({ length: count }, (_, index) => widthIn(70_000, { level, index }));
  expect(widths(0, 275)).toEqual([...Array(273).fill(256), 112, 0]);
  expect(widths(1, 3)).toEqual([256, 17, 0]);
  expect(widths(2, 2)).toEqual([1, 0]);
});
