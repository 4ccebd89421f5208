import type { Recorded } from '#application/ports/eventCodec.ts';
import {
  type Appended,
  type EventStore,
  type NewEvent,
  type StoredEvent,
  StreamMoved,
} from '#application/ports/eventStore.ts';
import { sameId } from '#infrastructure/eventStores/pendingAppend.ts';
import type { Faults } from './faults.ts';
import { faultyPort } from './faults.ts';
import { groupedAppends } from './groupedAppends.ts';
import type { Random } from './random.ts';
import type { Owner, Scheduler } from './scheduler.ts';

const asPosition = (place: number): string => String(place).padStart(20, '0');

type Serialized = { id: string; type: string; version: number; data: string; metadata: string };
/** The storage operations of a database, on serialized events. */
export type Written = {
  /** Undefined if the stream ends elsewhere. @throws if an event is stored already */
  write(stream: string, expected: number, events: readonly Serialized[]): Appended | undefined;
  find(sameId: string): StoredEvent | undefined;
};

type Options = {
  scheduler: Scheduler;
  /** Stored as text and appended in groups, as in a database; otherwise as frozen objects. */
  asText: boolean;
  stored: (events: readonly StoredEvent[]) => void;
};

/** The events, which survive every crash; `stored` is called after each append. */
export const openEventLog = ({ scheduler, asText, stored }: Options) => {
  const all: StoredEvent[] = [];
  const told: Recorded[] = [];
  const streams = new Map<string, StoredEvent[]>();
  const byId = new Map<string, StoredEvent>();
  let waiting: (() => void)[] = [];

  const streamOf = (name: string): StoredEvent[] => {
    const known = streams.get(name) ?? [];
    streams.set(name, known);
    return known;
  };

  const add = (name: string, events: readonly NewEvent[]): Appended => {
    const stream = streamOf(name);
    if (events.some(({ id }) => byId.has(sameId(id)))) throw new Error(`an event of ${name} is stored already`);
    const fresh = events.map((event, index) =>
      Object.freeze({
        ...event,
        stream: name,
        revision: stream.length + index,
        position: asPosition(all.length + index + 1),
        recordedAt: scheduler.now(),
      }),
    );
    for (const event of fresh) byId.set(sameId(event.id), event);
    all.push(...fresh);
    stream.push(...fresh);
    stored(fresh);
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
    const { revision, position } = fresh.at(-1)!;
    return { revision, position };
  };

  const append: EventStore['append'] = async (name, events, expected): Promise<Appended> => {
    const known = events.map(({ id }) => byId.get(sameId(id)));
    const last = known.at(-1);
    if (last && known.every((event) => event?.stream === name))
      return { revision: last.revision, position: last.position };
    if (streamOf(name).length - 1 !== (expected === 'none' ? -1 : expected)) throw new StreamMoved(name);
    return add(name, events);
  };

  const written: Written = {
    write: (name, expected, events) => {
      if (streamOf(name).length - 1 !== expected) return undefined;
      return add(
        name,
        events.map((event) => ({ ...event, data: JSON.parse(event.data), metadata: JSON.parse(event.metadata) })),
      );
    },
    find: (id) => byId.get(id),
  };

  /** Copies, so that no reader shares objects with another. */
  const given = (events: StoredEvent[]): StoredEvent[] =>
    asText ? (JSON.parse(JSON.stringify(events)) as StoredEvent[]) : events;

  const readAll: EventStore['readAll'] = async ({ after, limit }) => {
    const from = Number(after ?? 0);
    return given(all.slice(from, from + limit));
  };

  /** The store as one process reaches it. */
  const openFor = (owner: Owner, deps: { scheduler: Scheduler; faults: Faults; random: Random }): EventStore => {
    const { append: write, ...reach } = faultyPort(
      {
        append,
        readAll,
        cuts: async () => [],
        readStream: async (name: string, { from = 0, limit }: { from?: number; limit?: number } = {}) =>
          given(streamOf(name).slice(from, limit === undefined ? undefined : from + limit)),
        head: async () => all.at(-1)?.position,
        close: async () => undefined,
      },
      'store',
      owner,
      deps,
    );
    return {
      ...reach,
      append: asText ? groupedAppends(written, owner, deps) : write,
      async *subscribeAll({ after, signal, batchSize = 1_000 }) {
        let cursor = after;
        let saidCaughtUp = false;
        while (!signal.aborted) {
          const events = await reach.readAll({ after: cursor, limit: deps.random.pick([1, 3, batchSize]) });
          if (signal.aborted) return;
          const last = events.at(-1);
          if (last) {
            yield { kind: 'events', events };
            cursor = last.position;
            saidCaughtUp = false;
            continue;
          }
          if (!saidCaughtUp) yield { kind: 'caughtUp' };
          saidCaughtUp = true;
          if (all.length > Number(cursor ?? 0)) continue;
          await new Promise<void>((resolve) => {
            const wake = () => {
              signal.removeEventListener('abort', wake);
              scheduler.at(0, owner, `${owner.name} wakes`, resolve);
            };
            waiting.push(wake);
            signal.addEventListener('abort', wake);
          });
        }
      },
    };
  };

  return { all, told, streamOf, append, openFor };
};

export type EventLog = ReturnType<typeof openEventLog>;
