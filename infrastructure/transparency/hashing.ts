import { hash } from 'node:crypto';
import { type Bytes, utf8 } from '#application/transparency/bytes.ts';
import { growTree } from '#application/transparency/growingTree.ts';
import { type Sha256, treeHashing } from '#application/transparency/hashing.ts';
import { streamMap } from '#application/transparency/streamMap.ts';

const HASH_BYTES = 32;

/** Of a digest that is told as text: a Buffer that Node makes for each costs more than the hash. */
const write = (digest: string, to: Bytes, from: number): Bytes => {
  for (let at = 0; at < HASH_BYTES; at++) to[from + at] = digest.charCodeAt(at);
  return to;
};
const bytesOf = (digest: string): Bytes => write(digest, new Uint8Array(HASH_BYTES), 0);

/** The hash of `bytes` among others, from `at` on. */
export const hashInto = (to: Bytes, at: number, bytes: Bytes): void => {
  write(hash('sha256', bytes, 'binary'), to, at);
};

export const sha256: Sha256 = (bytes) => bytesOf(hash('sha256', bytes, 'binary'));

export const hashing = treeHashing(sha256);

export const map = streamMap(sha256);

/** The leaf of an entry, without making its bytes first: a text's zero character is the byte zero. */
export const leafOf = (entry: string): Bytes => bytesOf(hash('sha256', `\0${entry}`, 'binary'));

/** RFC 9162, 2.1.1, over what a read model is made of. */
export const modelRoot = (leaves: readonly string[]): Bytes => {
  const tree = growTree(hashing);
  for (const leaf of leaves) tree.append(hashing.leaf(utf8(leaf)));
  return tree.root();
};
