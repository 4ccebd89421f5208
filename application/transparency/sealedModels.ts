import type { Position } from '../ports/eventStore.ts';
import { type Bytes, utf8 } from './bytes.ts';
import { canonicalJson } from './canonicalJson.ts';
import { growTree } from './growingTree.ts';
import { type Sha256, treeHashing } from './hashing.ts';

/** What came of holding a read model to the events. */
export type CheckedReadModel = {
  name: string;
  version: number;
  /** Up to which event; null before the first. */
  position: Position | null;
  rows: number;
  /** Of the tree over its rows, base64. */
  root: string;
  /** Rows that are not what the events say, the first twenty, by table and key. */
  differing: readonly string[];
};

export type KeptCheck = CheckedReadModel & { night: string; checkedAt: number };

/** What all of them together say; null before the first night. `upTo`: the last event that every one had seen, null where one had seen none. */
export const provenBy = (
  checks: readonly KeptCheck[],
): { night: string; upTo: number | null; holds: boolean } | null => {
  const [first, ...others] = checks;
  if (!first) return null;
  const positions = checks.map(({ position }) => (position === null ? null : Number(position)));
  return {
    night: others.reduce((earliest, { night }) => (night < earliest ? night : earliest), first.night),
    upTo: positions.reduce((least, position) =>
      least === null || position === null ? null : Math.min(least, position),
    ),
    holds: checks.every(({ differing }) => differing.length === 0),
  };
};

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
