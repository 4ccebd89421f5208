import type { Knex } from 'knex';
import type { Release } from '#application/ports/eventCodec.ts';
import { LIFETIME_S } from './livingProcesses.ts';
import { commonReads, printOf, readsMore } from './prints.ts';

const HELD = 'held';

type Row = {
  process: string;
  print: string;
  reads: Release['reads'];
  held: boolean;
  secondsAgo: number;
};

type Listed = Omit<Row, 'reads'> & {
  /** `Type version n`: what another one reads. */
  lacks: string[];
};

const readRows = async (db: Knex): Promise<Row[]> => {
  const { rows } = await db.raw<{ rows: Row[] }>(
    `SELECT process, print, reads, held, extract(epoch FROM now() - seen_at)::int AS "secondsAgo"
       FROM living_processes WHERE held OR seen_at > now() - make_interval(secs => ?) ORDER BY held, begun_at`,
    [LIFETIME_S],
  );
  return rows;
};

export const listProcesses = async (db: Knex): Promise<Listed[]> => {
  const rows = await readRows(db);
  return rows.map(({ reads, ...row }) => {
    const lacks = rows.flatMap((other) =>
      readsMore(other.reads, { reads }).map((type) => `${type} ${other.reads[type]}`),
    );
    return { ...row, lacks: [...new Set(lacks)] };
  });
};

/** Counts as one more process, which reads what all that live read now; where none lives, what `release` does. */
export const holdVersions = async (db: Knex, release: Release): Promise<void> => {
  const rows = await readRows(db);
  const reads = rows.length === 0 ? release.reads : commonReads(rows.map((row) => row.reads));
  const print = printOf({ reads, readModels: {} });
  await db('living_processes')
    .insert({ process: HELD, held: true, print, reads: JSON.stringify(reads), read_models: '{}' })
    .onConflict('process')
    .merge();
};

export const freeVersions = async (db: Knex): Promise<void> => {
  await db('living_processes').where({ process: HELD }).delete();
};
