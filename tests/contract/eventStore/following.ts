import type { EventStore, StoredEvent } from '#application/ports/eventStore.ts';

/** Collects what a subscription delivers and checks the order. */
export const follow = (store: EventStore) => {
  const stop = new AbortController();
  const events: StoredEvent[] = [];
  let outOfOrder = 0;
  const run = async () => {
    for await (const delivery of store.subscribeAll({ after: undefined, signal: stop.signal })) {
      if (delivery.kind === 'caughtUp') continue;
      for (const event of delivery.events) {
        const previous = events.at(-1);
        if (previous && event.position <= previous.position) outOfOrder++;
        events.push(event);
      }
    }
  };
  const ended = run();
  return {
    events,
    outOfOrder: () => outOfOrder,
    end: async () => {
      stop.abort();
      await ended;
    },
  };
};

export const key = ({ stream, revision, position }: { stream: string; revision: number | string; position: string }) =>
  `${stream} ${revision} ${position}`;

export const gapsIn = (events: readonly StoredEvent[]): number => {
  const next = new Map<string, number>();
  let gaps = 0;
  for (const { stream, revision } of events) {
    if (revision !== (next.get(stream) ?? 0)) gaps++;
    next.set(stream, revision + 1);
  }
  return gaps;
};
