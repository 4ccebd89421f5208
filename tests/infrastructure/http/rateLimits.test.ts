import type { Request } from 'express';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RequestFault } from '#infrastructure/http/errors.ts';
import { openRateLimits } from '#infrastructure/http/rateLimits.ts';
import { useDatabase } from '#tests/support/postgres.ts';

const database = useDatabase();
const HOUR = 60 * 60 * 1_000;
const BEGIN = Date.UTC(2026, 10, 23);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: BEGIN }));
afterEach(() => void vi.useRealTimers());

test('allows an address 100 wrong passwords a day, at any speed and from anywhere', async () => {
  const limits = openRateLimits(database.knex);
  const guessFrom = (network: number) =>
    limits.consume('signIn', { ip: `10.0.${network}.1`, body: { email: 'elena@example.com' } } as Request, undefined);
  for (let guess = 0; guess < 100; guess++) {
    // fewer than an hour may have
    if (guess % 25 === 0) vi.setSystemTime(Date.now() + HOUR + 1);
    await guessFrom(guess);
  }
  vi.setSystemTime(Date.now() + HOUR + 1);
  const refused = await guessFrom(200).catch((fault: unknown) => fault);
  expect(refused).toBeInstanceOf(RequestFault);
  expect(refused).toMatchObject({ status: 429, code: 'tooManyRequests' });

  vi.setSystemTime(BEGIN + 26 * HOUR);
  await guessFrom(201);
});
