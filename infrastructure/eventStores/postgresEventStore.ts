import { setMaxListeners } from 'node:events';
import { DatabaseError, Pool, type QueryArrayConfig } from 'pg';
import {
  type Appended,
  type EventStore,
  EventStoreUnavailable,
  type Position,
  type StoredEvent,
} from '#application/ports/eventStore.ts';
import { listen } from '../postgres/listen.ts';
import { ANY_LOG, type LogIdentity, type OpenLogIdentity } from './logIdentity.ts';
import { type PendingAppend, serialize } from './pendingAppend.ts';
import { batchReads, type StreamRead } from './postgres/batchedReads.ts';
import { groupAppends } from './postgres/groupAppend.ts';
import { asPosition, COLUMNS, type EventRow, fromPosition, rawJson, toEvents } from './postgres/rows.ts';
import { subscribe } from './postgres/subscribe.ts';
import { createWatermark } from './postgres/watermark.ts';
import { batchWriter } from './postgres/writeBatch.ts';
import { retryBriefly } from './retryBriefly.ts';

/** Server shutting down, crashed, starting, or out of connections. */
const UNAVAILABLE = new Set(['57P01', '57P02', '57P03', '53300']);

/** The outcome of the statement is unknown, or the server was not ready. */
const isConnectionLoss = (error: unknown): boolean => {
  if (error instanceof DatabaseError) return UNAVAILABLE.has(error.code ?? '') || error.code?.startsWith('08') === true;
  // Driver and socket errors are plain Errors; others are bugs.
  return error instanceof Error && !(error instanceof TypeError || error instanceof RangeError);
};

type PostgresEventStoreOptions = {
  /** A migrated database. */
  connectionString: string;
  /** How long appends and reads retry while the server is down. Default 5,000 ms. */
  patienceMs?: number;
  /** Read connections. Default 4; two more append and listen. */
  readers?: number;
  /** Checked after each reconnect, and periodically while idle: tables can be restored under open connections. */
  logIdentity?: OpenLogIdentity;
};

/**
 * Every statement has its index. Plans are cached per connection, and a plan made for a small table would scan
 * forever.
 */
const BY_INDEX = '-c enable_seqscan=off -c plan_cache_mode=force_generic_plan';

const READ_STREAM = `SELECT ${COLUMNS} FROM events WHERE stream = $1 AND revision >= $2 ORDER BY revision LIMIT $3`;
/** `place`: index of the question that a row answers. Lateral lookups force the index; a join may scan all of it. */
const READ_STREAMS = `
  SELECT answer.*, place
    FROM unnest($1::text[], $2::int[], $3::int[]) WITH ORDINALITY AS asked(of, first, most, place)
   CROSS JOIN LATERAL (
         SELECT ${COLUMNS} FROM events WHERE stream = asked.of AND revision >= asked.first ORDER BY revision
          LIMIT asked.most) AS answer
   ORDER BY place, revision`;
const READ_ONE = `SELECT ${COLUMNS} FROM events WHERE stream = $1 AND revision = $2`;
const READ_ALL = `SELECT ${COLUMNS} FROM events WHERE position > $1 ORDER BY position LIMIT $2`;
const HEAD = 'SELECT max(position) FROM events';

/** Events in PostgreSQL. Connects on first use and reconnects after a loss. */
export const openPostgresEventStore = ({
  connectionString,
  patienceMs = 5_000,
  readers: size = 4,
  logIdentity = () => ANY_LOG,
}: PostgresEventStoreOptions): EventStore => {
  const closing = new AbortController();
  // Everything that waits for a lost connection listens to it.
  setMaxListeners(0, closing.signal);
  const pool = (max: number) => {
    const connections = new Pool({
      connectionString,
      max,
      types: rawJson,
      options: BY_INDEX,
      keepAlive: true,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: 5_000,
      query_timeout: 30_000,
    });
    // The pool has dropped a broken idle connection; the next statement opens another.
    connections.on('error', () => log.doubt());
    return connections;
  };
  const lane = pool(1);
  const readers = pool(size);
  const watermark = createWatermark();
  const once = async <Row extends unknown[]>(name: string, text: string, values: unknown[]): Promise<Row[]> => {
    const statement: QueryArrayConfig = { name, text, values, rowMode: 'array' };
    return (await readers.query<Row>(statement)).rows;
  };
  const head = async () => {
    const [row] = await once<[string | null]>('head', HEAD, []);
    return row?.[0] ? asPosition(row[0]) : undefined;
  };
  const log: LogIdentity = logIdentity({
    head,
    at: async ({ stream, revision }) => toEvents(await once<EventRow>('read-one', READ_ONE, [stream, revision]))[0],
  });
  const patience = {
    patienceMs,
    signal: closing.signal,
    lost: (error: unknown) => {
      const isLost = isConnectionLoss(error);
      if (isLost) log.doubt();
      return isLost;
    },
  };
  const patiently = <Answer>(statement: () => Promise<Answer>) =>
    retryBriefly(async () => {
      await log.certain();
      return statement();
    }, patience);

  const write = batchWriter({
    lane,
    readers,
    patiently,
    written: ({ stream, events }, { revision, position }) => {
      watermark.raise(position);
      log.saw(events.slice(-1).map(({ id }) => ({ stream, revision, position, id })));
    },
  });
  const appends = groupAppends(write);
  let listening: Promise<void> | undefined;

  const read = async (name: string, text: string, values: unknown[]): Promise<StoredEvent[]> => {
    const events = toEvents(await patiently(() => once<EventRow>(name, text, values)));
    log.saw(events);
    return events;
  };
  const readStreams = async (asked: readonly StreamRead[]): Promise<StoredEvent[][]> => {
    const [only] = asked;
    if (only && asked.length === 1)
      return [await read('read-stream', READ_STREAM, [only.stream, only.from, only.limit ?? null])];
    const values = [
      asked.map(({ stream }) => stream),
      asked.map(({ from }) => from),
      asked.map(({ limit }) => limit ?? null),
    ];
    const rows = await patiently(() => once<[...EventRow, place: string]>('read-streams', READ_STREAMS, values));
    const answers = asked.map((): EventRow[] => []);
    for (const row of rows) answers[Number(row[9]) - 1]!.push(row.slice(0, 9) as EventRow);
    const found = answers.map(toEvents);
    for (const events of found) log.saw(events);
    return found;
  };
  const readStream = batchReads(readStreams);
  const readAll = ({ after, limit }: { after?: Position | undefined; limit: number }) =>
    read('read-all', READ_ALL, [fromPosition(after), limit]);

  return {
    append: async (stream, events, expected) => {
      const append = serialize(stream, events, expected);
      if (closing.signal.aborted) throw new EventStoreUnavailable('the event store is closed');
      return new Promise<Appended>((resolve, reject) => {
        appends.add({ ...append, resolve, reject } satisfies PendingAppend);
      });
    },
    readStream: (stream, { from = 0, limit } = {}) => readStream({ stream, from, limit }),
    readAll,
    // the tables refuse truncation
    cuts: async () => [],
    head: () => patiently(head),
    subscribeAll: (subscription) => {
      listening ??= listen({
        connectionString,
        channel: 'events_appended',
        signal: closing.signal,
        onNotification: (payload) => watermark.raise(asPosition(payload)),
        // Subscriptions poll while the listener is down.
        onConnected: watermark.wakeAll,
        onLost: () => log.doubt(),
      });
      const unavailable = (error: unknown) => error instanceof EventStoreUnavailable;
      return subscribe({ readAll, watermark, closed: closing.signal, unavailable, log }, subscription);
    },
    close: async () => {
      if (closing.signal.aborted) return;
      closing.abort();
      await appends.idle();
      await Promise.all([lane.end(), readers.end(), listening]);
    },
  };
};
