import type { Request } from 'express';
import { RequestFault } from './errors.ts';

/** At least so many bytes in each such time. */
export type Pace = { bytes: number; everyMs: number };

/** 10 KB a second, and a tunnel of some seconds. */
export const SLOWEST: Pace = { bytes: 100_000, everyMs: 10_000 };

const tooSlow = () =>
  new RequestFault(408, 'uploadTooSlow', 'The upload was too slow or stopped. Please try again.', {
    headers: { Connection: 'close' },
  });

/** Tells `fail` when less has come than the pace demands. Answers how to end it. */
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
  // when what has come is read: a process that was held up would take for slow whoever waited for it
  const timer = setInterval(() => setImmediate(look), everyMs);
  return (): void => {
    clearInterval(timer);
    request.off('data', count);
  };
};
