import type { Log } from '#application/ports/log.ts';

const MINUTE = 60_000;

/**
 * What befalls the one connection of all queues is told by each of them, and again with each try to connect: of the same words one line a minute.
 * `now`: ms that only go forth.
 */
export const openEventText = (log: Pick<Log, 'warn'>, now: () => number = () => performance.now()) => {
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
