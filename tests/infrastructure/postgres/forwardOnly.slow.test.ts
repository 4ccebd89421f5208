import { afterAll, expect, test } from 'vitest';
import { migrateAll, migrations } from '#infrastructure/composition/migrations.ts';
import { openPostgresEventStore } from '#infrastructure/eventStores/postgresEventStore.ts';
import { connect } from '#infrastructure/postgres/connect.ts';
import { type Migration, migrate } from '#infrastructure/postgres/migrate.ts';
import { newId } from '#infrastructure/system/ids.ts';
import { useDatabase } from '#tests/support/postgres.ts';

const database = useDatabase();
const made: string[] = [];
/** Empty, as at a first start. */
const emptyDatabase = async (): Promise<string> => {
  const name = `empty_${made.length}_${newId().replaceAll('-', '')}`;
  await database.knex.raw('CREATE DATABASE :name:', { name });
  made.push(name);
  const address = new URL(database.url);
  address.pathname = `/${name}`;
  return address.href;
};
afterAll(async () => {
  for (const name of made) await database.knex.raw('DROP DATABASE :name: WITH (FORCE)', { name });
});

/** Statements that break the previous release, which still runs. */
const TAKES_AWAY =
  /\b(DROP\s+(TABLE|COLUMN|SCHEMA|VIEW|TYPE)|RENAME\s+(TO|COLUMN)|SET\s+NOT\s+NULL|ALTER\s+COLUMN\s+\w+\s+(SET\s+DATA\s+)?TYPE|TRUNCATE\s+(?!ON\b))\b/i;
/** The previous release inserts without the new column. */
const DEMANDS = /ADD\s+COLUMN\s+(?:IF\s+NOT\s+EXISTS\s+)?\w+\s+(?![^,;]*\bDEFAULT\b)[^,;]*\bNOT\s+NULL\b/i;

/** Unsupported by PostgreSQL 15, the oldest supported version. */
const TOO_NEW = /CREATE\s+TABLE[^;]*\bSTORAGE\b|\bJSON_TABLE\b|\bMERGE\b[^;]*\bRETURNING\b|\bANY_VALUE\b/i;

test('four concurrent starts on an empty database apply every migration once', async () => {
  const empty = await emptyDatabase();
  const pools = Array.from({ length: 4 }, () => connect(empty));
  const applied = await Promise.all(pools.map((pool) => migrateAll(pool)));
  expect(applied.flat().sort()).toEqual(migrations.map(({ name }) => name).sort());
  expect(await migrateAll(pools[0]!)).toEqual([]);
  await Promise.all(pools.map((pool) => pool.destroy()));
});

test.each([
  ['ALTER TABLE sales DROP COLUMN price', true],
  ['ALTER TABLE sales RENAME COLUMN price TO cost', true],
  ['ALTER TABLE sales ADD COLUMN price integer NOT NULL', true],
  ['ALTER TABLE sales ALTER COLUMN price TYPE text', true],
  ['ALTER TABLE sales ADD COLUMN price integer NOT NULL DEFAULT 0, ADD COLUMN note text', false],
])('%s breaks the previous release: %s', (sql, expected) => {
  expect(TAKES_AWAY.test(sql) || DEMANDS.test(sql)).toBe(expected);
});

test('no migration breaks the previous release or needs a PostgreSQL above 15', async () => {
  const pool = connect(await emptyDatabase());
  const said: string[] = [];
  pool.on('query', ({ sql }: { sql: string }) => said.push(sql));
  await migrateAll(pool);
  await pool.destroy();
  expect(said.filter((sql) => /CREATE TABLE/.test(sql)).length).toBeGreaterThan(5);
  for (const refused of [TAKES_AWAY, DEMANDS, TOO_NEW]) expect(said.filter((sql) => refused.test(sql))).toEqual([]);
});

test('a process keeps appending while a newer release migrates its table', async () => {
  const store = openPostgresEventStore({ connectionString: database.url });
  let appended = 0;
  let migrated = false;
  const appending = (async () => {
    while (!migrated || appended < 40) {
      const metadata = { correlationId: newId() } as never;
      const event = { id: newId(), type: 'Tested', version: 1, data: {}, metadata } as never;
      await store.append(`test-${newId()}`, [event], 'none');
      appended++;
    }
  })();
  const newer: Migration = {
    name: 'test-newer-release',
    up: async (db) => {
      await db.raw('ALTER TABLE events ADD COLUMN noted_by_a_newer_release text; CREATE INDEX ON events (type)');
    },
  };
  await expect.poll(() => appended).toBeGreaterThan(5);
  expect(await migrate(database.knex, [...migrations, newer])).toEqual(['test-newer-release']);
  migrated = true;
  await appending;
  const { rows } = await database.knex.raw("SELECT count(*) AS n FROM events WHERE type = 'Tested'");
  expect(rows[0].n).toBe(appended);
  await store.close();
});
