import type { Position } from '../ports/eventStore.ts';
import { sleep } from '../streams/sleep.ts';

/** Polling is only a fallback for missed wake-ups. */
const POLL_MS = 100;

type Waiter = { position: Position; resolve: (reached: boolean) => void; timer: NodeJS.Timeout };

export type Waiting = {
  waitFor(position: Position, timeoutMs: number): Promise<boolean>;
  /** All running read models have reached this position. */
  reached(position: Position): void;
  /** Another process has progressed: poll now. */
  wake(): void;
  close(): void;
};

/**
 * `look`: the position that all running read models have reached; null before the first event, undefined if none
 * runs.
 */
export const openWaiting = (look: () => Promise<Position | null | undefined>): Waiting => {
  const waiters = new Set<Waiter>();
  let known: Position | null = null;
  let polling = false;
  let sleeping = new AbortController();
  let closed = false;

  const settle = (waiter: Waiter, reached: boolean): void => {
    clearTimeout(waiter.timer);
    waiters.delete(waiter);
    waiter.resolve(reached);
  };

  const reached = (position: Position): void => {
    known = position;
    for (const waiter of waiters) if (waiter.position <= position) settle(waiter, true);
  };

  const poll = async (): Promise<void> => {
    polling = true;
    while (waiters.size > 0 && !closed) {
      sleeping = new AbortController();
      // if the database is down, polling continues until the waiters time out
      const position = await look().catch(() => null);
      if (position) reached(position);
      if (waiters.size > 0) await sleep(POLL_MS, sleeping.signal);
    }
    polling = false;
  };

  return {
    waitFor: (position, timeoutMs) => {
      if (known !== null && position <= known) return Promise.resolve(true);
      return new Promise((resolve) => {
        const waiter: Waiter = { position, resolve, timer: setTimeout(() => settle(waiter, false), timeoutMs) };
        waiters.add(waiter);
        if (!polling) void poll();
      });
    },
    reached,
    wake: () => sleeping.abort(),
    close: () => {
      closed = true;
      sleeping.abort();
      for (const waiter of waiters) settle(waiter, false);
    },
  };
};
