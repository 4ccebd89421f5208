import { expect, test } from 'vitest';
import { codeAt, newSecret, stepOf } from '#infrastructure/accounts/totp.ts';

const SECOND = 1_000;

test('accepts a code for its thirty seconds and the thirty after them, never before', () => {
  const secret = newSecret();
  const begin = Date.UTC(2026, 10, 25, 12, 0, 0);
  const code = codeAt(secret, begin + 10 * SECOND);
  const step = begin / 30 / SECOND;
  const rightFor: number[] = [];
  for (let second = -90; second < 150; second++)
    if (stepOf(secret, code, begin + second * SECOND) === step) rightFor.push(second);
    else expect(stepOf(secret, code, begin + second * SECOND)).toBeUndefined();
  expect([rightFor.length, rightFor[0], rightFor.at(-1)]).toEqual([60, 0, 59]);
});

test('accepts a code in groups, as apps show it', () => {
  const secret = newSecret();
  const begin = Date.UTC(2026, 10, 25, 12, 0, 0);
  const code = codeAt(secret, begin);
  expect(stepOf(secret, `${code.slice(0, 3)} ${code.slice(3)}`, begin)).toBe(begin / 30 / SECOND);
});
