import { AccessDeniedError } from '@eventstore/db-client';
import type { Knex } from 'knex';
import { type EventStore, EventStoreUnavailable } from '#application/ports/eventStore.ts';
import { readConnection } from '../eventStores/eventStoreDb/connectionString.ts';
import { certificateFault, isUnknownName } from '../eventStores/eventStoreDb/failures.ts';
import { openEventStoreDb } from '../eventStores/eventStoreDb.ts';
import { checkLogReaches, claimLog } from '../eventStores/logOwnership.ts';
import { openPostgresEventStore } from '../eventStores/postgresEventStore.ts';
import { StartFailure } from '../settings/startFailure.ts';

type OpenEventStoreOptions = {
  db: Knex;
  databaseUrl: string;
  /** Undefined: the events are in the database. */
  eventStoreUrl: string | undefined;
};

const startFailure = (error: unknown, url: string): unknown => {
  const hosts = readConnection(url)?.hosts;
  const certificate = certificateFault(error);
  if (certificate !== undefined)
    return new StartFailure(
      `the certificate of the event store at ${hosts} (EVENTSTORE_URL) is not trusted: ${certificate}; name its authority with tlsCAFile`,
    );
  if (error instanceof EventStoreUnavailable)
    return new StartFailure(`the event store at ${hosts} (EVENTSTORE_URL) cannot be reached`);
  if (error instanceof AccessDeniedError)
    return new StartFailure(
      isUnknownName(error)
        ? `the event store at ${hosts} (EVENTSTORE_URL) refuses this name and password`
        : `the event store at ${hosts} (EVENTSTORE_URL) does not let this name read all events ($all)`,
    );
  return error;
};

/** The one that the configuration says. @throws StartFailure when it cannot be used */
export const openEventStore = async ({
  db,
  databaseUrl,
  eventStoreUrl,
}: OpenEventStoreOptions): Promise<EventStore> => {
  await claimLog(db, eventStoreUrl === undefined ? 'PostgreSQL' : 'EventStoreDB');
  if (eventStoreUrl === undefined) return openPostgresEventStore({ connectionString: databaseUrl });
  const store = openEventStoreDb({ url: eventStoreUrl });
  try {
    await checkLogReaches(db, await store.head());
    return store;
  } catch (error) {
    await store.close();
    throw startFailure(error, eventStoreUrl);
  }
};
