import { expect, test } from 'vitest';
import { backOff } from '#application/streams/backOff.ts';
import { sleep } from '#application/streams/sleep.ts';

test('each failure doubles the time until the next attempt, up to the longest', () => {
  const waits = [1, 2, 3, 4, 5].map((failures) => backOff(failures, { first: 50, longest: 300 }));
  expect(waits).toEqual([50, 100, 200, 300, 300]);
});

test('nothing is waited for longer than five minutes, however often it failed', () => {
  expect(backOff(10_000, { first: 1_000 })).toBe(300_000);
});

test('a sleep ends when its signal aborts, before or meanwhile', async () => {
  const signal = AbortSignal.abort();
  await sleep(3_600_000, signal);
  const waking = new AbortController();
  const sleeping = sleep(3_600_000, waking.signal);
  waking.abort();
  await sleeping;
  expect(waking.signal.aborted).toBe(true);
});
