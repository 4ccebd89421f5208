import { type Bytes, equal, utf8 } from './bytes.ts';
import type { Sha256 } from './hashing.ts';

/** Where a stream ends: its last revision, and the leaf of that fact. */
export type StreamEnd = { key: Bytes; revision: number; leaf: Bytes };

/** What stands at a place of the map: a stream that is alone there, or the hash over several; undefined where none is. */
export type MapNode = { alone: boolean; hash: Bytes } | undefined;

const NOBODY: Bytes = new Uint8Array(32);
/** A place has so many bits. */
const DEPTH = 256;

const bitOf = (key: Bytes, depth: number): number => (key[Math.floor(depth / 8)]! >> (7 - (depth % 8))) & 1;

/**
 * A sparse Merkle map. A stream's place is the hash of its name, bit by bit from the top; it stands as high as it is alone. So the root
 * depends on the streams and their ends only, not on the order in which they came.
 */
export const streamMap = (sha256: Sha256) => {
  const keyOf = (stream: string): Bytes => sha256(utf8(stream));
  // one for all: a new one each costs as much as the hash
  const [endInput, nodeInput] = [new Uint8Array(1 + 32 + 8 + 32), new Uint8Array(1 + 32 + 32)];
  const revisionInput = new DataView(endInput.buffer, 1 + 32, 8);
  nodeInput[0] = 1;
  const endHash = ({ key, revision, leaf }: StreamEnd): Bytes => {
    endInput.set(key, 1);
    revisionInput.setUint32(0, Math.floor(revision / 2 ** 32));
    revisionInput.setUint32(4, revision % 2 ** 32);
    endInput.set(leaf, 1 + 32 + 8);
    return sha256(endInput);
  };
  const above = (left: Bytes, right: Bytes): Bytes => {
    nodeInput.set(left, 1);
    nodeInput.set(right, 1 + 32);
    return sha256(nodeInput);
  };

  const combine = (left: MapNode, right: MapNode): MapNode => {
    if (!left && !right) return undefined;
    if (!right && left?.alone) return left;
    if (!left && right?.alone) return right;
    return { alone: false, hash: above(left?.hash ?? NOBODY, right?.hash ?? NOBODY) };
  };

  const parted = (ends: readonly StreamEnd[], depth: number) => {
    const sides: [StreamEnd[], StreamEnd[]] = [[], []];
    for (const end of ends) sides[bitOf(end.key, depth) as 0 | 1].push(end);
    return sides;
  };

  /** Of streams that agree in their first `depth` bits. */
  const nodeOf = (ends: readonly StreamEnd[], depth: number): MapNode => {
    const [first, second] = ends;
    if (!first) return undefined;
    if (!second) return { alone: true, hash: endHash(first) };
    const [left, right] = parted(ends, depth);
    return combine(nodeOf(left, depth + 1), nodeOf(right, depth + 1));
  };

  const rootOf = (node: MapNode): Bytes => node?.hash ?? NOBODY;

  /** The hashes beside the way from the top, and the stream that stands at its end, if one does. `from`: so many bits do all agree in. */
  const proofOf = (key: Bytes, all: readonly StreamEnd[], from = 0): MapProof => {
    const beside: Bytes[] = [];
    let ends = all;
    for (let depth = from; ends.length > 1; depth++) {
      const sides = parted(ends, depth);
      const bit = bitOf(key, depth) as 0 | 1;
      beside.push(rootOf(nodeOf(sides[bit === 0 ? 1 : 0], depth + 1)));
      ends = sides[bit];
    }
    return { beside, end: ends[0] };
  };

  /** Where the map says that the stream ends; `none`: it says that there is no such stream; undefined: this is no proof of it. */
  const provenEnd = (stream: string, { beside, end }: MapProof, root: Bytes): StreamEnd | 'none' | undefined => {
    const all = end ? [end.key, end.leaf, ...beside] : beside;
    if (!all.every(({ length }) => length === NOBODY.length) || beside.length > DEPTH) return undefined;
    // the hash is of its lower 64 bits, and would be that of others as well
    if (end && !(Number.isSafeInteger(end.revision) && end.revision >= 0)) return undefined;
    const key = keyOf(stream);
    let hash = end ? endHash(end) : NOBODY;
    for (const [depth, other] of [...beside.entries()].reverse())
      hash = bitOf(key, depth) === 0 ? above(hash, other) : above(other, hash);
    if (!equal(hash, root)) return undefined;
    if (end && equal(end.key, key)) return end;
    // whoever stands in its place must be on its way
    const onItsWay = !end || beside.every((_, depth) => bitOf(end.key, depth) === bitOf(key, depth));
    return onItsWay ? 'none' : undefined;
  };

  return { keyOf, combine, nodeOf, rootOf, proofOf, provenEnd };
};

export type StreamMap = ReturnType<typeof streamMap>;

export type MapProof = { beside: readonly Bytes[]; end: StreamEnd | undefined };
