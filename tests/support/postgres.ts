import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { Pool, type PoolClient } from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { policiesOf } from '#application/policies/all.ts';
import { eventDefinitions } from '#domain/events.ts';
import { migrateAll } from '#infrastructure/composition/migrations.ts';
import { newestVersions } from '#infrastructure/crypto/versions.ts';
import { openPostgresJobs } from '#infrastructure/jobs/postgresJobs.ts';
import { openHandledTypes } from '#infrastructure/policies/handledTypes.ts';
import { connect } from '#infrastructure/postgres/connect.ts';
import { startEmbeddedPostgres } from '#infrastructure/postgres/embeddedPostgres.ts';
import { allProjections } from '#projections/all.ts';
import { createMissing, findChanged } from '#projections/engine/schemas.ts';
import { silentLog } from './silentLog.ts';

/**
 * Template of a database: `migrated` has tables, `opened` also read models and subscribers, as after an earlier
 * start.
 */
export type Template = 'migrated' | 'opened';

/**
 * No durability: tests need not survive a power cut. A short authentication timeout, because creating a database
 * waits for half-open sessions.
 */
const FAST = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '400',
  authentication_timeout: '10s',
};

/** The URL of another database on the same server. */
export const databaseUrl = (url: string, database: string): string => {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
};

/** A single SCRAM round: a marketplace opens some thirty connections with thousands of rounds each. */
const greetQuickly = async (client: PoolClient, { username, password }: URL): Promise<void> => {
  await client.query('SET scram_iterations = 1');
  await client.query(`ALTER ROLE ${client.escapeIdentifier(username)} PASSWORD ${client.escapeLiteral(password)}`);
};

/** What a marketplace creates in a new database before it opens. */
const migrateNew = async (url: string): Promise<void> => {
  const db = connect(url);
  await migrateAll(db).finally(() => db.destroy());
  const jobs = await openPostgresJobs({ connectionString: url, clock: Date, log: silentLog() });
  await jobs.close();
};

const makeReadModels = async (url: string): Promise<void> => {
  const db = connect(url);
  const reads = newestVersions(eventDefinitions);
  try {
    await createMissing(db, allProjections);
    await findChanged(db, allProjections, reads);
    const handled = openHandledTypes({ db, store: { head: async () => undefined }, knows: Object.keys(reads) });
    await handled.begin(policiesOf({} as never));
  } finally {
    await db.destroy();
  }
};

/** The file-copy strategy: reading a few megabytes is cheaper than writing each page to the WAL. */
const copy = (client: PoolClient, name: string, template: string) =>
  client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);

const makeTemplate = async (
  client: PoolClient,
  { name, from, prepare }: { name: Template; from: string; prepare(url: string): Promise<void> },
  url: string,
): Promise<void> => {
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
  if (rowCount) return;
  await client.query('DROP DATABASE IF EXISTS preparing');
  await copy(client, 'preparing', from);
  await prepare(databaseUrl(url, 'preparing'));
  await client.query(`ALTER DATABASE preparing RENAME TO ${name}`);
};

const ensureTemplates = async (server: Pool, url: string): Promise<void> => {
  const client = await server.connect();
  try {
    await client.query('SELECT pg_advisory_lock(1)');
    if (process.env.POSTGRES_URL === undefined) await greetQuickly(client, new URL(url));
    await makeTemplate(client, { name: 'migrated', from: 'template1', prepare: migrateNew }, url);
    await makeTemplate(client, { name: 'opened', from: 'migrated', prepare: makeReadModels }, url);
    await client.query('SELECT pg_advisory_unlock(1)');
  } finally {
    client.release();
  }
};

/** POSTGRES_URL (a role that can create databases) selects another server. */
const openServer = async (): Promise<{ url: string; server: Pool }> => {
  const url =
    process.env.POSTGRES_URL ?? (await startEmbeddedPostgres({ dataDir: inject('postgresDir'), settings: FAST })).url;
  const server = new Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
  // The connection is idle when the run stops its server.
  server.on('error', () => undefined);
  await ensureTemplates(server, url);
  return { url, server };
};

/** Suites of a process share the admin connection. */
let opened: ReturnType<typeof openServer> | undefined;

/** Creates a database by hand; usually call `useDatabase`. */
export const createDatabase = async (
  template: Template = 'migrated',
): Promise<{ url: string; drop(): Promise<void> }> => {
  opened ??= openServer();
  const { url, server } = await opened;
  const name = `test_${randomBytes(8).toString('hex')}`;
  const asked = await server.connect();
  await copy(asked, name, template).finally(() => asked.release());
  return {
    url: databaseUrl(url, name),
    drop: async () => void (await server.query(`DROP DATABASE ${name} WITH (FORCE)`)),
  };
};

type TestDatabase = { readonly url: string; readonly knex: Knex };

/** Call it at the top of a suite for its own migrated database. Read `url` and `knex` inside tests and hooks only. */
export const useDatabase = (): TestDatabase => {
  let database: Awaited<ReturnType<typeof createDatabase>> | undefined;
  let db: Knex | undefined;
  beforeAll(async () => {
    database = await createDatabase();
    db = connect(database.url);
  });
  afterAll(async () => {
    await db?.destroy();
    await database?.drop();
  });
  const ready = <Value>(value: Value | undefined): Value => {
    if (value === undefined) throw new Error('the database is there from beforeAll on');
    return value;
  };
  return {
    get url() {
      return ready(database).url;
    },
    get knex() {
      return ready(db);
    },
  };
};
