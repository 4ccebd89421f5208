import type { Bytes } from './bytes.ts';
import type { TreeHashing } from './hashing.ts';
import { completeHash, joined, subtreesOf } from './merkleTree.ts';
import { TILE_WIDTH, type TilePlace } from './tiles.ts';

/** The hashes of the last, unfilled tile of each level. */
export type Edge = readonly (readonly Bytes[])[];

export type Tile = TilePlace & { hashes: readonly Bytes[] };

/** A tree that only grows: what stands left of its edge is in full tiles and never needed again. */
export const growTree = (hashing: TreeHashing, from: { size: number; edge: Edge } = { size: 0, edge: [] }) => {
  const edge = from.edge.map((hashes) => [...hashes]);
  let { size } = from;
  let filled: Tile[] = [];
  const touched = new Set<number>();

  const put = (level: number, hash: Bytes): void => {
    edge[level] ??= [];
    const tile = edge[level];
    tile.push(hash);
    touched.add(level);
    if (tile.length < TILE_WIDTH) return;
    filled.push({ level, index: Math.floor(size / TILE_WIDTH ** (level + 1)), hashes: tile });
    edge[level] = [];
    put(level + 1, completeHash(tile, hashing));
  };

  return {
    get size() {
      return size;
    },
    append: (leaf: Bytes): void => {
      put(0, leaf);
      size++;
    },
    root: (): Bytes =>
      joined(
        edge
          .map((hashes) =>
            subtreesOf({ start: 0, end: hashes.length }).map(({ level, index }) =>
              completeHash(hashes.slice(index * 2 ** level, (index + 1) * 2 ** level), hashing),
            ),
          )
          .reverse()
          .flat(),
        hashing,
      ),
    /** What has changed since it was asked last: tiles that were filled, and those at the edge that grew. */
    changedTiles: (): Tile[] => {
      const growing = [...touched]
        .filter((level) => edge[level]!.length > 0)
        .map((level) => ({ level, index: Math.floor(size / TILE_WIDTH ** (level + 1)), hashes: [...edge[level]!] }));
      const changed = [...filled, ...growing];
      filled = [];
      touched.clear();
      return changed;
    },
    edge: (): Edge => edge.map((hashes) => [...hashes]),
  };
};

export type GrowingTree = ReturnType<typeof growTree>;
