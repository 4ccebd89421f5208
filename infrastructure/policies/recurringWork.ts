import type { Knex } from 'knex';
import type { RecurringWork, WorkDone } from '#application/shared/storage.ts';

type Row = { work: string; period: string; waiting_since: string | number | null };

export const openRecurringWork = (db: Knex): RecurringWork => ({
  begin: async (periods) => {
    const rows = [...periods].map(([work, period]) => ({ work, period }));
    if (rows.length > 0) await db('recurring_work').insert(rows).onConflict('work').ignore();
  },
  find: async (works): Promise<ReadonlyMap<string, WorkDone>> => {
    const rows: Row[] = await db('recurring_work').whereIn('work', works);
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
