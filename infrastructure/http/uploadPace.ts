import type { Request } from 'express';
import { RequestFault } from './errors.ts';

/** The minimum number of bytes per interval. */
export type Pace = { bytes: number; everyMs: number };

/** 10 KB/s, measured over a time that bridges a short loss of signal. */
export const SLOWEST: Pace = { bytes: 100_000, everyMs: 10_000 };

const tooSlow = () =>
  new RequestFault(408, 'uploadTooSlow', 'The upload was too slow or stopped. Please try again.', {
    headers: { Connection: 'close' },
  });

/** Calls `fail` if an upload is slower than the pace. Returns a function that stops the check. */
export const watchPace = (request: Request, { bytes, everyMs }: Pace, fail: (fault: RequestFault) => void) => {
  let come = 0;
  const count = (chunk: Buffer) => {
    come += chunk.length;
  };
  request.on('data', count);
  const look = () => {
    if (come < bytes && !request.readableEnded) fail(tooSlow());
    come = 0;
  };
  // check after reading the input: a busy process would otherwise take waiting senders for slow ones
  const timer = setInterval(() => setImmediate(look), everyMs);
  return (): void => {
    clearInterval(timer);
    request.off('data', count);
  };
};
