import type { Position } from '../ports/eventStore.ts';
import { type Bytes, utf8 } from './bytes.ts';
import { canonicalJson } from './canonicalJson.ts';
import { growTree } from './growingTree.ts';
import { type Sha256, treeHashing } from './hashing.ts';

/** The result of comparing a read model with the events. */
export type CheckedReadModel = {
  name: string;
  version: number;
  /** The last event checked; null before the first. */
  position: Position | null;
  rows: number;
  /** Root of the tree over its rows, base64. */
  root: string;
  /** The first twenty rows that differ from the events, by table and key. */
  differing: readonly string[];
};

export type KeptCheck = CheckedReadModel & { night: string; checkedAt: number };

/**
 * The combined result; null before the first night. `upTo`: the last event that all have seen, null if one has
 * seen none.
 */
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

/**
 * A checkpoint's statement about the read models: the tree over their last checks, and the last event that all
 * checks covered.
 */
export type SealedModels = { root: Bytes; position: number };

/** RFC 9162, 2.1.1, over the checks as canonical JSON, sorted by name. */
export const rootOfChecks = (checks: readonly KeptCheck[], sha256: Sha256): Bytes => {
  const hashing = treeHashing(sha256);
  const tree = growTree(hashing);
  for (const check of [...checks].sort((one, other) => (one.name < other.name ? -1 : 1)))
    tree.append(hashing.leaf(utf8(canonicalJson(check))));
  return tree.root();
};

/** Undefined before the first night, or if any row differs from the events. */
export const sealedModels = (checks: readonly KeptCheck[], sha256: Sha256): SealedModels | undefined => {
  const proven = provenBy(checks);
  if (!proven?.holds || proven.upTo === null) return undefined;
  return { root: rootOfChecks(checks, sha256), position: proven.upTo };
};
