import { type Bytes, equal } from './bytes.ts';
import type { TreeHashing } from './hashing.ts';

type Hashing = Pick<TreeHashing, 'node'>;

const half = (number: number): number => Math.floor(number / 2);
const isOdd = (number: number): boolean => number % 2 === 1;

export type Inclusion = { leaf: Bytes; index: number; size: number; path: readonly Bytes[] };

const HASH_BYTES = 32;
const isHash = ({ length }: Bytes): boolean => length === HASH_BYTES;
/** Outside input may be anything, and halving an invalid count might never end. */
const isCount = (number: number): boolean => Number.isSafeInteger(number) && number >= 0;

/** Whether it is plausible: a place within the tree, and only hashes. */
export const isProofLike = ({ leaf, index, size, path }: Inclusion): boolean =>
  isCount(index) && isCount(size) && index < size && isHash(leaf) && path.every(isHash);

/** RFC 9162, 2.1.3.2: the root that the path leads to; undefined if the path does not fit the tree. */
export const rootOfInclusion = (inclusion: Inclusion, { node }: Hashing): Bytes | undefined => {
  if (!isProofLike(inclusion)) return undefined;
  const { leaf, index, size, path } = inclusion;
  let [at, last, hash] = [index, size - 1, leaf];
  for (const beside of path) {
    if (last === 0) return undefined;
    if (isOdd(at) || at === last) {
      hash = node(beside, hash);
      while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)];
    } else hash = node(hash, beside);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 ? hash : undefined;
};

export const isIncluded = (inclusion: Inclusion, root: Bytes, hashing: Hashing): boolean => {
  const found = rootOfInclusion(inclusion, hashing);
  return found !== undefined && equal(found, root);
};

export type Head = { size: number; root: Bytes };

const isPowerOfTwo = (number: number): boolean => Number.isInteger(Math.log2(number));

/** RFC 9162, 2.1.4.2: whether the tree of `first` is a prefix of the tree of `second`. */
export const isConsistent = (first: Head, second: Head, proof: readonly Bytes[], { node }: Hashing): boolean => {
  if (![first.size, second.size].every(isCount) || ![first.root, second.root, ...proof].every(isHash)) return false;
  if (first.size > second.size) return false;
  if (first.size === second.size) return proof.length === 0 && equal(first.root, second.root);
  // the empty tree is a prefix of every tree
  if (first.size === 0) return proof.length === 0;
  const [begin, ...path] = isPowerOfTwo(first.size) ? [first.root, ...proof] : proof;
  if (!begin) return false;
  let [at, last] = [first.size - 1, second.size - 1];
  while (isOdd(at)) [at, last] = [half(at), half(last)];
  let [one, other] = [begin, begin];
  for (const beside of path) {
    if (last === 0) return false;
    if (isOdd(at) || at === last) {
      [one, other] = [node(beside, one), node(beside, other)];
      while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)];
    } else other = node(other, beside);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && equal(one, first.root) && equal(other, second.root);
};
