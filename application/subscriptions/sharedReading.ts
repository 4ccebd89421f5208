import type { Delivery, EventStore, Position, Subscription } from '../ports/eventStore.ts';
import { openRecentEvents, type RecentEvents, START } from './recentEvents.ts';

const BATCH = 1_000;
const PATIENCE_MS = 1_000;

/**
 * Subscriptions at the same position share one reading of the log. One that lags reads alone until it catches up.
 * None waits for another, except briefly while all have much to read.
 */
export const shareReading = (store: EventStore, patienceMs = PATIENCE_MS): EventStore => {
  let front: RecentEvents | undefined;
  let subscribers = 0;

  const leaveFront = (): void => {
    front?.end();
    front = undefined;
  };

  const frontFor = (cursor: Position): RecentEvents => {
    if (front?.ended || (front && cursor > front.top)) leaveFront();
    front ??= openRecentEvents(store, cursor, patienceMs);
    return front;
  };

  async function* deliver(
    reader: object,
    { after, signal, batchSize = BATCH }: Subscription,
  ): AsyncGenerator<Delivery> {
    let cursor = after ?? START;
    let told = false;

    /** Reads alone until it catches up with the shared front; false if the store was closed first. */
    async function* alone(): AsyncGenerator<Delivery, boolean> {
      for await (const delivery of store.subscribeAll({ after: cursor || undefined, signal, batchSize })) {
        yield delivery;
        if (delivery.kind === 'events') cursor = delivery.events.at(-1)!.position;
        if (frontFor(cursor).covers(cursor)) return true;
      }
      return false;
    }

    while (!signal.aborted) {
      const shared = frontFor(cursor);
      if (!shared.covers(cursor)) {
        if (!(yield* alone())) return;
        continue;
      }
      const events = shared.after(reader, cursor, batchSize);
      const last = events.at(-1);
      if (last) {
        yield { kind: 'events', events };
        cursor = last.position;
        told = false;
      } else if (shared.caughtUp && !told) {
        yield { kind: 'caughtUp' };
        told = true;
      } else {
        await shared.more(signal);
        if (shared.ended && shared === front) return;
      }
    }
  }

  async function* subscribeAll(subscription: Subscription): AsyncGenerator<Delivery> {
    const reader = {};
    subscribers++;
    try {
      yield* deliver(reader, subscription);
    } finally {
      front?.leave(reader);
      if (--subscribers === 0) leaveFront();
    }
  }

  return { ...store, subscribeAll };
};
