import type { Bytes } from './bytes.ts';
import type { TreeHashing } from './hashing.ts';
import { completeHash, joined, subtreesOf } from './merkleTree.ts';
import { TILE_WIDTH, type TilePlace } from './tiles.ts';

/** The hashes of the last, incomplete tile of each level. */
export type Edge = readonly (readonly Bytes[])[];

export type Tile = TilePlace & { hashes: readonly Bytes[] };

const TILE_HEIGHT = Math.log2(TILE_WIDTH);

/** The hashes of adjacent complete subtrees, from largest to smallest. */
const peaksOf = (edge: Edge, hashing: TreeHashing): Bytes[] =>
  edge
    .map((hashes) =>
      subtreesOf({ start: 0, end: hashes.length }).map(({ level, index }) =>
        completeHash(hashes.slice(index * 2 ** level, (index + 1) * 2 ** level), hashing),
      ),
    )
    .reverse()
    .flat();

/** An append-only tree. Everything left of its edge is in complete tiles and not needed again. */
export const growTree = (hashing: TreeHashing, from: { size: number; edge: Edge } = { size: 0, edge: [] }) => {
  const edge = from.edge.map((hashes) => [...hashes]);
  const peaks = peaksOf(edge, hashing);
  let { size } = from;
  let filled: Tile[] = [];
  const touched = new Set<number>();

  const put = (level: number, hash: Bytes): void => {
    edge[level] ??= [];
    edge[level].push(hash);
    touched.add(level);
  };

  const close = (level: number): void => {
    filled.push({ level, index: Math.floor(size / TILE_WIDTH ** (level + 1)), hashes: edge[level]! });
    edge[level] = [];
  };

  return {
    get size() {
      return size;
    },
    append: (leaf: Bytes): void => {
      put(0, leaf);
      let hash = leaf;
      let height = 0;
      for (let place = size; place % 2 === 1; place = (place - 1) / 2) {
        hash = hashing.node(peaks.pop()!, hash);
        height++;
        if (height % TILE_HEIGHT !== 0) continue;
        close(height / TILE_HEIGHT - 1);
        put(height / TILE_HEIGHT, hash);
      }
      peaks.push(hash);
      size++;
    },
    root: (): Bytes => joined(peaks, hashing),
    /** Tiles that were completed or grew since the last call. */
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
