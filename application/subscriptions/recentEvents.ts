import type { EventStore, Position, StoredEvent } from '../ports/eventStore.ts';

/** Keeps at least this many recent events; a reader further behind reads alone. */
const KEPT = 2_000;
/** Events per read while there is much to read. */
const BATCH = 1_000;
/** Sorts before every position. */
export const START: Position = '';

export type RecentEvents = {
  /** Position of the last event, or where reading began. */
  readonly top: Position;
  /** The last read found nothing newer. */
  readonly caughtUp: boolean;
  /** Reading has ended, failed, or the store was closed. */
  readonly ended: boolean;
  /** Whether it holds everything after `cursor`. */
  covers(cursor: Position): boolean;
  /** The next events for `reader`, which has finished everything up to `cursor`. */
  after(reader: object, cursor: Position, limit: number): StoredEvent[];
  leave(reader: object): void;
  /** Resolves after more events were read, or when `signal` aborts. @throws the error that ended reading */
  more(signal: AbortSignal): Promise<void>;
  end(): void;
};

/**
 * The most recent events, with one shared read that continues while somebody waits. While there is much to read,
 * faster readers wait up to `patienceMs` for slower ones, so that they decode batches together.
 */
export const openRecentEvents = (
  store: Pick<EventStore, 'subscribeAll'>,
  begin: Position,
  patienceMs: number,
): RecentEvents => {
  const ending = new AbortController();
  const subscription = { after: begin === START ? undefined : begin, signal: ending.signal, batchSize: BATCH };
  const deliveries = store.subscribeAll(subscription)[Symbol.asyncIterator]();
  const events: StoredEvent[] = [];
  let floor = begin;
  let top = begin;
  let caughtUp = false;
  let ended = false;
  let failure: { error: unknown } | undefined;
  let reading = false;
  let patience: NodeJS.Timeout | undefined;
  let isMuch = false;
  const readers = new Map<object, Position>();
  const waiting = new Set<() => void>();

  const keep = (delivered: readonly StoredEvent[]): void => {
    events.push(...delivered);
    top = events.at(-1)?.position ?? top;
    // in large steps, because each one moves the whole array
    if (events.length >= 2 * KEPT) floor = events.splice(0, events.length - KEPT).at(-1)?.position ?? floor;
  };

  const read = async (): Promise<void> => {
    reading = true;
    clearTimeout(patience);
    patience = undefined;
    try {
      const { value, done } = await deliveries.next();
      ended ||= done === true;
      caughtUp = value?.kind === 'caughtUp';
      isMuch = value?.kind === 'events' && value.events.length === BATCH;
      if (value?.kind === 'events') keep(value.events);
    } catch (error) {
      ended = true;
      failure = { error };
    }
    reading = false;
    for (const wake of [...waiting]) wake();
  };

  const isLate = (cursor: Position): boolean => cursor >= floor && cursor < top;

  const readOn = (): void => {
    if (reading || waiting.size === 0) return;
    if (!isMuch || patienceMs === 0 || ![...readers.values()].some(isLate)) void read();
    else patience ??= setTimeout(read, patienceMs);
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
    after: (reader, cursor, limit) => {
      readers.set(reader, cursor);
      let from = events.length;
      while (from > 0 && events[from - 1]!.position > cursor) from--;
      return events.slice(from, from + limit);
    },
    leave: (reader) => {
      readers.delete(reader);
      readOn();
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
        readOn();
      });
      if (failure) throw failure.error;
    },
    end: () => {
      ended = true;
      clearTimeout(patience);
      ending.abort();
      for (const wake of [...waiting]) wake();
    },
  };
};
