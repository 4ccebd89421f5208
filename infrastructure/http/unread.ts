import type { Request, RequestHandler, Response } from 'express';
import { networkOf } from './rateLimits.ts';

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;

export type Allowance = {
  /** The bytes that a sender may waste at full speed: one upload of the largest kind. */
  atOnce: number;
  /** Bytes per second that refill the allowance. */
  aSecond: number;
  /** A connection that waits longer for its allowance is closed. ms. */
  wait: number;
  /** The total time for the rest of a request. ms. */
  longest: number;
};

const ALLOWANCE: Allowance = {
  atOnce: 40 * MEGABYTE,
  aSecond: 256 * KILOBYTE,
  wait: 5_000,
  longest: 120_000,
};

/** Above this number of senders, full allowances are dropped from memory. */
const MANY = 1_000;

/** The sender; known after the session check. */
const senderOf = (request: Request, { locals }: Response): string =>
  typeof locals.sender === 'string' ? locals.sender : networkOf(request.ip ?? '');

/**
 * Input that arrives after the answer. A browser reads the answer only after sending everything, so honest senders must be drained. Node
 * would drain everybody at full speed, and garbage collection would then stall all others.
 */
export const throwAwayUnread = ({ atOnce, aSecond, wait, longest }: Allowance = ALLOWANCE): RequestHandler => {
  const senders = new Map<string, { left: number; at: number }>();
  const leftOf = (sender: string, now: number): number => {
    const known = senders.get(sender);
    return known ? Math.min(atOnce, known.left + ((now - known.at) / 1_000) * aSecond) : atOnce;
  };
  /** Returns how long to stop reading from this sender. ms. */
  const spend = (sender: string, bytes: number): number => {
    const now = performance.now();
    const left = leftOf(sender, now) - bytes;
    senders.set(sender, { left, at: now });
    if (senders.size > MANY)
      for (const other of senders.keys()) if (leftOf(other, now) >= atOnce) senders.delete(other);
    return left >= 0 ? 0 : (-left / aSecond) * 1_000;
  };

  const throwAway = (request: Request, sender: string): void => {
    let waited = 0;
    let goOn: NodeJS.Timeout | undefined;
    const end = (): void => void request.socket.destroy();
    const cut = setTimeout(end, longest);
    const done = (): void => {
      clearTimeout(cut);
      clearTimeout(goOn);
    };
    request.once('end', done).once('close', done);
    // an earlier reader would continue at full speed
    const alone = (): void => void request.removeAllListeners('readable');
    alone();
    setImmediate(alone);
    request.on('data', ({ length }: Buffer) => {
      const pause = spend(sender, length);
      if (pause === 0) return;
      if (waited + pause > wait) return end();
      waited += pause;
      request.pause();
      clearTimeout(goOn);
      goOn = setTimeout(() => request.resume(), pause);
    });
    // before Node checks for a reader
    request.read();
  };

  return (request, response, next) => {
    response.prependOnceListener('finish', () => {
      if (!request.complete && !request.destroyed) throwAway(request, senderOf(request, response));
    });
    next();
  };
};
