import type { Knex } from 'knex';
import type { Release } from '#application/ports/eventCodec.ts';
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
  /** `Type version`: what another process reads and this one does not. */
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

/** Adds a pseudo-process that reads what all running processes read now; if none runs, what `release` reads. */
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
