import { afterAll, expect, test } from 'vitest';
import { migrateAll, migrations } from '#infrastructure/composition/migrations.ts';
import { connect } from '#infrastructure/postgres/connect.ts';
import { type Migration, migrate } from '#infrastructure/postgres/migrate.ts';
import { useDatabase } from '#tests/support/postgres.ts';

const database = useDatabase();
const counting = (name: string): Migration & { runs: number } => {
  const migration = {
    name,
    runs: 0,
    up: async () => {
      migration.runs++;
    },
  };
  return migration;
};

test('runs every migration once, in order, even with concurrent starts', async () => {
  const [one, two] = [counting('test-1'), counting('test-2')];
  const pools = Array.from({ length: 4 }, () => connect(database.url));
  afterAll(() => Promise.all(pools.map((pool) => pool.destroy())));
  const applied = await Promise.all(pools.map((pool) => migrate(pool, [one, two])));
  expect([one.runs, two.runs]).toEqual([1, 1]);
  expect(applied.flat().sort()).toEqual(['test-1', 'test-2']);
});

test('a failed migration leaves nothing behind and runs again next time', async () => {
  let works = false;
  const migration: Migration = {
    name: 'test-3',
    up: async (db) => {
      await db.raw('CREATE TABLE half_done (n integer)');
      if (!works) throw new Error('not today');
    },
  };
  await expect(migrate(database.knex, [migration])).rejects.toThrow('not today');
  expect(await database.knex.schema.hasTable('half_done')).toBe(false);
  works = true;
  expect(await migrate(database.knex, [migration])).toEqual(['test-3']);
});

test('leaves a database of a newer release alone', async () => {
  await migrate(database.knex, [counting('test-from-the-future')]);
  expect(await migrateAll(database.knex)).toEqual([]);
});

test('names are unique and have no file extension', () => {
  const names = migrations.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).not.toMatch(/\.[jt]s$/);
});

test('refuses two migrations of the same name', async () => {
  await expect(migrate(database.knex, [counting('test-a'), counting('test-a')])).rejects.toThrow('same name');
});

test('reads instants and cents as numbers; one that does not fit is an error', async () => {
  const { rows } = await database.knex.raw('SELECT 1760000000000::bigint AS at, count(*) AS n FROM events');
  expect(rows).toEqual([{ at: 1_760_000_000_000, n: 0 }]);
  await expect(database.knex.raw('SELECT 9007199254740993::bigint AS n')).rejects.toThrow('too large');
});
