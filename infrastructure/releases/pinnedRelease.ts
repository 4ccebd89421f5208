import type { Knex } from 'knex';
import type { Release } from '#application/ports/releases.ts';
import { LIFETIME_S } from './processHeartbeats.ts';
import { commonReads, fingerprintOf, readsMore } from './schemaFingerprints.ts';

const HELD = 'held';

type Row = {
  process: string;
  print: string;
  reads: Release['reads'];
  held: boolean;
  secondsAgo: number;
};

type ProcessLine = Omit<Row, 'reads'> & {
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

export const listProcesses = async (db: Knex): Promise<ProcessLine[]> => {
  const rows = await readRows(db);
  return rows.map(({ reads, ...row }) => {
    const lacks = rows.flatMap((other) =>
      readsMore(other.reads, { reads }).map((type) => `${type} ${other.reads[type]}`),
    );
    return { ...row, lacks: [...new Set(lacks)] };
  });
};

/** Counts as one more process, which reads what all that live read now; where none lives, what `release` does. */
export const pinVersions = async (db: Knex, release: Release): Promise<void> => {
  const rows = await readRows(db);
  const reads = rows.length === 0 ? release.reads : commonReads(rows.map((row) => row.reads));
  const print = fingerprintOf({ reads, readModels: {} });
  await db('living_processes')
    .insert({ process: HELD, held: true, print, reads: JSON.stringify(reads), read_models: '{}' })
    .onConflict('process')
    .merge();
};

export const unpinVersions = async (db: Knex): Promise<void> => {
  await db('living_processes').where({ process: HELD }).delete();
};
