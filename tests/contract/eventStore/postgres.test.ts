import { openPostgresEventStore } from '#infrastructure/eventStores/postgresEventStore.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { eventStoreContract } from './eventStoreContract.ts';

const database = useDatabase();

eventStoreContract('PostgreSQL', () => openPostgresEventStore({ connectionString: database.url }));
