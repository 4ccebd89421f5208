import { expect, test } from 'vitest';
import type { Delivery, Position, StoredEvent } from '#application/ports/eventStore.ts';
import { readTogether, subscribe } from '#infrastructure/eventStores/postgres/subscribe.ts';
import { createWatermark } from '#infrastructure/eventStores/postgres/watermark.ts';
import { eventually } from '#tests/support/marketplace.ts';

const at = (n: number): Position => String(n).padStart(4, '0');

/** A log whose reads answer only when they are let go, as a database takes its time. */
const openLog = () => {
  const log: StoredEvent[] = [];
  const watermark = createWatermark();
  let reads = 0;
  let held: Promise<unknown> = Promise.resolve();
  const readAll = async ({ after, limit }: { after: Position | undefined; limit: number }) => {
    reads++;
    const found = log.filter(({ position }) => after === undefined || position > after).slice(0, limit);
    await held;
    return found;
  };
  return {
    reading: { readAll, readTail: readTogether(readAll), watermark, unavailable: () => false },
    reads: () => reads,
    /** Reads wait until the answer is called. */
    hold: (): (() => void) => {
      let release: () => void = () => undefined;
      held = new Promise<void>((resolve) => {
        release = resolve;
      });
      return release;
    },
    append: (n: number) => {
      log.push({ position: at(n) } as StoredEvent);
      watermark.raise(at(n));
    },
  };
};

/** So many subscriptions at one log, all caught up with nothing; what each has seen. */
const following = async (count: number, { reading }: ReturnType<typeof openLog>) => {
  const closed = new AbortController();
  const seen: Position[][] = Array.from({ length: count }, () => []);
  let caughtUp = 0;
  const take = (delivery: Delivery, into: Position[]) => {
    if (delivery.kind === 'events') into.push(...delivery.events.map(({ position }) => position));
    else caughtUp++;
  };
  const ends = seen.map(async (into) => {
    const subscription = { after: undefined, signal: closed.signal };
    for await (const delivery of subscribe({ ...reading, closed: closed.signal }, subscription)) take(delivery, into);
  });
  await eventually(async () => caughtUp === count);
  return {
    seen,
    stop: async () => {
      closed.abort();
      await Promise.all(ends);
    },
  };
};

test('subscriptions that wait at the same place read once together, and each sees every event once', async () => {
  const log = openLog();
  const { seen, stop } = await following(12, log);
  const before = log.reads();
  for (let n = 1; n <= 20; n++) {
    log.append(n);
    await eventually(async () => seen.every((each) => each.length === n));
  }
  await stop();
  for (const each of seen) expect(each).toEqual(Array.from({ length: 20 }, (_, n) => at(n + 1)));
  expect(log.reads() - before).toBe(20);
});

test('what is appended while they read together is read with the next look, without waiting to be told again', async () => {
  const log = openLog();
  const { seen, stop } = await following(3, log);
  const before = log.reads();
  const release = log.hold();
  log.append(1);
  await eventually(async () => log.reads() > before);
  log.append(2);
  release();
  await eventually(async () => seen.every((each) => each.length === 2));
  await stop();
  for (const each of seen) expect(each).toEqual([at(1), at(2)]);
});

test('one that begins reads for itself: what stands there is delivered before it hears that it has caught up', async () => {
  const log = openLog();
  const first = await following(1, log);
  const release = log.hold();
  log.append(1);
  const second = following(1, log);
  release();
  expect((await second).seen).toEqual([[at(1)]]);
  await Promise.all([first.stop(), (await second).stop()]);
});
