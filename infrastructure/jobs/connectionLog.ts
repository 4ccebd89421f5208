import type { Log } from '#application/ports/log.ts';

const MINUTE = 60_000;

/**
 * All queues share one connection and each reports its failures, so log the same text at most once a minute. `now`:
 * monotonic ms.
 */
export const openConnectionLog = (log: Pick<Log, 'warn'>, now: () => number = () => performance.now()) => {
  const told = new Map<string, number>();
  return (queue: string, error: unknown, message: string): void => {
    const at = now();
    for (const [words, since] of told) if (at - since >= MINUTE) told.delete(words);
    const words = `${message}: ${String(error)}`;
    if (told.has(words)) return;
    told.set(words, at);
    log.warn({ queue, error: String(error) }, message);
  };
};
