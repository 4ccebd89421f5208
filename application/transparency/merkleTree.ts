import type { Bytes } from './bytes.ts';
import type { TreeHashing } from './hashing.ts';

/** Leaves from `start` (inclusive) to `end` (exclusive). */
export type Range = { start: number; end: number };

/**
 * A complete subtree of `2 ** level` leaves, counted from the left. Uses numbers, not bit operations, because a
 * log may exceed 32 bits.
 */
export type Subtree = { level: number; index: number };

export type HashOf = (subtree: Subtree) => Bytes;

/** The complete subtrees of a range, from the left. */
export const subtreesOf = ({ start, end }: Range): Subtree[] => {
  const found: Subtree[] = [];
  for (let at = start; at < end; ) {
    let level = 0;
    while (at % 2 ** (level + 1) === 0 && at + 2 ** (level + 1) <= end) level++;
    found.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return found;
};

/** The hash over adjacent complete subtrees, from largest to smallest. */
export const joined = (hashes: readonly Bytes[], { node, empty }: TreeHashing): Bytes =>
  hashes.length === 0 ? empty : hashes.reduceRight((right, left) => node(left, right));

/** The hash of a complete subtree from the hashes at its base. */
export const completeHash = (hashes: readonly Bytes[], { node }: Pick<TreeHashing, 'node'>): Bytes => {
  let row = hashes;
  while (row.length > 1) {
    const above: Bytes[] = [];
    for (let index = 0; index < row.length; index += 2) above.push(node(row[index]!, row[index + 1]!));
    row = above;
  }
  return row[0]!;
};

export const rangeHash = (range: Range, hashOf: HashOf, hashing: TreeHashing): Bytes =>
  joined(subtreesOf(range).map(hashOf), hashing);

/** The largest power of two below `size`. */
const split = (size: number): number => {
  let half = 1;
  while (half * 2 < size) half *= 2;
  return half;
};

/** RFC 9162, 2.1.3.1: the sibling ranges from the leaf up to the root. */
export const inclusionRanges = (leaf: number, { start, end }: Range): Range[] => {
  if (end - start <= 1) return [];
  const middle = start + split(end - start);
  return leaf < middle
    ? [...inclusionRanges(leaf, { start, end: middle }), { start: middle, end }]
    : [...inclusionRanges(leaf, { start: middle, end }), { start, end: middle }];
};

/** RFC 9162, 2.1.4.1: the ranges that prove the tree of `first` leaves to be a prefix of the one of `second`. */
export const consistencyRanges = (first: number, second: number): Range[] => {
  const between = ({ start, end }: Range, whole: boolean): Range[] => {
    if (first === end) return whole ? [] : [{ start, end }];
    const middle = start + split(end - start);
    return first <= middle
      ? [...between({ start, end: middle }, whole), { start: middle, end }]
      : [...between({ start: middle, end }, false), { start, end: middle }];
  };
  return first === 0 || first === second ? [] : between({ start: 0, end: second }, true);
};
