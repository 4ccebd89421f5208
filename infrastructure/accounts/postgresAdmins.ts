import type { Knex } from 'knex';
import type { Admins } from '#application/accounts/storage.ts';
import { accountsWithRole } from '#projections/accounts/queries.ts';
import { ADVISORY_LOCKS } from '../postgres/advisoryLock.ts';

export const openPostgresAdmins = (db: Knex): Admins => ({
  oneAtATime: (work) =>
    db.transaction(async (transaction) => {
      await transaction.raw('SELECT pg_advisory_xact_lock(?)', [ADVISORY_LOCKS.lastAdmin]);
      return work(await accountsWithRole(db, 'admin'));
    }),
});
