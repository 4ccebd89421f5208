import type { Knex } from 'knex';
import type { Schedule, ScheduledTask } from '#application/shared/storage.ts';

type Row = {
  id: string;
  kind: ScheduledTask['kind'];
  subject: string;
  due_at: string | number | null;
  data: ScheduledTask['data'];
};

/** Rows per statement. */
const AT_ONCE = 2_000;

const toTask = ({ due_at, ...row }: Row): ScheduledTask => ({ ...row, dueAt: due_at === null ? null : Number(due_at) });
const toRow = ({ dueAt, ...task }: ScheduledTask): Row => ({ ...task, due_at: dueAt });

export const openSchedule = (db: Knex): Schedule => {
  const putAll: Schedule['putAll'] = async (tasks) => {
    const rows = [...new Map(tasks.map((task) => [task.id, toRow(task)])).values()];
    for (let from = 0; from < rows.length; from += AT_ONCE)
      await db.raw(
        `INSERT INTO policy_agenda (id, kind, subject, due_at, data)
         SELECT id, kind, subject, due_at, data FROM json_populate_recordset(null::policy_agenda, ?::json)
         ON CONFLICT (id) DO UPDATE
         SET kind = excluded.kind, subject = excluded.subject, due_at = excluded.due_at, data = excluded.data`,
        [JSON.stringify(rows.slice(from, from + AT_ONCE))],
      );
  };
  return {
    putAll,
    put: (task) => putAll([task]),
    due: async (now, limit) => {
      const rows: Row[] = await db('policy_agenda').where('due_at', '<=', now).orderBy('due_at').limit(limit);
      return rows.map(toTask);
    },
    about: async (kind, subject) => {
      const rows: Row[] = await db('policy_agenda').where({ kind, subject }).orderBy('id');
      return rows.map(toTask);
    },
    remove: async (id) => {
      await db('policy_agenda').where({ id }).delete();
    },
    removeAll: async (ids) => {
      await db.raw('DELETE FROM policy_agenda WHERE id = ANY(?)', [[...ids]]);
    },
  };
};
