import type { Knex } from 'knex';
import { ADVISORY_LOCKS } from './advisoryLocks.ts';
import type { Migration } from './migration.ts';

const appliedBefore = async (db: Knex): Promise<ReadonlySet<string>> =>
  new Set((await db.schema.hasTable('applied_migrations')) ? await db('applied_migrations').pluck('name') : []);

/** Runs what this database has not seen yet, in order, each in a transaction of its own; several processes may do so at once. Names of a newer release are left alone. */
export const migrate = async (db: Knex, wanted: readonly Migration[]): Promise<string[]> => {
  const names = new Set(wanted.map(({ name }) => name));
  if (names.size !== wanted.length) throw new Error('two migrations carry the same name');
  const applied: string[] = [];
  const known = await appliedBefore(db);
  for (const { name, up } of wanted) {
    if (known.has(name)) continue;
    await db.transaction(async (transaction) => {
      // Others may migrate for long, and an index takes its time; a lock that requests queue up behind must not.
      await transaction.raw('SET LOCAL statement_timeout = 0');
      await transaction.raw('SELECT pg_advisory_xact_lock(?)', [ADVISORY_LOCKS.migrations]);
      await transaction.raw("SET LOCAL lock_timeout = '15s'");
      await transaction.raw(
        'CREATE TABLE IF NOT EXISTS applied_migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
      );
      const [row] = await transaction('applied_migrations').where({ name });
      if (row) return;
      await up(transaction);
      await transaction('applied_migrations').insert({ name });
      applied.push(name);
    });
  }
  return applied;
};
