import type { Migration } from '../postgres/migration.ts';

export const subjectKeyMigrations: Migration[] = [
  {
    name: '2026-11-subject-keys',
    up: async (db) => {
      await db.raw(`
        CREATE TABLE subject_keys (
          subject text PRIMARY KEY,
          -- Null once erased; the row stays, so that no second key is ever made for an erased subject.
          wrapped_key bytea,
          master_key text,
          created_at timestamptz NOT NULL DEFAULT now(),
          erased_at timestamptz,
          CHECK ((wrapped_key IS NULL) = (erased_at IS NOT NULL)),
          CHECK ((wrapped_key IS NULL) = (master_key IS NULL))
        )`);
    },
  },
];
