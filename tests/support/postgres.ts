import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { Client } from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { migrateAll } from '#infrastructure/composition/migrations.ts';
import { openPostgresJobs } from '#infrastructure/jobs/postgresJobs.ts';
import { connect } from '#infrastructure/postgres/connect.ts';
import { startEmbeddedPostgres } from '#infrastructure/postgres/embeddedPostgres.ts';
import { silentLog } from './silentLog.ts';

const TEMPLATE = 'migrated';
/** Tests end before a power cut could come. */
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '400' };

/** The address of another database on the same server. */
export const databaseUrl = (url: string, database: string): string => {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
};

const run = async (url: string, work: (client: Client) => Promise<void>): Promise<void> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
};

/** A marketplace opens some forty connections, and each proves the password in thousands of rounds on both sides; one round will do here. */
const greetQuickly = async (client: Client, { username, password }: URL): Promise<void> => {
  await client.query('SET scram_iterations = 1');
  await client.query(`ALTER ROLE ${client.escapeIdentifier(username)} PASSWORD ${client.escapeLiteral(password)}`);
};

/** What a marketplace would make in a new database before it opens. */
const prepare = async (url: string): Promise<void> => {
  const db = connect(url);
  await migrateAll(db).finally(() => db.destroy());
  const jobs = await openPostgresJobs({ connectionString: url, clock: Date, log: silentLog() });
  await jobs.close();
};

const ensureTemplate = (url: string): Promise<void> =>
  run(url, async (client) => {
    await client.query('SELECT pg_advisory_lock(1)');
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [TEMPLATE]);
    if (rowCount) return;
    await client.query('DROP DATABASE IF EXISTS migrating');
    await client.query('CREATE DATABASE migrating');
    if (process.env.POSTGRES_URL === undefined) await greetQuickly(client, new URL(url));
    await prepare(databaseUrl(url, 'migrating'));
    await client.query(`ALTER DATABASE migrating RENAME TO ${TEMPLATE}`);
  });

/** POSTGRES_URL (a role that may create databases) puts the suites on a server of another version, or an outside one. */
const serverUrl = async (): Promise<string> =>
  process.env.POSTGRES_URL ?? (await startEmbeddedPostgres({ dataDir: inject('postgresDir'), settings: FAST })).url;

/** A fresh migrated database on the run's server, by hand; `useDatabase` is the usual way. */
export const createDatabase = async (): Promise<{ url: string; drop(): Promise<void> }> => {
  const url = await serverUrl();
  await ensureTemplate(url);
  const name = `test_${randomBytes(8).toString('hex')}`;
  await run(url, async (client) => void (await client.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`)));
  return {
    url: databaseUrl(url, name),
    drop: () => run(url, async (client) => void (await client.query(`DROP DATABASE ${name} WITH (FORCE)`))),
  };
};

type TestDatabase = { readonly url: string; readonly knex: Knex };

/** Call it at the top of a suite: the suite gets a migrated database of its own. Read `url` and `knex` inside tests and hooks only. */
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
