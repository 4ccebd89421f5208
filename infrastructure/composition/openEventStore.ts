import type { Knex } from 'knex';
import { type EventStore, EventStoreUnavailable } from '#application/ports/eventStore.ts';
import type { Log } from '#application/ports/log.ts';
import { claimStore } from '../eventStores/claimedLog.ts';
import { readConnection } from '../eventStores/eventStoreDb/connectionString.ts';
import { LOG_REPLACED, openLogIdentity } from '../eventStores/logIdentity.ts';
import { claimLog } from '../eventStores/logOwnership.ts';
import { openPostgresEventStore } from '../eventStores/postgresEventStore.ts';
import { StartFailure } from '../system/startFailure.ts';

type OpenEventStoreOptions = {
  db: Knex;
  databaseUrl: string;
  /** Undefined: events are stored in PostgreSQL. */
  eventStoreUrl: string | undefined;
  /** Confirmation code: the operator has restored this database. */
  restored?: string | undefined;
  /** Logs when a different log answers. Short-lived programs omit it and just fail. */
  log?: Log | undefined;
};

type Opened = {
  store: EventStore;
  /** Checks that the log belongs to this database. */
  prove(): Promise<void>;
};

const CAUSES = {
  PostgreSQL: 'the database (DATABASE_URL) was restored in part: restore all of it',
  EventStoreDB:
    'the event store (EVENTSTORE_URL) is not the one that was followed until now, or ends before what the read models have seen: it is another one, or restored from an older backup',
};

/** Opens the configured event store. @throws StartFailure if it cannot be used */
export const openEventStore = async ({
  db,
  databaseUrl,
  eventStoreUrl,
  restored,
  log,
}: OpenEventStoreOptions): Promise<EventStore> => {
  const keptIn = eventStoreUrl === undefined ? 'PostgreSQL' : 'EventStoreDB';
  await claimLog(db, keptIn);
  let started = false;
  const told = (is: 'another' | 'ours'): void => {
    if (!started) return;
    if (is === 'ours') log?.warn({ keptIn }, 'the event log is ours again; continuing');
    else log?.error({ keptIn }, 'this is another event log, or an older backup: nothing is read or written');
  };
  let claimedAs: string | undefined;
  const logIdentity = openLogIdentity({ db, told, claimedAs: () => claimedAs });
  const openInPostgres = async (): Promise<Opened> => {
    const store = openPostgresEventStore({ connectionString: databaseUrl, logIdentity });
    return { store, prove: async () => void (await store.head()) };
  };
  const openElsewhere = async (url: string): Promise<Opened> => {
    // Loaded on demand: the driver takes a fifth of the server's load time.
    const { openEventStoreDb } = await import('../eventStores/eventStoreDb.ts');
    const store = openEventStoreDb({ url, logIdentity });
    const claiming = { db, hosts: readConnection(url)?.hosts ?? '', restored, log };
    return {
      store,
      prove: async () => {
        claimedAs = await claimStore(store, claiming);
      },
    };
  };
  const { store, prove } = await (eventStoreUrl === undefined ? openInPostgres() : openElsewhere(eventStoreUrl));
  try {
    await prove();
    started = true;
    return store;
  } catch (error) {
    await store.close();
    if (error instanceof EventStoreUnavailable && error.message === LOG_REPLACED)
      throw new StartFailure(CAUSES[keptIn]);
    if (eventStoreUrl === undefined) throw error;
    const { startFailureOf } = await import('./eventStoreDbFailures.ts');
    throw startFailureOf(error, eventStoreUrl);
  }
};
