import { type Bytes, equal, utf8 } from './bytes.ts';
import type { Sha256 } from './hashing.ts';

/** The end of a stream: its last revision and that event's leaf. */
export type StreamEnd = { key: Bytes; revision: number; leaf: Bytes };

/** A node of the map: a single stream, or the hash over several; undefined if empty. */
export type MapNode = { alone: boolean; hash: Bytes } | undefined;

const NOBODY: Bytes = new Uint8Array(32);
/** Bits of a key. */
const DEPTH = 256;

const bitOf = (key: Bytes, depth: number): number => (key[Math.floor(depth / 8)]! >> (7 - (depth % 8))) & 1;

/**
 * A sparse Merkle map. The hash of a stream's name is its path, cut short where the stream is alone. The root
 * depends only on the streams and their ends, not on their order.
 */
export const streamMap = (sha256: Sha256) => {
  const keyOf = (stream: string): Bytes => sha256(utf8(stream));
  // reused: allocating one each time costs as much as the hash
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

  /** The node over streams that share their first `depth` bits. */
  const nodeOf = (ends: readonly StreamEnd[], depth: number): MapNode => {
    const [first, second] = ends;
    if (!first) return undefined;
    if (!second) return { alone: true, hash: endHash(first) };
    const [left, right] = parted(ends, depth);
    return combine(nodeOf(left, depth + 1), nodeOf(right, depth + 1));
  };

  const rootOf = (node: MapNode): Bytes => node?.hash ?? NOBODY;

  /**
   * The sibling hashes along a key's path, and the stream at its end, if any. `from`: number of bits that all
   * share.
   */
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

  /** The proven end of the stream; `none`: proven not to exist; undefined: not a valid proof. */
  const provenEnd = (stream: string, { beside, end }: MapProof, root: Bytes): StreamEnd | 'none' | undefined => {
    const all = end ? [end.key, end.leaf, ...beside] : beside;
    if (!all.every(({ length }) => length === NOBODY.length) || beside.length > DEPTH) return undefined;
    // the hash covers only the lower 64 bits, so other numbers could share it
    if (end && !(Number.isSafeInteger(end.revision) && end.revision >= 0)) return undefined;
    const key = keyOf(stream);
    let hash = end ? endHash(end) : NOBODY;
    for (const [depth, other] of [...beside.entries()].reverse())
      hash = bitOf(key, depth) === 0 ? above(hash, other) : above(other, hash);
    if (!equal(hash, root)) return undefined;
    if (end && equal(end.key, key)) return end;
    // the stream found instead must be on the same path
    const onItsWay = !end || beside.every((_, depth) => bitOf(end.key, depth) === bitOf(key, depth));
    return onItsWay ? 'none' : undefined;
  };

  return { keyOf, combine, nodeOf, rootOf, proofOf, provenEnd };
};

export type StreamMap = ReturnType<typeof streamMap>;

export type MapProof = { beside: readonly Bytes[]; end: StreamEnd | undefined };
