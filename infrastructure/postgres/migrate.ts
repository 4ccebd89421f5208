import type { Knex } from 'knex';
import { ADVISORY_LOCKS } from './advisoryLock.ts';

/**
 * Forward only, and compatible with the previous release, which may still run. Never change a name: the database
 * stores it.
 */
export type Migration = { name: string; up(db: Knex): Promise<void> };

const appliedBefore = async (db: Knex): Promise<ReadonlySet<string>> =>
  new Set((await db.schema.hasTable('applied_migrations')) ? await db('applied_migrations').pluck('name') : []);

/**
 * Runs pending migrations in order, each in its own transaction; safe for concurrent processes. Ignores names of
 * newer releases.
 */
export const migrate = async (db: Knex, wanted: readonly Migration[]): Promise<string[]> => {
  const names = new Set(wanted.map(({ name }) => name));
  if (names.size !== wanted.length) throw new Error('two migrations carry the same name');
  const applied: string[] = [];
  const known = await appliedBefore(db);
  for (const { name, up } of wanted) {
    if (known.has(name)) continue;
    await db.transaction(async (transaction) => {
      // No statement timeout: other migrations and index builds take long. The lock timeout stays, because requests
      // queue behind a waiting lock.
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
