import type { Knex } from 'knex';
import type { Agenda, Errand } from '#application/ports/schedule.ts';

type Row = { id: string; kind: Errand['kind']; subject: string; due_at: string | number | null; data: Errand['data'] };

const toErrand = ({ due_at, ...row }: Row): Errand => ({ ...row, dueAt: due_at === null ? null : Number(due_at) });

export const openAgenda = (db: Knex): Agenda => ({
  put: async ({ id, kind, subject, dueAt, data }) => {
    await db('policy_agenda')
      .insert({ id, kind, subject, due_at: dueAt, data: JSON.stringify(data) })
      .onConflict('id')
      .merge();
  },
  due: async (now, limit) => {
    const rows: Row[] = await db('policy_agenda').where('due_at', '<=', now).orderBy('due_at').limit(limit);
    return rows.map(toErrand);
  },
  about: async (kind, subject) => {
    const rows: Row[] = await db('policy_agenda').where({ kind, subject }).orderBy('id');
    return rows.map(toErrand);
  },
  remove: async (id) => {
    await db('policy_agenda').where({ id }).delete();
  },
});
