import { setTimeout as delay } from 'node:timers/promises';
import type { EventStore, Position } from '#application/ports/eventStore.ts';
import type { Jobs } from '#application/ports/jobs.ts';
import { type BackOff, backOff } from '#application/streams/backOff.ts';

type QuiesceDeps = {
  store: Pick<EventStore, 'head'>;
  /** Whether the read models have seen the position. */
  waitFor(position: Position, timeoutMs: number): Promise<boolean>;
  policiesBehind(): Promise<number>;
  jobs: Pick<Jobs, 'counts'>;
  /** Fires due work; returns how much. */
  fire(): Promise<number>;
};

const PATIENCE_MS = 30_000;
/** Polling slows the work down, so back off. */
const PAUSE: BackOff = { first: 15, longest: 60 };
/** Schedules always wait for their next run, so they do not count. */
const atWork = (counts: Awaited<ReturnType<Jobs['counts']>>): number =>
  Object.entries(counts).reduce(
    (sum, [queue, { waiting, active }]) => sum + (queue.startsWith('schedules') ? 0 : waiting + active),
    0,
  );

/**
 * Fires due work and waits for policies, jobs and read models until nothing moves any more. Gives up after half a
 * minute: what still waits (an unreachable provider) is left to its retries.
 */
export const quiesce = async ({ store, waitFor, policiesBehind, jobs, fire }: QuiesceDeps): Promise<void> => {
  const end = Date.now() + PATIENCE_MS;
  const isIdle = async () => (await policiesBehind()) + atWork(await jobs.counts()) === 0;
  const look = async () => ((await isIdle()) ? { head: await store.head() } : undefined);
  // Running work may create due work: it must be idle before and after a firing that finds nothing.
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
