import type { Knex } from 'knex';
import type { EventStore } from '#application/ports/eventStore.ts';
import { claimLog } from '../eventStores/logOwnership.ts';
import { openPostgresEventStore } from '../eventStores/postgresEventStore.ts';

type OpenEventStoreOptions = {
  db: Knex;
  databaseUrl: string;
  /** Undefined: the events are in the database. */
  eventStoreUrl: string | undefined;
};

/** The one that the configuration says. @throws StartFailure when it cannot be used */
export const openEventStore = async ({
  db,
  databaseUrl,
  eventStoreUrl,
}: OpenEventStoreOptions): Promise<EventStore> => {
  await claimLog(db, eventStoreUrl === undefined ? 'PostgreSQL' : 'EventStoreDB');
  if (eventStoreUrl === undefined) return openPostgresEventStore({ connectionString: databaseUrl });
  // Its driver takes a fifth of the time that the server takes to load.
  const { openOwnEventStoreDb } = await import('./openEventStoreDb.ts');
  return openOwnEventStoreDb(db, eventStoreUrl);
};
