import type { Migration } from '../postgres/migration.ts';

/** `held`: no process, but a version that operators hold the others to; it does not expire. */
export const releaseMigrations: Migration[] = [
  {
    name: 'releases_1_living_processes',
    up: (db) =>
      db.raw(`
        CREATE TABLE living_processes (
          process text PRIMARY KEY,
          print text NOT NULL,
          reads jsonb NOT NULL,
          read_models jsonb NOT NULL,
          held boolean NOT NULL DEFAULT false,
          begun_at timestamptz NOT NULL DEFAULT now(),
          seen_at timestamptz NOT NULL DEFAULT now()
        )
      `),
  },
];
