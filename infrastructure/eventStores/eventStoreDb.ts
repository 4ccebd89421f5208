import { setMaxListeners } from 'node:events';
import {
  BACKWARDS,
  END,
  EventStoreDBClient,
  excludeSystemEvents,
  NO_STREAM,
  StreamDeletedError,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import {
  EventStoreRefused,
  EventStoreUnavailable,
  HistoryCut,
  type Position,
  type StoredEvent,
  type StreamName,
} from '#application/ports/eventStore.ts';
import { endsWithin } from '../system/closing.ts';
import { CLAIM_STREAM, type ClaimedEventStore } from './claimedLog.ts';
import { claimBy, readClaim } from './eventStoreDb/claims.ts';
import { readConnection } from './eventStoreDb/connectionString.ts';
import { appendFailure, isUnavailable, readFailure } from './eventStoreDb/failures.ts';
import { fromPosition, isPlain, toPosition } from './eventStoreDb/positions.ts';
import { collect, collectAll } from './eventStoreDb/reading.ts';
import { toProposed, toStored } from './eventStoreDb/storedEvents.ts';
import { subscribe } from './eventStoreDb/subscribe.ts';
import { ALL_METADATA, collectTruncations, isDeleted } from './eventStoreDb/truncations.ts';
import { NOTHING, watchConnection } from './eventStoreDb/watchConnection.ts';
import { ANY_LOG, type OpenLogIdentity } from './logIdentity.ts';
import { serialize } from './pendingAppend.ts';
import { retryBriefly } from './retryBriefly.ts';

type EventStoreDbOptions = {
  /** In a format that `readConnection` accepts. */
  url: string;
  /** How long appends and reads retry while the server is down. Default 5,000 ms. */
  patienceMs?: number;
  /** Timeout of one attempt. Default 2,000 ms. */
  attemptMs?: number;
  /** How long `close` waits for running calls; none holds unwritten data. Default 5,000 ms. */
  closeMs?: number;
  /** Checked after each reconnect. */
  logIdentity?: OpenLogIdentity;
};

/** Events in EventStoreDB. Connects on first use and reconnects after a loss. */
export const openEventStoreDb = ({
  url,
  patienceMs = 5_000,
  attemptMs = 2_000,
  closeMs = 5_000,
  logIdentity,
}: EventStoreDbOptions): ClaimedEventStore => {
  const connection = readConnection(url);
  if (!connection) throw new Error('this is no address of an EventStoreDB');
  const client = EventStoreDBClient.connectionString(connection.url);
  // Credentials on each append select the unary call. The batch call shares pending appends among all clients, fails
  // them together, and a late answer crashes the process.
  const { credentials } = connection;
  const closing = new AbortController();
  // Everything that waits listens to it.
  setMaxListeners(0, closing.signal);
  const reading = { silenceMs: attemptMs, signal: closing.signal };

  const readOnce = async (stream: StreamName, from: number, maxCount: number): Promise<StoredEvent[]> => {
    const read = client.readStream(stream, { fromRevision: BigInt(from), maxCount });
    const resolved = await collect(read, reading).catch(async (error: unknown) => {
      if (!(error instanceof StreamNotFoundError)) throw error;
      if (await isDeleted(client, stream, reading)) throw new HistoryCut(stream, from);
      return undefined;
    });
    if (resolved === undefined) return [];
    // it exists, but all its events are gone
    if (from === 0 && resolved.length === 0) throw new HistoryCut(stream, from);
    return resolved.map(toStored).filter((event) => event !== undefined);
  };
  const readHead = async () => {
    const [last] = await collectAll({
      from: END,
      limit: 1,
      read: (fromPosition, maxCount) =>
        collect(client.readAll({ direction: BACKWARDS, fromPosition, maxCount }), reading),
    });
    return last?.position;
  };

  const log = logIdentity?.({
    head: readHead,
    at: (place) =>
      readOnce(place.stream, place.revision, 1).then(
        ([found]) => found,
        (error: unknown) => {
          if (error instanceof StreamDeletedError || error instanceof HistoryCut)
            return { ...place, revision: place.revision + 1 };
          throw error;
        },
      ),
    claim: () => readClaim(client, reading),
  });
  const followed = log
    ? watchConnection({ open: () => client.subscribeToAll(NOTHING), closed: closing.signal, log })
    : ANY_LOG;
  const patience = {
    patienceMs,
    signal: closing.signal,
    lost: (error: unknown) => {
      const isLost = isUnavailable(error);
      if (isLost) followed.doubt();
      return isLost;
    },
  };
  const patiently = <Answer>(work: () => Promise<Answer>) =>
    retryBriefly(async () => {
      await followed.certain();
      return work();
    }, patience);
  const reads = async <Answer>(work: () => Promise<Answer>, stream?: StreamName, from?: number): Promise<Answer> =>
    patiently(work).catch((error: unknown) => {
      throw readFailure(error, stream, from);
    });

  const readFrom = async (stream: StreamName, from: number, maxCount: number): Promise<StoredEvent[]> => {
    const events = await reads(() => readOnce(stream, from, maxCount), stream, from);
    followed.saw(events);
    return events;
  };

  /** Looks up the position of an earlier append: the server may omit it when it answers a retry. */
  const positionAt = async (stream: StreamName, revision: number): Promise<Position> => {
    const [event] = await readFrom(stream, revision, 1);
    if (!event) throw new EventStoreUnavailable(`${stream} cannot be read as far as it was written`);
    return event.position;
  };

  const claim: ClaimedEventStore['claim'] = {
    read: () =>
      retryBriefly(() => readClaim(client, reading), patience).catch((error: unknown) => {
        throw readFailure(error);
      }),
    write: async (id) => {
      // the same id twice is one event; a second database's claim is refused
      const options = { expectedRevision: NO_STREAM, credentials, deadline: attemptMs } as const;
      await patiently(() => client.appendToStream(CLAIM_STREAM, claimBy(id), options)).catch((error: unknown) => {
        if (!(error instanceof WrongExpectedVersionError)) throw appendFailure(error, CLAIM_STREAM);
      });
    },
    hasEventAt: async (position) => {
      const at = { fromPosition: fromPosition(position), maxCount: 1 };
      const [found] = await reads(() => collect(client.readAll(at), reading)).catch((error: unknown) => {
        // the server refuses positions without an event
        if (error instanceof EventStoreRefused) return [];
        throw error;
      });
      return found !== undefined && toStored(found)?.position === position;
    },
  };

  return {
    claim,
    append: async (stream, events, expected) => {
      // Checked here too: the client would never answer an append whose event is not valid JSON.
      serialize(stream, events, expected);
      if (closing.signal.aborted) throw new EventStoreUnavailable('the event store is closed');
      const proposed = events.map(toProposed);
      const expectedRevision = expected === 'none' ? NO_STREAM : BigInt(expected);
      try {
        const { nextExpectedRevision, position } = await patiently(() =>
          client.appendToStream(stream, proposed, { expectedRevision, credentials, deadline: attemptMs }),
        );
        const revision = Number(nextExpectedRevision);
        const written = isPlain(position) ? toPosition(position) : await positionAt(stream, revision);
        followed.saw(events.slice(-1).map(({ id }) => ({ stream, revision, position: written, id })));
        return { revision, position: written };
      } catch (error) {
        throw appendFailure(error, stream);
      }
    },
    readStream: (stream, { from = 0, limit = Number.MAX_SAFE_INTEGER } = {}) => readFrom(stream, from, limit),
    readAll: ({ after, limit }) =>
      collectAll({
        from: fromPosition(after),
        limit,
        // Reads include the event at the position, subscriptions start after it.
        wanted: ({ position }) => after === undefined || position > after,
        read: (fromPosition, maxCount) => reads(() => collect(client.readAll({ fromPosition, maxCount }), reading)),
      }),
    cuts: () => reads(() => collectTruncations(client.subscribeToAll(ALL_METADATA), closing.signal)),
    head: () => reads(readHead),
    subscribeAll: (subscription) =>
      subscribe(
        {
          closed: closing.signal,
          log: followed,
          open: (after, highWaterMark) =>
            client.subscribeToAll(
              { fromPosition: fromPosition(after), filter: excludeSystemEvents() },
              { highWaterMark },
            ),
        },
        subscription,
      ),
    close: async () => {
      if (closing.signal.aborted) return;
      closing.abort();
      await endsWithin(closeMs, client.dispose());
    },
  };
};
