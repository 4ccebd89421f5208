import { EventEmitter } from 'node:events';
import type { Request } from 'express';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SLOWEST, watchPace } from '#infrastructure/http/uploadPace.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

/** Sends this many bytes a second for a minute; returns for how many seconds it lasted. */
const secondsAt = async (bytesASecond: number): Promise<number> => {
  const upload = Object.assign(new EventEmitter(), { readableEnded: false });
  let refused: string | undefined;
  const end = watchPace(upload as unknown as Request, SLOWEST, ({ code }) => {
    refused ??= code;
  });
  let seconds = 0;
  for (; seconds < 60 && refused === undefined; seconds++) {
    upload.emit('data', Buffer.alloc(bytesASecond));
    vi.advanceTimersByTime(1_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  end();
  expect(refused).toBe(seconds < 60 ? 'uploadTooSlow' : undefined);
  return seconds;
};

test('accepts an upload of 10 KB a second and ends a slower one after ten seconds', async () => {
  expect(await secondsAt(10_000)).toBe(60);
  expect(await secondsAt(9_900)).toBe(10);
  expect(await secondsAt(0)).toBe(10);
});
