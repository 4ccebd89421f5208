import type { Knex } from 'knex';
import { equal } from '#application/transparency/bytes.ts';
import { map } from './hashing.ts';
import { BUCKET_BITS, type PlacedNode, SHEET_BITS } from './mapNodes.ts';

type Row = { depth: number; place: number; alone: boolean; hash: Buffer };

const PAGE = 10_000;
const SAVE = `
  INSERT INTO tlog_map (depth, place, alone, hash)
  SELECT * FROM unnest(?::smallint[], ?::integer[], ?::boolean[], ?::bytea[])
  ON CONFLICT (depth, place) DO UPDATE SET alone = excluded.alone, hash = excluded.hash`;
/** The middle level, and the buckets under one of its nodes. */
const NEEDED = 'SELECT * FROM tlog_map WHERE depth = ? OR (depth = ? AND place BETWEEN ? AND ?)';

const nodeOf = ({ alone, hash }: Row): PlacedNode['node'] => ({ alone, hash });

export const storeNodes = async (db: Knex, nodes: readonly PlacedNode[]): Promise<void> => {
  for (let from = 0; from < nodes.length; from += PAGE) {
    const page = nodes.slice(from, from + PAGE);
    await db.raw(SAVE, [
      page.map(({ depth }) => depth),
      page.map(({ place }) => place),
      page.map(({ node }) => node.alone),
      page.map(({ node }) => Buffer.from(node.hash)),
    ]);
  }
};

/** Nodes missing or different in the database, and the number of surplus rows. */
export const compareNodes = async (
  db: Knex,
  nodes: readonly PlacedNode[],
): Promise<{ lacking: PlacedNode[]; surplus: number }> => {
  const rows: Row[] = await db('tlog_map');
  const kept = new Map(rows.map((row) => [`${row.depth}/${row.place}`, row]));
  const lacking = nodes.filter(({ depth, place, node }) => {
    const row = kept.get(`${depth}/${place}`);
    return !row || row.alone !== node.alone || !equal(row.hash, node.hash);
  });
  const known = nodes.filter(({ depth, place }) => kept.has(`${depth}/${place}`)).length;
  return { lacking, surplus: rows.length - known };
};

/** The nodes on the path to a bucket, and their siblings. */
export const nodesAround = async (db: Knex, bucket: number) => {
  const width = 2 ** (BUCKET_BITS - SHEET_BITS);
  const first = Math.floor(bucket / width) * width;
  const { rows } = await db.raw<{ rows: Row[] }>(NEEDED, [SHEET_BITS, BUCKET_BITS, first, first + width - 1]);
  const levels = Array.from({ length: BUCKET_BITS + 1 }, () => new Map<number, PlacedNode['node'] | undefined>());
  for (const row of rows) levels[row.depth]!.set(row.place, nodeOf(row));
  const raise = (from: number, to: number): void => {
    for (let depth = from - 1; depth > to; depth--)
      for (const place of new Set([...levels[depth + 1]!.keys()].map((below) => below >> 1)))
        levels[depth]!.set(
          place,
          map.combine(levels[depth + 1]!.get(place * 2), levels[depth + 1]!.get(place * 2 + 1)),
        );
  };
  raise(BUCKET_BITS, SHEET_BITS);
  raise(SHEET_BITS, -1);
  return (depth: number, place: number) => levels[depth]!.get(place);
};
