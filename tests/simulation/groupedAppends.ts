import type { Pool } from 'pg';
import { type EventStore, EventStoreUnavailable } from '#application/ports/eventStore.ts';
import { type PendingAppend, sameId, serialize } from '#infrastructure/eventStores/pendingAppend.ts';
import { groupAppends } from '#infrastructure/eventStores/postgres/groupAppend.ts';
import { batchWriter } from '#infrastructure/eventStores/postgres/writeBatch.ts';
import type { Written } from './eventLog.ts';
import { type Faults, faultyPort } from './faults.ts';
import type { Random } from './random.ts';
import type { Owner, Scheduler } from './scheduler.ts';

type Deps = { scheduler: Scheduler; faults: Faults; random: Random };
type Row = readonly unknown[];
type Statement = { name: string; values: never[] };

/** The database's own functions; `write` returns nothing if the stream ends elsewhere. */
const functionsOf = ({ write, find }: Written) => {
  const one = ([stream, expected, id, type, version, data, metadata]: [
    string,
    number,
    string,
    string,
    number,
    string,
    string,
  ]): Row[] => [[write(stream, expected, [{ id, type, version, data, metadata }])?.position ?? null]];

  const many = ([streams, expected, of, _, ids, types, versions, data, metadata]: [
    string[],
    number[],
    string[],
    number[],
    string[],
    string[],
    number[],
    string[],
    string[],
  ]): Row[] =>
    streams.flatMap((stream, place) => {
      const events = of.flatMap((other, at) =>
        other === stream
          ? [{ id: ids[at]!, type: types[at]!, version: versions[at]!, data: data[at]!, metadata: metadata[at]! }]
          : [],
      );
      const written = write(stream, expected[place]!, events);
      return written ? [[stream, written.revision, written.position]] : [];
    });

  const found = ([ids]: [string[]]): Row[] =>
    ids.flatMap((id) => {
      const event = find(sameId(id));
      return event ? [[event.id, event.stream, event.revision, event.position]] : [];
    });

  return { 'append-event': one, 'append-events': many, 'find-ids': found } as Record<string, (values: never) => Row[]>;
};

/** The product's grouped appends, over a database in memory. */
export const groupedAppends = (written: Written, owner: Owner, deps: Deps): EventStore['append'] => {
  const functions = functionsOf(written);
  const connection = faultyPort(
    { query: async ({ name, values }: Statement) => ({ rows: functions[name]!(values as never) }) },
    'store',
    owner,
    deps,
  ) as unknown as Pool;
  /** Retries once, as for a connection that is soon back. */
  const patiently = async <Answer>(statement: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await statement();
    } catch (error) {
      if (!(error instanceof EventStoreUnavailable)) throw error;
      return statement();
    }
  };
  const write = batchWriter({ lane: connection, readers: connection, patiently, written: () => undefined });
  const appends = groupAppends(write, () => deps.scheduler.turn(owner, `${owner.name} gathers appends`));
  return async (stream, events, expected) => {
    const append = serialize(stream, events, expected);
    return new Promise((resolve, reject) => {
      appends.add({ ...append, resolve, reject } satisfies PendingAppend);
    });
  };
};
