import { hash } from 'node:crypto';
import type { Bytes } from '#application/transparency/bytes.ts';
import { type Sha256, treeHashing } from '#application/transparency/hashing.ts';
import { streamMap } from '#application/transparency/streamMap.ts';

const HASH_BYTES = 32;

/** Takes the digest as a binary string: creating a Buffer costs more than the hash. */
const write = (digest: string, to: Bytes, from: number): Bytes => {
  for (let at = 0; at < HASH_BYTES; at++) to[from + at] = digest.charCodeAt(at);
  return to;
};
const bytesOf = (digest: string): Bytes => write(digest, new Uint8Array(HASH_BYTES), 0);

/** Writes the hash of `bytes` into `to` at offset `at`. */
export const hashInto = (to: Bytes, at: number, bytes: Bytes): void => {
  write(hash('sha256', bytes, 'binary'), to, at);
};

export const sha256: Sha256 = (bytes) => bytesOf(hash('sha256', bytes, 'binary'));

export const hashing = treeHashing(sha256);

export const map = streamMap(sha256);

/** The leaf hash of an entry (RFC 9162); `\0` is the leaf prefix. */
export const leafOf = (entry: string): Bytes => bytesOf(hash('sha256', `\0${entry}`, 'binary'));
