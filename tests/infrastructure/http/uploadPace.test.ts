import { EventEmitter } from 'node:events';
import type { Request } from 'express';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SLOWEST, watchPace } from '#infrastructure/http/uploadPace.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setImmediate'] }));
afterEach(() => void vi.useRealTimers());

/** So many bytes each second, for a minute; how many seconds it went on. */
const secondsAt = (bytesASecond: number): number => {
  const upload = Object.assign(new EventEmitter(), { readableEnded: false });
  let refused: string | undefined;
  const end = watchPace(upload as unknown as Request, SLOWEST, ({ code }) => {
    refused ??= code;
  });
  let seconds = 0;
  for (; seconds < 60 && refused === undefined; seconds++) {
    upload.emit('data', Buffer.alloc(bytesASecond));
    vi.advanceTimersByTime(1_000);
    // what it looks at is read by then
    vi.advanceTimersByTime(0);
  }
  end();
  expect(refused).toBe(seconds < 60 ? 'uploadTooSlow' : undefined);
  return seconds;
};

test('an upload of 10 KB a second goes on, a slower one ends after ten seconds', () => {
  expect(secondsAt(10_000)).toBe(60);
  expect(secondsAt(9_900)).toBeLessThanOrEqual(11);
  expect(secondsAt(0)).toBeLessThanOrEqual(11);
});
