import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { alignedBy } from '#domain/audit/replay/alignment.ts';
import { property } from '#tests/support/property.ts';

const shown = (one: string, other: string) => {
  const { rows, divergence } = alignedBy([...one], [...other]);
  const lines = rows.map(
    (row) => `${row.one === null ? '-' : one[row.one]}${row.other === null ? '-' : other[row.other]}`,
  );
  return { lines: lines.join(' '), divergence };
};

describe('two histories side by side', () => {
  test.each([
    ['abc', 'abc', 'aa bb cc', null],
    ['abc', 'ab', 'aa bb c-', null],
    ['', 'ab', '-a -b', null],
    ['abxcd', 'abycd', 'aa bb x- -y cc dd', 2],
    ['abcd', 'acbd', 'aa b- cc -b dd', 1],
    ['x', 'y', 'x- -y', 0],
  ])('%s and %s', (one, other, lines, divergence) => {
    expect(shown(one, other)).toEqual({ lines, divergence });
  });

  const types = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 });
  property([types, types])('name each event once, in order, and pair only the same types', (one, other) => {
    const { rows } = alignedBy(one, other);
    const of = (side: 'one' | 'other') => rows.flatMap((row) => (row[side] === null ? [] : [row[side]]));
    expect([of('one'), of('other')]).toEqual([[...one.keys()], [...other.keys()]]);
    for (const row of rows) if (row.one !== null && row.other !== null) expect(one[row.one]).toBe(other[row.other]);
  });

  test('stay in order where both are too long to match', () => {
    const long = (type: string) => Array.from({ length: 3_000 }, () => type);
    const { rows, divergence } = alignedBy(['a', ...long('b')], ['a', ...long('c')]);
    expect([rows.length, divergence, rows[1], rows.at(-1)]).toEqual([
      6_001,
      1,
      { one: 1, other: null },
      { one: null, other: 3_000 },
    ]);
  });
});
