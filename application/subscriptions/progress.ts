import type { Position } from '../ports/eventStore.ts';
import { sleep } from '../streams/sleep.ts';
import { lowest } from './positions.ts';

/** Polling is only a fallback for missed wake-ups. */
const POLL_MS = 100;

type Waiter = { position: Position; resolve: (reached: boolean) => void; timer: NodeJS.Timeout };

type Waiting = {
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
const openWaiting = (look: () => Promise<Position | null | undefined>): Waiting => {
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

/** How far the read models have come, in all processes. */
export type Progress = {
  /** A read model of this process has reached this position. */
  at(name: string, position: Position | null): void;
  /** Nobody waits for this read model: it has stopped or runs in another release. */
  without(name: string): void;
  /** This process no longer runs it. */
  gone(name: string): void;
  /** Another process has progressed. */
  wake(): void;
  /** Resolves to whether all running read models reach `position` within `timeoutMs`. */
  waitFor(position: Position, timeoutMs: number): Promise<boolean>;
  close(): void;
};

/**
 * `look`: the position that all running read models have reached in the database; null before the first event,
 * undefined if none runs. `onMoved`: the slowest read model of this process has moved.
 */
export const openProgress = (
  names: readonly string[],
  look: () => Promise<Position | null | undefined>,
  onMoved: () => void,
): Progress => {
  const here = new Map<string, Position | null>();
  const left = new Set<string>();
  const all = () => names.every((name) => here.has(name) || left.has(name));

  const slowest = (): Position | null | undefined => lowest([...here.values()]);
  const waiting = openWaiting(async () => (all() ? slowest() : look()));

  return {
    at: (name, position) => {
      left.delete(name);
      const before = slowest();
      here.set(name, position);
      const reached = slowest();
      if (!reached || reached === before) return;
      onMoved();
      if (all()) waiting.reached(reached);
    },
    without: (name) => {
      here.delete(name);
      left.add(name);
      waiting.wake();
    },
    gone: (name) => {
      here.delete(name);
      left.delete(name);
    },
    wake: waiting.wake,
    waitFor: waiting.waitFor,
    close: waiting.close,
  };
};
