import type { Knex } from 'knex';
import type { RecurringWork, WorkDone } from '#application/ports/recurringWork.ts';

type Row = { period: string; waiting_since: string | number | null };

export const openRecurringWork = (db: Knex): RecurringWork => ({
  begin: async (work, period) => {
    await db('recurring_work').insert({ work, period }).onConflict('work').ignore();
  },
  find: async (work): Promise<WorkDone | undefined> => {
    const row: Row | undefined = await db('recurring_work').where({ work }).first();
    if (!row) return undefined;
    const since = row.waiting_since;
    return { period: row.period, waitingSince: since === null ? null : Number(since) };
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
