import type { Knex } from 'knex';
import type { Position } from '#application/ports/eventStore.ts';
import { type Bytes, equal, toBase64 } from '#application/transparency/bytes.ts';
import { placeOf } from '#application/transparency/factEntry.ts';
import { consistencyRanges, inclusionRanges } from '#application/transparency/merkleTree.ts';
import { keyText } from '#application/transparency/signedNote.ts';
import type { MapProof } from '#application/transparency/streamMap.ts';
import { hashesIn, TILE_WIDTH } from '#application/transparency/tiles.ts';
import type { Entries } from './entries.ts';
import { leafOf } from './hashing.ts';
import { type HeadRow, lastHead, publishedKey } from './heads.ts';
import { mapProofOf } from './mapProofs.ts';
import { hashRanges } from './tiles.ts';
import type { KnownWitness } from './witnessClient.ts';

type Row = { place: number; hashes: Buffer; first_position: Position };

const TILES = `
  SELECT DISTINCT ON (tile.place) tile.place, tile.hashes, tile.first_position
    FROM unnest(?::text[]) AS wanted (at)
    CROSS JOIN LATERAL (
      SELECT place, hashes, first_position FROM tlog_tiles
       WHERE level = 0 AND first_position <= wanted.at ORDER BY first_position DESC LIMIT 1
    ) AS tile
   ORDER BY tile.place`;

/** Leaf indexes by event position; undefined for an event that is not in the log. */
const leafPlaces = async (
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

type LogProofsOptions = { db: Knex; entries: Entries; witnesses: readonly KnownWitness[] };

const noteOf = ({ note, cosignatures }: HeadRow): string => `${note}${cosignatures}`;
const inText = (hashes: readonly Bytes[]): string[] => hashes.map(toBase64);

const mapInText = ({ beside, end }: MapProof) => ({
  beside: inText(beside),
  end: end ? { key: toBase64(end.key), revision: end.revision, leaf: toBase64(end.leaf) } : null,
});
type MapInText = ReturnType<typeof mapInText>;

/** Reads each tile once for all paths. */
const pathsOf = async (db: Knex, indexes: readonly number[], size: number): Promise<Bytes[][]> => {
  const ranges = indexes.map((index) => inclusionRanges(index, { start: 0, end: size }));
  const hashes = await hashRanges(db, ranges.flat());
  let from = 0;
  return ranges.map(({ length }) => {
    from += length;
    return hashes.slice(from - length, from);
  });
};

/** Proofs that events are in the log. Readers can verify everything it returns. */
export const openLogProofs = ({ db, entries, witnesses }: LogProofsOptions) => {
  /** Entries with inclusion proofs for the tree of `size`; `index` is null for those not in it. */
  const proven = async (texts: readonly string[], size: number) => {
    const events = texts.map((entry) => ({ entry, leaf: leafOf(entry), position: placeOf(entry).position }));
    const places = await leafPlaces(db, events);
    const indexes = places.filter((index) => index !== undefined && index < size) as number[];
    const paths = new Map((await pathsOf(db, indexes, size)).map((path, place) => [indexes[place]!, path]));
    return events.map(({ entry, leaf }, at) => {
      const path = paths.get(places[at] ?? -1);
      return { entry, leaf: toBase64(leaf), index: path ? places[at]! : null, path: inText(path ?? []) };
    });
  };

  const endsOf = (streams: readonly string[]) =>
    db.transaction(
      async (transaction) => {
        const head = await lastHead(transaction);
        if (!head) return undefined;
        const maps: MapInText[] = [];
        for (const stream of streams) maps.push(mapInText(await mapProofOf(transaction, stream)));
        return { size: head.size, head: noteOf(head), maps };
      },
      { isolationLevel: 'repeatable read', readOnly: true },
    );

  return {
    /** All entries of a stream. */
    entriesOf: entries.ofStream,
    lengthOf: entries.lengthOf,
    entriesBetween: entries.between,
    newestSize: async (): Promise<number> => (await lastHead(db))?.size ?? 0,
    consistency: async (from: number, to: number): Promise<string[]> =>
      inText(await hashRanges(db, consistencyRanges(from, to))),
    proven,
    /**
     * The last checkpoint with cosignatures, and the end of each stream in it; undefined before the first checkpoint.
     */
    endsOf,
    /** For a single stream. */
    endOf: async (stream: string) => {
      const found = await endsOf([stream]);
      return found && { size: found.size, head: found.head, map: found.maps[0]! };
    },
    /** Checkpoints, newest first, the signing keys, and the number of events not covered yet. */
    state: async (most: number) => {
      const heads: HeadRow[] = await db('tlog_heads').orderBy('size', 'desc').limit(most);
      const [key, progress, [next]] = await Promise.all([
        publishedKey(db),
        db('tlog_progress').first('size'),
        entries.read(heads[0]?.position, 1),
      ]);
      return {
        key: key ?? null,
        witnesses: witnesses.map((witness) => keyText(witness.key)),
        heads: heads.map(noteOf),
        sizes: heads.map(({ size }) => size),
        facts: Number(progress?.size ?? 0),
        unsealedSince: next === undefined ? null : placeOf(next).recordedAt,
      };
    },
  };
};

export type LogProofs = ReturnType<typeof openLogProofs>;
