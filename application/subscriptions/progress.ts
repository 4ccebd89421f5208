import type { Position } from '../ports/eventStore.ts';
import { lowest } from './positions.ts';
import { openWaiting } from './waiting.ts';

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
