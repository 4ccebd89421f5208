import type { Position } from '#application/ports/eventStore.ts';

/** The last known position, and a way to wait for a later one. */
export type Watermark = {
  raise(position: Position): void;
  /** Makes everyone poll, because notifications may have been missed. */
  wakeAll(): void;
  /** Resolves when a position after `seen` is known, after `timeoutMs`, or when the signal aborts. */
  beyond(seen: Position | undefined, timeoutMs: number, signal: AbortSignal): Promise<void>;
};

export const createWatermark = (): Watermark => {
  let known: Position | undefined;
  let waiting = new Set<() => void>();

  const wakeAll = () => {
    const woken = waiting;
    waiting = new Set();
    for (const wake of woken) wake();
  };

  return {
    wakeAll,
    raise: (position) => {
      if (known !== undefined && position <= known) return;
      known = position;
      wakeAll();
    },
    beyond: async (seen, timeoutMs, signal) => {
      if (signal.aborted || (known !== undefined && (seen === undefined || known > seen))) return;
      await new Promise<void>((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', wake);
          waiting.delete(wake);
          resolve();
        };
        const timer = setTimeout(wake, timeoutMs);
        signal.addEventListener('abort', wake);
        waiting.add(wake);
      });
    },
  };
};
