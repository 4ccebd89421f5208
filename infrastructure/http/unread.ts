import type { Request, RequestHandler, Response } from 'express';
import { networkOf } from './rateLimits.ts';

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;

export type Allowance = {
  /** Bytes of a sender that are thrown away as fast as they come: one upload of the largest kind. */
  atOnce: number;
  /** Bytes a second in which that fills again. */
  aSecond: number;
  /** A connection that has waited so long for it is ended, ms. */
  wait: number;
  /** However slowly it comes, ms. */
  longest: number;
};

const ALLOWANCE: Allowance = {
  atOnce: 40 * MEGABYTE,
  aSecond: 256 * KILOBYTE,
  wait: 5_000,
  longest: 120_000,
};

/** Full allowances are forgotten once so many senders are known. */
const MANY = 1_000;

/** Who sent it: known once a session was read. */
const senderOf = (request: Request, { locals }: Response): string =>
  typeof locals.sender === 'string' ? locals.sender : networkOf(request.ip ?? '');

/**
 * What is still sent when the answer is out. A browser reads an answer only when it has sent everything, so that an honest sender is
 * listened to; but Node would do so for everybody, at full speed, and each read is memory that V8 stops all others for to clear away.
 */
export const throwAwayUnread = ({ atOnce, aSecond, wait, longest }: Allowance = ALLOWANCE): RequestHandler => {
  const senders = new Map<string, { left: number; at: number }>();
  const leftOf = (sender: string, now: number): number => {
    const known = senders.get(sender);
    return known ? Math.min(atOnce, known.left + ((now - known.at) / 1_000) * aSecond) : atOnce;
  };
  /** Answers how long nothing more is to be read of this sender, ms. */
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
    // who had begun to read it would go on as fast as it comes
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
    // before Node looks whether anybody reads it
    request.read();
  };

  return (request, response, next) => {
    response.prependOnceListener('finish', () => {
      if (!request.complete && !request.destroyed) throwAway(request, senderOf(request, response));
    });
    next();
  };
};
