import { type Bytes, concat } from './bytes.ts';

/**
 * Supplied by the caller: Node has it built in, browsers use `sha256.ts`. Synchronous, because a tree needs
 * millions of hashes.
 */
export type Sha256 = (bytes: Bytes) => Bytes;

/** RFC 9162, 2.1.1: leaves and inner nodes never share an input. */
export type TreeHashing = {
  leaf(entry: Bytes): Bytes;
  node(left: Bytes, right: Bytes): Bytes;
  /** Root of the empty tree. */
  empty: Bytes;
};

const LEAF = Uint8Array.of(0);
const NODE = 1;

export const treeHashing = (sha256: Sha256): TreeHashing => {
  // reused: allocating one per node costs as much as the hash
  const input = new Uint8Array(65);
  input[0] = NODE;
  return {
    leaf: (entry) => sha256(concat(LEAF, entry)),
    node: (left, right) => {
      input.set(left, 1);
      input.set(right, 33);
      return sha256(input);
    },
    empty: sha256(new Uint8Array()),
  };
};
