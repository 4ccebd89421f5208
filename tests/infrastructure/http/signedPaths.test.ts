import { expect, test } from 'vitest';
import { openSignedPaths } from '#infrastructure/http/signedPaths.ts';

const PATH = '/api/messages/conversation/a-b-c/image/m';
const MINUTE = 60_000;
let now = Date.UTC(2026, 0, 1, 12, 0, 10);
const paths = openSignedPaths('a secret of the product', () => now);

const queryOf = (signed: string) => Object.fromEntries(new URL(signed, 'http://x').searchParams);

test('a signed link opens only its own path, for 5 to 10 minutes', () => {
  const began = now;
  const query = queryOf(paths.sign(PATH));
  expect(paths.isSigned(PATH, query)).toBe(true);
  expect(paths.isSigned(`${PATH}2`, query)).toBe(false);
  now = began + 5 * MINUTE;
  expect(paths.isSigned(PATH, query)).toBe(true);
  now = began + 10 * MINUTE;
  expect(paths.isSigned(PATH, query)).toBe(false);
  now = began;
});

test('a path keeps its signature for some minutes, so that browsers can cache', () => {
  const first = paths.sign(PATH);
  now += MINUTE;
  expect(paths.sign(PATH)).toBe(first);
  now += 5 * MINUTE;
  expect(paths.sign(PATH)).not.toBe(first);
});

test('another secret, a longer expiry and a missing signature open nothing', () => {
  const query = queryOf(paths.sign(PATH));
  expect(openSignedPaths('another secret', () => now).isSigned(PATH, query)).toBe(false);
  expect(paths.isSigned(PATH, { ...query, expires: String(Number(query.expires) + 1) })).toBe(false);
  expect(paths.isSigned(PATH, { expires: query.expires })).toBe(false);
  expect(paths.isSigned(PATH, {})).toBe(false);
});
