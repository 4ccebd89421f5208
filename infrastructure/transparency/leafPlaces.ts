import type { Knex } from 'knex';
import type { Position } from '#application/ports/eventStore.ts';
import { type Bytes, equal } from '#application/transparency/bytes.ts';
import { hashesIn, TILE_WIDTH } from '#application/transparency/tiles.ts';

type Row = { place: number; hashes: Buffer; first_position: Position };

const TILES = `
  SELECT DISTINCT ON (tile.place) tile.place, tile.hashes, tile.first_position
    FROM unnest(?::text[]) AS wanted (at)
    CROSS JOIN LATERAL (
      SELECT place, hashes, first_position FROM tlog_tiles
       WHERE level = 0 AND first_position <= wanted.at ORDER BY first_position DESC LIMIT 1
    ) AS tile
   ORDER BY tile.place`;

/** Where leaves stand in the log, each by the position of its fact; undefined for one that is not there. */
export const leafPlaces = async (
  db: Knex,
  events: readonly { position: Position; leaf: Bytes }[],
): Promise<(number | undefined)[]> => {
  const { rows } = await db.raw<{ rows: Row[] }>(TILES, [events.map(({ position }) => position)]);
  const tiles = rows.map(({ place, hashes, first_position }) => ({ place, first_position, hashes: hashesIn(hashes) }));
  return events.map(({ position, leaf }) => {
    const tile = tiles.findLast(({ first_position }) => first_position <= position);
    const within = tile?.hashes.findIndex((hash) => equal(hash, leaf)) ?? -1;
    return within < 0 ? undefined : tile!.place * TILE_WIDTH + within;
  });
};
