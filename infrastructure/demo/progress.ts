import type { Knex } from 'knex';
import type { Migration } from '../postgres/migrate.ts';

export const demoMigrations: Migration[] = [
  {
    name: 'demo-1-progress',
    up: async (db) => {
      await db.raw(`CREATE TABLE demo_progress (
        only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
        began_at bigint NOT NULL,
        chapters_done integer NOT NULL DEFAULT 0
      )`);
    },
  },
  {
    name: 'demo-2-story',
    up: async (db) => {
      await db.raw('ALTER TABLE demo_progress ADD COLUMN story integer NOT NULL DEFAULT 1');
    },
  },
];

/** `began_at`: epoch ms (system clock) of the first start. `story`: number of the story whose chapters are counted. */
export type Progress = { began_at: number; chapters_done: number; story: number };

/** Progress of an earlier start, or a new one for an empty store; undefined if the store holds other data. */
export const findProgress = async (
  db: Knex,
  story: number,
  storeIsEmpty: () => Promise<boolean>,
): Promise<Progress | undefined> => {
  const known: Progress | undefined = await db('demo_progress').first();
  if (known) return known;
  if (!(await storeIsEmpty())) return undefined;
  const [begun]: Progress[] = await db('demo_progress')
    .insert({ began_at: Date.now(), story })
    .onConflict('only_one')
    .ignore()
    .returning(['began_at', 'chapters_done', 'story']);
  return begun;
};
