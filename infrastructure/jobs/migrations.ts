import type { Migration } from '../postgres/migration.ts';

/** Jobs that stand in a queue which may be lost. `run_at` and `finished_at` in epoch ms; `data` holds no personal data. */
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
