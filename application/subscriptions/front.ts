import type { EventStore, Position, StoredEvent } from '../ports/eventStore.ts';

/** At least so many of the events that were read last; whoever is further behind reads for itself. */
const KEPT = 2_000;
/** Sorts before every position. */
export const START: Position = '';

export type Front = {
  /** The position of the last event; where it began when none has come. */
  readonly top: Position;
  /** Nothing newer was known when it read last. */
  readonly caughtUp: boolean;
  /** It reads no more: it was ended, has failed, or the store was closed. */
  readonly ended: boolean;
  /** Whether it has everything after `cursor`. */
  covers(cursor: Position): boolean;
  after(cursor: Position, limit: number): StoredEvent[];
  /** Reads on. Resolves after that, or when `signal` aborts. @throws what broke the reading */
  more(signal: AbortSignal): Promise<void>;
  end(): void;
};

/** The events that were read last, and one reading that adds to them while somebody waits for more. */
export const openFront = (store: Pick<EventStore, 'subscribeAll'>, begin: Position): Front => {
  const ending = new AbortController();
  const subscription = { after: begin === START ? undefined : begin, signal: ending.signal };
  const deliveries = store.subscribeAll(subscription)[Symbol.asyncIterator]();
  const events: StoredEvent[] = [];
  let floor = begin;
  let top = begin;
  let caughtUp = false;
  let ended = false;
  let failure: { error: unknown } | undefined;
  let reading = false;
  const waiting = new Set<() => void>();

  const keep = (delivered: readonly StoredEvent[]): void => {
    events.push(...delivered);
    top = events.at(-1)?.position ?? top;
    // Seldom and many at once: each time it moves all the others.
    if (events.length >= 2 * KEPT) floor = events.splice(0, events.length - KEPT).at(-1)?.position ?? floor;
  };

  const read = async (): Promise<void> => {
    reading = true;
    try {
      const { value, done } = await deliveries.next();
      ended ||= done === true;
      caughtUp = value?.kind === 'caughtUp';
      if (value?.kind === 'events') keep(value.events);
    } catch (error) {
      ended = true;
      failure = { error };
    }
    reading = false;
    for (const wake of [...waiting]) wake();
  };

  return {
    get top() {
      return top;
    },
    get caughtUp() {
      return caughtUp;
    },
    get ended() {
      return ended;
    },
    covers: (cursor) => cursor >= floor,
    after: (cursor, limit) => {
      let from = events.length;
      while (from > 0 && events[from - 1]!.position > cursor) from--;
      return events.slice(from, from + limit);
    },
    more: async (signal) => {
      await new Promise<void>((resolve) => {
        const wake = () => {
          signal.removeEventListener('abort', wake);
          waiting.delete(wake);
          resolve();
        };
        signal.addEventListener('abort', wake);
        waiting.add(wake);
        if (!reading) void read();
      });
      if (failure) throw failure.error;
    },
    end: () => {
      ended = true;
      ending.abort();
    },
  };
};
