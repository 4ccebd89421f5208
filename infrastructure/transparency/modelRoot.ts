import { type Bytes, utf8 } from '#application/transparency/bytes.ts';
import { growTree } from '#application/transparency/growingTree.ts';
import { hashing } from './hashing.ts';

/** RFC 9162, 2.1.1, over what a read model is made of. */
export const modelRoot = (leaves: readonly string[]): Bytes => {
  const tree = growTree(hashing);
  for (const leaf of leaves) tree.append(hashing.leaf(utf8(leaf)));
  return tree.root();
};
