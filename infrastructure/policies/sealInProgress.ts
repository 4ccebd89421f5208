import type { Knex } from 'knex';
import type { SealInProgress } from '#application/reconciliation/storage.ts';

type Row = { position: string; events: string | number; digest: string };

export const openSealInProgress = (db: Knex): SealInProgress => ({
  load: async () => {
    const row: Row | undefined = await db('seal_in_progress').first();
    return row && { position: row.position, events: Number(row.events), digest: row.digest };
  },
  save: async ({ position, events, digest }) => {
    await db('seal_in_progress').insert({ position, events, digest }).onConflict('place').merge();
  },
});
