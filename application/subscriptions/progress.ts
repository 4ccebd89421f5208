import type { Position } from '../ports/eventStore.ts';
import { lowest } from './positions.ts';
import { openWaiting } from './waiting.ts';

/** How far the read models are, wherever they run, for whoever wants to read what was written. */
export type Progress = {
  /** One that this process runs stands there. */
  at(name: string, position: Position | null): void;
  /** One that nobody waits for: it has stopped, or runs in another release. */
  without(name: string): void;
  /** This process does not run it any more. */
  gone(name: string): void;
  /** Something has moved in another process. */
  wake(): void;
  /** Whether all read models that run have seen `position`, waiting for it at most `timeoutMs`. */
  waitFor(position: Position, timeoutMs: number): Promise<boolean>;
  close(): void;
};

/**
 * `look`: how far all running read models are in the database; null before the first event, undefined when none runs.
 * `onMoved`: the slowest of those that this process runs has moved, for whoever waits elsewhere.
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
