import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PendingAppend } from '../pendingAppend.ts';

const MOST_APPENDS = 256;
const MOST_BYTES = 4 * 1024 * 1024;

/**
 * Group commit: appends that arrive during a commit form the next one. A batch holds at most one append per stream:
 * the loser of a race waits for the next batch and finds its stream moved.
 */
export const groupAppends = (
  write: (batch: PendingAppend[]) => Promise<void>,
  turn: () => Promise<unknown> = () => nextTurn(),
) => {
  let waiting: PendingAppend[] = [];
  let running: Promise<void> | undefined;

  const nextBatch = (): PendingAppend[] => {
    const streams = new Set<string>();
    const batch: PendingAppend[] = [];
    const later: PendingAppend[] = [];
    let bytes = 0;
    for (const append of waiting) {
      const fits = batch.length < MOST_APPENDS && (batch.length === 0 || bytes + append.bytes <= MOST_BYTES);
      if (!fits || streams.has(append.stream)) {
        later.push(append);
        // Keeps the order of arrival within a stream.
        streams.add(append.stream);
        continue;
      }
      streams.add(append.stream);
      batch.push(append);
      bytes += append.bytes;
    }
    waiting = later;
    return batch;
  };

  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = nextBatch();
      await write(batch);
      // Writers answered together return together; wait a turn so that all join the next commit.
      if (batch.length > 1) await turn();
    }
    running = undefined;
  };

  return {
    /** Never throws: the outcome goes to the append's `resolve` and `reject`. */
    add: (append: PendingAppend): void => {
      waiting.push(append);
      running ??= run();
    },
    /** Resolves when everything added has been answered. */
    idle: async (): Promise<void> => {
      while (running) await running;
    },
  };
};
