import type { StoredEvent } from '../ports/eventStore.ts';
import { type Bytes, equal, utf8 } from './bytes.ts';
import type { LogHead } from './checkpoint.ts';
import { brokenRevision } from './factChain.ts';
import { readEntry } from './factEntry.ts';
import { type Sha256, treeHashing } from './hashing.ts';
import { isIncluded, isProofLike } from './proofs.ts';
import { type MapProof, streamMap } from './streamMap.ts';

/**
 * A whole stream as stored, and its proofs under one checkpoint. `entry` undefined: withheld, `leaf` replaces it.
 * `index` undefined: claimed to be missing from the log.
 */
export type HistoryProof = {
  stream: string;
  facts: readonly { entry: string | undefined; leaf: Bytes; index: number | undefined; path: readonly Bytes[] }[];
  /** Its signature is verified; undefined before the first checkpoint. */
  head: LogHead | undefined;
  map: MapProof | undefined;
};

export type HistoryFault =
  /** Its own hash, or its reference to the previous event, is wrong. */
  | { kind: 'chain'; revision: number }
  /** The checkpoint covers it, but its leaf is missing. */
  | { kind: 'log'; revision: number }
  /** The proof of the stream's end does not lead to the checkpoint's map root. */
  | { kind: 'map' }
  /** The log covers more events than the stream now has. */
  | { kind: 'end'; last: number; sealed: number };

export type HistoryVerdict = {
  /** All readable events from the start; undefined where one is withheld. */
  events: readonly (StoredEvent | undefined)[];
  faults: readonly HistoryFault[];
  /** The last revision that the checkpoint covers; −1 for none. */
  sealedTo: number;
  /** Events older than the log: proven only since the log began. */
  enteredAtOnce: number;
};

type Read = { events: (StoredEvent | undefined)[]; unreadable?: number };

const readAll = (stream: string, entries: readonly (string | undefined)[]): Read => {
  const events: Read['events'] = [];
  for (const [revision, entry] of entries.entries()) {
    if (entry === undefined) {
      events.push(undefined);
      continue;
    }
    try {
      const event = readEntry(entry);
      if (event.stream !== stream) return { events, unreadable: revision };
      events.push(event);
    } catch {
      return { events, unreadable: revision };
    }
  }
  return { events };
};

/** Recomputes everything claimed about a stream; trusts only the checkpoint. */
export const verifyHistory = ({ stream, facts, head, map: proof }: HistoryProof, sha256: Sha256): HistoryVerdict => {
  const hashing = treeHashing(sha256);
  const map = streamMap(sha256);
  const leaves = facts.map(({ entry, leaf }) => (entry === undefined ? leaf : hashing.leaf(utf8(entry))));
  const { events, unreadable } = readAll(
    stream,
    facts.map(({ entry }) => entry),
  );
  const broken = brokenRevision(events, sha256) ?? unreadable;
  const faults: HistoryFault[] = broken === undefined ? [] : [{ kind: 'chain', revision: broken }];
  const verdict = { events, faults, sealedTo: -1, enteredAtOnce: 0 };
  if (!head || !proof) return verdict;

  const end = map.provenEnd(stream, proof, head.mapRoot);
  if (end === undefined) return { ...verdict, faults: [...faults, { kind: 'map' }] };
  const sealedTo = end === 'none' ? -1 : end.revision;
  const isIn = (revision: number): boolean => {
    const [{ index, path }, leaf] = [facts[revision]!, leaves[revision]!];
    if (end !== 'none' && revision === sealedTo && !equal(end.leaf, leaf)) return false;
    return index !== undefined && isIncluded({ leaf, index, size: head.size, path }, head.root, hashing);
  };
  const covered = leaves.map((_, revision) => revision).filter((revision) => revision <= sealedTo);
  faults.push(
    ...covered
      .filter((revision) => revision !== broken && !isIn(revision))
      .map((revision) => ({ kind: 'log' as const, revision })),
  );
  if (facts.length - 1 < sealedTo) faults.push({ kind: 'end', last: facts.length - 1, sealed: sealedTo });
  const enteredAtOnce = covered.filter((revision) => (facts[revision]!.index ?? head.size) < head.enteredAtOnce).length;
  return { ...verdict, sealedTo, enteredAtOnce };
};

/** The hashes from a leaf to the root, each with its sibling; empty if the path is not valid. */
export type Step = { beside: Bytes; side: 'left' | 'right'; hash: Bytes };

export const pathSteps = (leaf: Bytes, index: number, size: number, path: readonly Bytes[], sha256: Sha256): Step[] => {
  if (!isProofLike({ leaf, index, size, path })) return [];
  const { node } = treeHashing(sha256);
  let [at, last, hash] = [index, size - 1, leaf];
  return path.map((beside) => {
    const isRight = at % 2 === 1 || at === last;
    hash = isRight ? node(beside, hash) : node(hash, beside);
    if (isRight) while (at % 2 === 0 && at !== 0) [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
    return { beside, side: isRight ? 'left' : 'right', hash };
  });
};
