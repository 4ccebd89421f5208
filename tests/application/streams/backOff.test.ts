import { expect, test } from 'vitest';
import { backOff } from '#application/streams/backOff.ts';
import { sleep } from '#application/streams/sleep.ts';

test('doubles the delay with each failure, up to the maximum', () => {
  const waits = [1, 2, 3, 4, 5].map((failures) => backOff(failures, { first: 50, longest: 300 }));
  expect(waits).toEqual([50, 100, 200, 300, 300]);
});

test('never waits longer than five minutes', () => {
  expect(backOff(10_000, { first: 1_000 })).toBe(300_000);
});

test('ends a sleep when its signal aborts, before or during it', async () => {
  const signal = AbortSignal.abort();
  await sleep(3_600_000, signal);
  const waking = new AbortController();
  const sleeping = sleep(3_600_000, waking.signal);
  waking.abort();
  await sleeping;
  expect(waking.signal.aborted).toBe(true);
});
