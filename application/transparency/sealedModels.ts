import { type KeptCheck, provenBy } from '../ports/readModelChecks.ts';
import { type Bytes, utf8 } from './bytes.ts';
import { canonicalJson } from './canonicalJson.ts';
import { growTree } from './growingTree.ts';
import { type Sha256, treeHashing } from './hashing.ts';

/** What a head says of the read models: the tree over what the last checks have found of each, and up to which event all of them were proven. */
export type SealedModels = { root: Bytes; position: number };

/** RFC 9162, 2.1.1, over the checks as canonical JSON, by their names. */
export const rootOfChecks = (checks: readonly KeptCheck[], sha256: Sha256): Bytes => {
  const hashing = treeHashing(sha256);
  const tree = growTree(hashing);
  for (const check of [...checks].sort((one, other) => (one.name < other.name ? -1 : 1)))
    tree.append(hashing.leaf(utf8(canonicalJson(check))));
  return tree.root();
};

/** Undefined before the first night, and where a row was found that is not what the events say. */
export const sealedModels = (checks: readonly KeptCheck[], sha256: Sha256): SealedModels | undefined => {
  const proven = provenBy(checks);
  if (!proven?.holds || proven.upTo === null) return undefined;
  return { root: rootOfChecks(checks, sha256), position: proven.upTo };
};
