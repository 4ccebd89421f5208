import type { Knex } from 'knex';
import { type Bytes, concat } from '#application/transparency/bytes.ts';
import type { Edge, Tile } from '#application/transparency/growingTree.ts';
import { type Range, rangeHash } from '#application/transparency/merkleTree.ts';
import {
  hashesFrom,
  hashesIn,
  TILE_WIDTH,
  type TilePlace,
  tilesFor,
  widthIn,
} from '#application/transparency/tiles.ts';
import { hashing } from './hashing.ts';

type Row = { level: number; place: number; hashes: Buffer };

const FIND = `
  SELECT level, place, hashes FROM tlog_tiles
    JOIN unnest(?::smallint[], ?::bigint[]) AS wanted (level, place) USING (level, place)`;

/** Tiles only grow, so a stored tile starts with its content in any smaller tree. */
const SAVE = `
  INSERT INTO tlog_tiles (level, place, hashes, first_position)
  SELECT level, place, hashes, nullif(first_position, '')
    FROM unnest(?::smallint[], ?::bigint[], ?::bytea[], ?::text[]) AS tile (level, place, hashes, first_position)
  ON CONFLICT (level, place) DO UPDATE SET hashes = excluded.hashes`;

export const findTiles = async (db: Knex, places: readonly TilePlace[]): Promise<Tile[]> => {
  const wanted = [places.map(({ level }) => level), places.map(({ index }) => index)];
  const { rows } = await db.raw<{ rows: Row[] }>(FIND, wanted);
  return rows.map(({ level, place, hashes }) => ({ level, index: place, hashes: hashesIn(hashes) }));
};

/** `firstPositions`: position of the first event in each new tile of level 0. */
export const saveTiles = async (
  db: Knex,
  tiles: readonly Tile[],
  firstPositions: ReadonlyMap<number, string>,
): Promise<void> => {
  await db.raw(SAVE, [
    tiles.map(({ level }) => level),
    tiles.map(({ index }) => index),
    tiles.map(({ hashes }) => Buffer.from(concat(...hashes))),
    tiles.map(({ level, index }) => (level === 0 ? (firstPositions.get(index) ?? '') : '')),
  ]);
};

/** The partial tiles of a tree of `size` leaves. */
export const readEdge = async (db: Knex, size: number): Promise<Edge> => {
  const places: (TilePlace & { width: number })[] = [];
  for (let level = 0; TILE_WIDTH ** level <= size; level++) {
    const place = { level, index: Math.floor(size / TILE_WIDTH ** (level + 1)) };
    places.push({ ...place, width: widthIn(size, place) });
  }
  const found = await findTiles(
    db,
    places.filter(({ width }) => width > 0),
  );
  return places.map(({ level, width }) => found.find((tile) => tile.level === level)?.hashes.slice(0, width) ?? []);
};

/** Hashes of ranges, from the necessary tiles only. @throws RangeError if tiles are missing */
export const hashRanges = async (db: Knex, ranges: readonly Range[]): Promise<Bytes[]> => {
  const hashOf = hashesFrom(await findTiles(db, tilesFor(ranges)), hashing);
  return ranges.map((range) => rangeHash(range, hashOf, hashing));
};

export const rootAt = async (db: Knex, size: number): Promise<Bytes> =>
  (await hashRanges(db, [{ start: 0, end: size }]))[0]!;
