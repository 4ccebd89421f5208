import type { Knex } from 'knex';
import type { Schedule, ScheduledTask } from '#application/ports/schedule.ts';

type Row = {
  id: string;
  kind: ScheduledTask['kind'];
  subject: string;
  due_at: string | number | null;
  data: ScheduledTask['data'];
};

const toTask = ({ due_at, ...row }: Row): ScheduledTask => ({ ...row, dueAt: due_at === null ? null : Number(due_at) });

export const openSchedule = (db: Knex): Schedule => ({
  put: async ({ id, kind, subject, dueAt, data }) => {
    await db('policy_agenda')
      .insert({ id, kind, subject, due_at: dueAt, data: JSON.stringify(data) })
      .onConflict('id')
      .merge();
  },
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
});
