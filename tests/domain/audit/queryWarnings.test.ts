import { expect, test } from 'vitest';
import { parseQuery } from '#domain/audit/eventQuery.ts';
import { queryWarnings } from '#domain/audit/queryWarnings.ts';

const warnings = (query: string): string[] => {
  const parsed = parseQuery(query);
  if (!parsed.ok) throw new Error(parsed.fault.message);
  return queryWarnings(parsed.terms);
};
const TIME = 'No time is within all these days: the end is before the beginning.';
const AMOUNT = 'No amount is within all these limits: the highest is below the lowest.';

test('says that OR, AND and NOT are words, and what to write instead', () => {
  expect(warnings('type:Dispute* OR type:Refund*')).toEqual([
    '“OR” is searched as a word. To find any of several values, put commas between them: type:Dispute*,Refund*.',
  ]);
  expect(warnings('AND NOT refund')).toHaveLength(2);
  expect(warnings('this or that')).toEqual([]);
});

test.each([
  ['after:2026-11-20 before:2026-11-10', [TIME]],
  ['after:2026-11-20 before:2026-11-20', [TIME]],
  ['on:2026-11-20 on:2026-11-21', [TIME]],
  ['amount:>100 amount:<50', [AMOUNT]],
  ['amount:200..100', [AMOUNT]],
  ['amount:>100 amount:<100.01', [AMOUNT]],
])('warns that %s can match nothing', (query, expected) => {
  expect(warnings(query)).toEqual(expected);
});

test.each([
  'after:2026-11-10 before:2026-11-20',
  'after:2026-11-20 on:2026-11-20',
  'amount:>100 -amount:<50',
  'amount:100..100',
])('does not warn of %s', (query) => expect(warnings(query)).toEqual([]));
