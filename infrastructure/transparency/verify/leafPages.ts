import type { Position } from '#application/ports/eventStore.ts';
import { leafBytesIn, POSITION_BYTES, placeIn, type SealedLeaf, STREAM_AT } from '../entries.ts';
import { hashInto } from '../hashing.ts';

const HASH_BYTES = 32;
const NUMBERS_A_LEAF = 2;
/** Usual length of a stream name; the buffer grows if needed. */
const NAME_BYTES = 64;

/** A page of leaves, passed between processes. */
export type LeafPage = {
  leaves: Uint8Array;
  /** The stream names, concatenated. */
  names: Uint8Array;
  /** Per leaf: length of the name, and revision. */
  numbers: Int32Array;
  last: Position | undefined;
};

/** `limit`: maximum number of leaves. */
export const packLeaves = (limit: number) => {
  const leaves = new Uint8Array(limit * HASH_BYTES);
  const numbers = new Int32Array(limit * NUMBERS_A_LEAF);
  let names = Buffer.alloc(limit * NAME_BYTES);
  let count = 0;
  let end = 0;
  const position = Buffer.alloc(POSITION_BYTES);
  return {
    /** Copies the bytes of a row from `copyEntries` without making strings. */
    add: (row: Buffer): void => {
      const { streamEnd, revision, positionAt } = placeIn(row);
      const bytes = streamEnd - STREAM_AT;
      if (end + bytes > names.length) names = Buffer.concat([names], (end + bytes) * 2);
      row.copy(names, end, STREAM_AT, streamEnd);
      end += bytes;
      numbers[count * NUMBERS_A_LEAF] = bytes;
      numbers[count * NUMBERS_A_LEAF + 1] = revision;
      hashInto(leaves, count * HASH_BYTES, leafBytesIn(row));
      count++;
      row.copy(position, 0, positionAt);
    },
    page: (): LeafPage => ({
      leaves: leaves.subarray(0, count * HASH_BYTES),
      names: new Uint8Array(names.subarray(0, end)),
      numbers: numbers.subarray(0, count * NUMBERS_A_LEAF),
      last: count > 0 ? position.toString('latin1') : undefined,
    }),
  };
};

export const unpackLeaves = ({ leaves, names, numbers }: LeafPage, take: (event: SealedLeaf) => void): number => {
  const bytes = Buffer.from(names.buffer, names.byteOffset, names.byteLength);
  const count = numbers.length / NUMBERS_A_LEAF;
  let at = 0;
  for (let place = 0; place < count; place++) {
    const end = at + numbers[place * NUMBERS_A_LEAF]!;
    take({
      stream: bytes.toString('utf8', at, end),
      revision: numbers[place * NUMBERS_A_LEAF + 1]!,
      leaf: leaves.slice(place * HASH_BYTES, (place + 1) * HASH_BYTES),
    });
    at = end;
  }
  return count;
};
