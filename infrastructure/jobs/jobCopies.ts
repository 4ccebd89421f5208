import type { Knex } from 'knex';
import type { Clock } from '#application/ports/clock.ts';
import type { Job } from '#application/ports/jobs.ts';
import type { Migration } from '../postgres/migrate.ts';

/** Copies of the jobs in a queue that may be lost. `run_at`, `finished_at`: epoch ms. `data` holds no personal data. */
export const jobCopyMigrations: Migration[] = [
  {
    name: 'remembered_jobs_1',
    up: async (db) => {
      await db.raw(`
        CREATE TABLE remembered_jobs (
          sequence bigint GENERATED ALWAYS AS IDENTITY,
          queue text NOT NULL,
          id text NOT NULL,
          data jsonb NOT NULL,
          run_at bigint,
          finished_at bigint,
          outcome text CHECK (outcome IN ('done', 'dead')),
          PRIMARY KEY (queue, id)
        );
        CREATE INDEX ON remembered_jobs (sequence) WHERE outcome IS NULL;
        CREATE INDEX ON remembered_jobs (finished_at) WHERE outcome = 'done';
      `);
    },
  },
];

const PAGE = 500;
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

type Row = { sequence: number; queue: string; id: string; data: Record<string, unknown>; run_at: number | null };

const jobOf = ({ queue, id, data, run_at }: Row): Job => ({
  queue,
  id,
  data,
  ...(run_at !== null && { runAt: Number(run_at) }),
});

/** Copies of all jobs in PostgreSQL, to refill a queue that lost them. */
export const openJobCopies = ({ db, clock }: { db: Knex; clock: Clock }) => ({
  /** Returns the unfinished ones; a known job keeps its first data. */
  remember: async (jobs: readonly Job[]): Promise<Job[]> => {
    const asked = JSON.stringify(
      jobs.map(({ queue, id, data, runAt }) => ({ queue, id, data, run_at: runAt ?? null })),
    );
    const columns = 'queue text, id text, data jsonb, run_at numeric';
    await db.raw(
      `INSERT INTO remembered_jobs (queue, id, data, run_at)
       SELECT queue, id, data, round(run_at)::bigint FROM json_to_recordset(?::json) AS asked(${columns})
       ON CONFLICT DO NOTHING`,
      [asked],
    );
    const { rows } = await db.raw(
      `SELECT kept.* FROM remembered_jobs kept JOIN json_to_recordset(?::json) AS asked(${columns}) USING (queue, id)
       WHERE kept.outcome IS NULL ORDER BY kept.sequence`,
      [asked],
    );
    return (rows as Row[]).map(jobOf);
  },

  isFinished: async (queue: string, id: string): Promise<boolean> =>
    (await db('remembered_jobs').where({ queue, id }).whereNotNull('outcome').first('id')) !== undefined,

  finish: async (queue: string, id: string, outcome: 'done' | 'dead'): Promise<void> => {
    await db('remembered_jobs').where({ queue, id }).update({ outcome, finished_at: clock.now() });
  },

  dead: async (queues: readonly string[]): Promise<{ queue: string; id: string }[]> =>
    db('remembered_jobs').select('queue', 'id').where({ outcome: 'dead' }).whereIn('queue', queues).orderBy('sequence'),

  deadCounts: async (queues: readonly string[]): Promise<Map<string, number>> => {
    const rows: { queue: string; jobs: string }[] = await db('remembered_jobs')
      .select('queue')
      .count({ jobs: '*' })
      .where({ outcome: 'dead' })
      .whereIn('queue', queues)
      .groupBy('queue');
    return new Map(rows.map(({ queue, jobs }) => [queue, Number(jobs)]));
  },

  /** Marks a dead job as unfinished; undefined if it is done or unknown. */
  revive: async (queue: string, id: string): Promise<Job | undefined> => {
    const rows: Row[] = await db('remembered_jobs')
      .where({ queue, id })
      .where((either) => either.whereNull('outcome').orWhere({ outcome: 'dead' }))
      .update({ outcome: null, finished_at: null, run_at: null })
      .returning('*');
    return rows[0] && jobOf(rows[0]);
  },

  /** All unfinished jobs, oldest first. */
  async *unfinished(): AsyncGenerator<Job[]> {
    for (let after = 0; ; ) {
      const rows: Row[] = await db('remembered_jobs')
        .whereNull('outcome')
        .where('sequence', '>', after)
        .orderBy('sequence')
        .limit(PAGE);
      if (rows.length > 0) yield rows.map(jobOf);
      if (rows.length < PAGE) return;
      after = Number(rows.at(-1)!.sequence);
    }
  },

  /** Deletes done jobs after 30 days; dead ones stay until an operator handles them. */
  forgetOld: () =>
    db('remembered_jobs')
      .where({ outcome: 'done' })
      .where('finished_at', '<', clock.now() - KEPT_MS)
      .delete(),
});

export type JobCopies = ReturnType<typeof openJobCopies>;
