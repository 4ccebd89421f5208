import type { Bytes } from './bytes.ts';
import type { TreeHashing } from './hashing.ts';
import { completeHash, type HashOf, type Range, type Subtree, subtreesOf } from './merkleTree.ts';

/** C2SP tlog-tiles: 256 hashes next to each other, eight levels of the tree. */
export const TILE_WIDTH = 256;
const TILE_HEIGHT = 8;
const HASH_BYTES = 32;

export type TilePlace = { level: number; index: number };

/** Number of hashes in a tile of a tree with `size` leaves; 0 if the tile does not exist. */
export const widthIn = (size: number, { level, index }: TilePlace): number =>
  Math.max(0, Math.min(TILE_WIDTH, Math.floor(size / TILE_WIDTH ** level) - index * TILE_WIDTH));

export type TileRequest = TilePlace & { width: number };

const digitsOf = (index: number): string => {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/.../g) ?? [];
  return groups.map((group, place) => (place < groups.length - 1 ? `x${group}` : group)).join('/');
};

/** A tile's path after `/tile/`. */
export const tilePath = ({ level, index, width }: TileRequest): string =>
  `${level}/${digitsOf(index)}${width < TILE_WIDTH ? `.p/${width}` : ''}`;

const PATH = /^(0|[1-9]\d?)\/((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/** Accepts only the spelling of `tilePath`; undefined otherwise. */
export const readTilePath = (path: string): TileRequest | undefined => {
  const [, level, index, width] = PATH.exec(path) ?? [];
  if (level === undefined || index === undefined) return undefined;
  const request = {
    level: Number(level),
    index: Number(index.replace(/[x/]/g, '')),
    width: width === undefined ? TILE_WIDTH : Number(width),
  };
  return Number.isSafeInteger(request.index) && tilePath(request) === path ? request : undefined;
};

export const hashesIn = (tile: Bytes): Bytes[] =>
  Array.from({ length: tile.length / HASH_BYTES }, (_, place) =>
    tile.subarray(place * HASH_BYTES, (place + 1) * HASH_BYTES),
  );

type Foot = TilePlace & { first: number; count: number };

/** The hashes of a tile below a subtree. */
const footOf = ({ level, index }: Subtree): Foot => {
  const tileLevel = Math.floor(level / TILE_HEIGHT);
  const count = 2 ** (level % TILE_HEIGHT);
  const first = index * count;
  return { level: tileLevel, index: Math.floor(first / TILE_WIDTH), first: first % TILE_WIDTH, count };
};

const keyOf = ({ level, index }: TilePlace): string => `${level}/${index}`;

/** All tiles needed for hashes over these ranges, each once. */
export const tilesFor = (ranges: readonly Range[]): TilePlace[] => {
  const feet = ranges.flatMap(subtreesOf).map(footOf);
  return [...new Map(feet.map(({ level, index }) => [keyOf({ level, index }), { level, index }])).values()];
};

/** @throws RangeError if a tile is missing or too short */
export const hashesFrom = (
  tiles: readonly (TilePlace & { hashes: readonly Bytes[] })[],
  hashing: TreeHashing,
): HashOf => {
  const found = new Map(tiles.map((tile) => [keyOf(tile), tile.hashes]));
  return (subtree) => {
    const { first, count, ...place } = footOf(subtree);
    const foot = found.get(keyOf(place))?.slice(first, first + count) ?? [];
    if (foot.length < count) throw new RangeError(`tile ${keyOf(place)} does not reach to ${first + count}`);
    return completeHash(foot, hashing);
  };
};
