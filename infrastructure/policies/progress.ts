import type { Knex } from 'knex';
import type { Position } from '#application/ports/eventStore.ts';
import type { SealInProgress } from '#application/reconciliation/storage.ts';
import type { RecurringWork, WorkDone } from '#application/shared/storage.ts';
import { openBatchedLookup } from '#application/subscriptions/batchedLookup.ts';
import type { Checkpoints } from '#application/subscriptions/storage.ts';

type Row = { name: string; position: Position };

const SAVE = `
  INSERT INTO policy_checkpoints (name, position) VALUES (?, ?)
  ON CONFLICT (name) DO UPDATE SET position = excluded.position WHERE policy_checkpoints.position < excluded.position`;

export const openCheckpoints = (db: Knex): Checkpoints => ({
  load: openBatchedLookup(async (names) => {
    const rows: Row[] = await db('policy_checkpoints').whereIn('name', names);
    return new Map(rows.map(({ name, position }) => [name, position]));
  }),
  save: async (name, position) => {
    await db.raw(SAVE, [name, position]);
  },
  all: async () => {
    const rows: Row[] = await db('policy_checkpoints');
    return new Map(rows.map(({ name, position }) => [name, position]));
  },
});

type SealRow = { position: string; events: string | number; digest: string };

export const openSealInProgress = (db: Knex): SealInProgress => ({
  load: async () => {
    const row: SealRow | undefined = await db('seal_in_progress').first();
    return row && { position: row.position, events: Number(row.events), digest: row.digest };
  },
  save: async ({ position, events, digest }) => {
    await db('seal_in_progress').insert({ position, events, digest }).onConflict('place').merge();
  },
});

type WorkRow = { work: string; period: string; waiting_since: string | number | null };

export const openRecurringWork = (db: Knex): RecurringWork => ({
  begin: async (periods) => {
    const rows = [...periods].map(([work, period]) => ({ work, period }));
    if (rows.length > 0) await db('recurring_work').insert(rows).onConflict('work').ignore();
  },
  find: async (works): Promise<ReadonlyMap<string, WorkDone>> => {
    const rows: WorkRow[] = await db('recurring_work').whereIn('work', works);
    return new Map(
      rows.map(({ work, period, waiting_since: since }) => [
        work,
        { period, waitingSince: since === null ? null : Number(since) },
      ]),
    );
  },
  wait: async (work, since) => {
    const kept = since === null ? null : db.raw('coalesce(waiting_since, ?)', [since]);
    await db('recurring_work').where({ work }).update({ waiting_since: kept });
  },
  done: async (work, period) => {
    await db.raw(
      `INSERT INTO recurring_work (work, period) VALUES (:work, :period)
       ON CONFLICT (work) DO UPDATE SET period = excluded.period, waiting_since = NULL WHERE recurring_work.period < excluded.period`,
      { work, period },
    );
  },
});
