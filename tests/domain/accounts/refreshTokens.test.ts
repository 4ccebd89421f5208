import { expect, test } from 'vitest';
import { SPENT_TOKEN } from '#domain/accounts/limits.ts';
import { judgeRefresh, type KnownTokens } from '#domain/accounts/refreshTokens.ts';

const AT = Date.UTC(2026, 10, 25, 12);
const known: KnownTokens = { generation: 5, good: 'five', spent: 'four', spentAt: AT, successor: true };
const five = { hash: 'five', generation: 5 };
const four = { hash: 'four', generation: 4 };

test('a valid token is spent when used, however old it is', () => {
  expect(judgeRefresh(five, known, AT)).toBe('next');
  expect(judgeRefresh(five, known, AT + 29 * 86_400_000)).toBe('next');
});

test('a spent token gets the same answer for a minute: tabs race, answers get lost', () => {
  expect(SPENT_TOKEN).toBe(60_000);
  expect(judgeRefresh(four, known, AT + SPENT_TOKEN)).toBe('again');
});

test('a spent token counts as reused after that minute', () => {
  expect(judgeRefresh(four, known, AT + SPENT_TOKEN + 1)).toBe('reused');
});

test('an older token counts as reused at once', () => {
  expect(judgeRefresh({ hash: 'three', generation: 3 }, known, AT)).toBe('reused');
});

test('a token replaced by a step-up has no successor', () => {
  const proven = { ...known, successor: false };
  expect(judgeRefresh(four, proven, AT + 1_000)).toBe('replaced');
  expect(judgeRefresh(four, proven, AT + SPENT_TOKEN + 1)).toBe('reused');
});

test('a token issued after a restored backup is not treated as stolen', () => {
  expect(judgeRefresh({ hash: 'six', generation: 6 }, known, AT)).toBe('unknown');
  expect(judgeRefresh({ hash: 'another five', generation: 5 }, known, AT)).toBe('unknown');
});

test('a session without tokens knows no token', () => {
  const none = { generation: 0, good: null, spent: null, spentAt: null, successor: false };
  expect(judgeRefresh({ hash: 'one', generation: 0 }, none, AT)).toBe('unknown');
});
