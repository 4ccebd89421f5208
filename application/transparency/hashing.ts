import { type Bytes, concat } from './bytes.ts';

/** Given by whoever calls: Node has it built in, browsers bring a library. It answers at once, since a tree takes millions of it. */
export type Sha256 = (bytes: Bytes) => Bytes;

/** The two hashes of RFC 9162, 2.1.1: a leaf and an inner node never have the same input. */
export type TreeHashing = {
  leaf(entry: Bytes): Bytes;
  node(left: Bytes, right: Bytes): Bytes;
  /** Of a tree without leaves. */
  empty: Bytes;
};

const LEAF = Uint8Array.of(0);
const NODE = 1;

export const treeHashing = (sha256: Sha256): TreeHashing => {
  // one for all nodes: a new one each costs as much as the hash
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
