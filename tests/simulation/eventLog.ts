import { type Appended, type EventStore, type StoredEvent, StreamMoved } from '#application/ports/eventStore.ts';
import type { Faults } from './faults.ts';
import { faultyPort } from './faults.ts';
import type { Random } from './random.ts';
import type { Owner, Scheduler } from './scheduler.ts';

const asPosition = (place: number): string => String(place).padStart(20, '0');

/** The events that survive every crash, and what is told as soon as one is stored. */
export const openEventLog = (scheduler: Scheduler, stored: (events: readonly StoredEvent[]) => void) => {
  const all: StoredEvent[] = [];
  const streams = new Map<string, StoredEvent[]>();
  const byId = new Map<string, StoredEvent>();
  let waiting: (() => void)[] = [];

  const streamOf = (name: string): StoredEvent[] => {
    const known = streams.get(name) ?? [];
    streams.set(name, known);
    return known;
  };

  const append: EventStore['append'] = async (name, events, expected): Promise<Appended> => {
    const known = events.map(({ id }) => byId.get(id));
    const last = known.at(-1);
    if (last && known.every((event) => event?.stream === name))
      return { revision: last.revision, position: last.position };
    const stream = streamOf(name);
    if (stream.length - 1 !== (expected === 'none' ? -1 : expected)) throw new StreamMoved(name);
    if (known.some((event) => event !== undefined)) throw new Error(`an event of ${name} is stored already`);
    const fresh = events.map((event, index) =>
      Object.freeze({
        ...event,
        stream: name,
        revision: stream.length + index,
        position: asPosition(all.length + index + 1),
        recordedAt: scheduler.now(),
      }),
    );
    for (const event of fresh) byId.set(event.id, event);
    all.push(...fresh);
    stream.push(...fresh);
    stored(fresh);
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
    const { revision, position } = fresh.at(-1)!;
    return { revision, position };
  };

  const readAll: EventStore['readAll'] = async ({ after, limit }) => {
    const from = Number(after ?? 0);
    return all.slice(from, from + limit);
  };

  /** As one process reaches it. */
  const openFor = (owner: Owner, deps: { scheduler: Scheduler; faults: Faults; random: Random }): EventStore => {
    const { append: write, ...reach } = faultyPort(
      {
        append,
        readAll,
        readStream: async (name: string, { from = 0 } = {}) => streamOf(name).slice(from),
        cuts: async () => [],
        head: async () => all.at(-1)?.position,
        close: async () => undefined,
      },
      'store',
      owner,
      deps,
    );
    return {
      ...reach,
      append: write,
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

  return { all, streamOf, append, openFor };
};

export type EventLog = ReturnType<typeof openEventLog>;
