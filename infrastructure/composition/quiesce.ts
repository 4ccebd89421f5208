import { setTimeout as delay } from 'node:timers/promises';
import type { EventStore, Position } from '#application/ports/eventStore.ts';
import type { Jobs } from '#application/ports/jobs.ts';
import { type BackOff, backOff } from '#application/streams/backOff.ts';

type QuiesceDeps = {
  store: Pick<EventStore, 'head'>;
  /** Whether the read models have seen a position. */
  waitFor(position: Position, timeoutMs: number): Promise<boolean>;
  policiesBehind(): Promise<number>;
  jobs: Pick<Jobs, 'counts'>;
  /** Fires what is due; answers how much that was. */
  fire(): Promise<number>;
};

const PATIENCE_MS = 30_000;
/** Looking takes from those that are at work. */
const PAUSE: BackOff = { first: 15, longest: 60 };
/** Schedules are always waiting for their next time. */
const atWork = (counts: Awaited<ReturnType<Jobs['counts']>>): number =>
  Object.entries(counts).reduce(
    (sum, [queue, { waiting, active }]) => sum + (queue.startsWith('schedules') ? 0 : waiting + active),
    0,
  );

/**
 * Fires what is due, lets policies, jobs and read models follow, and again, until nothing moves any more. Gives up after half a
 * minute: what then still waits (a provider that is away) is left to its retries.
 */
export const quiesce = async ({ store, waitFor, policiesBehind, jobs, fire }: QuiesceDeps): Promise<void> => {
  const end = Date.now() + PATIENCE_MS;
  const isIdle = async () => (await policiesBehind()) + atWork(await jobs.counts()) === 0;
  const look = async () => ((await isIdle()) ? { head: await store.head() } : undefined);
  // Whoever was at work may have left something to fire: it must have been idle before a firing that finds nothing, and after it.
  let idleAt = await look();
  let busy = 0;
  while (Date.now() < end) {
    const before = await store.head();
    if (before !== undefined) await waitFor(before, 2_000);
    const fired = await fire();
    const wasIdleAt = idleAt;
    idleAt = await look();
    if (fired === 0 && idleAt && wasIdleAt && wasIdleAt.head === idleAt.head) return;
    busy = idleAt ? 0 : busy + 1;
    if (!idleAt) await delay(backOff(busy, PAUSE));
  }
};
