import { expect, test } from 'vitest';
import { choicesOf, divide, heldOf, isSplit } from '#web/transactions/components/cases/decide/division.ts';
import { aCaseFile } from './aCase.ts';

const held = heldOf(aCaseFile());

test('computes the fee as held money beyond the largest partial refund', () => {
  expect(held).toEqual({ held: 17_115, least: 0, most: 16_300, fee: 815 });
});

test.each([
  ['release', '', { toBuyer: 0, toSeller: 16_300, fee: 815 }],
  ['part', '60', { toBuyer: 6000, toSeller: 10_300, fee: 815 }],
  ['part', '€60,50', { toBuyer: 6050, toSeller: 10_250, fee: 815 }],
  ['part', '€ 103,00', { toBuyer: 10_300, toSeller: 6000, fee: 815 }],
  ['part', '163.00', { toBuyer: 16_300, toSeller: 0, fee: 815 }],
  ['refund', '', { toBuyer: 17_115, toSeller: 0, fee: 0 }],
] as const)('divides all held money for %s %s as %j', (choice, typed, parts) => {
  const division = divide(choice, typed, held);
  expect(division).toEqual(parts);
  expect(parts.toBuyer + parts.toSeller + parts.fee).toBe(held.held);
});

test.each(['', '0', 'sixty', '-5', '60.123', '163.01', '171.15', '500'])('rejects a part of %j', (typed) => {
  expect(isSplit(divide('part', typed, held))).toBe(false);
});

test('rejects an ambiguous part', () => {
  expect(divide('part', '1.250', held)).toEqual({
    failure: 'Unclear: for €1,250.00 write 1250, otherwise use at most two decimals',
  });
});

test('refunds an overpayment also on a release', () => {
  const { sums, ...file } = aCaseFile();
  const over = heldOf({ ...file, sums: { ...sums, held: 181.15, mostPartialRefund: 173 } });
  expect(divide('release', '', over)).toEqual({ toBuyer: 1_000, toSeller: 16_300, fee: 815 });
  expect(divide('part', '9.99', over)).toEqual({
    failure: 'At least €10.00 must be refunded: it was paid on top of the total.',
  });
});

test('names the way to a full refund between the two limits', () => {
  expect(divide('part', '171.15', held)).toEqual({
    failure: 'This leaves less than our fee. Refund €163.00 or less, or choose “Refund everything”.',
  });
});

test.each([
  ['0', 'To refund nothing, choose “Release to the seller”.'],
  ['0,00', 'To refund nothing, choose “Release to the seller”.'],
  ['', 'Please enter the refund amount'],
  ['171.16', 'Only €171.15 is held.'],
  ['500', 'Only €171.15 is held.'],
])('says what is wrong with a part of %j', (typed, failure) => {
  expect(divide('part', typed, held)).toEqual({ failure });
});

test('leaves only the full refund when the seller can get nothing', () => {
  const { sums, ...file } = aCaseFile();
  const buyers = heldOf({ ...file, sums: { ...sums, mostPartialRefund: 0 } });
  expect(choicesOf(buyers)).toEqual(['refund']);
  for (const choice of ['release', 'part'] as const)
    expect(divide(choice, '60', buyers)).toEqual({
      failure: 'None of this money can go to the seller: all of it is refunded.',
    });
  expect(divide('refund', '', buyers)).toEqual({ toBuyer: 17_115, toSeller: 0, fee: 0 });
});
