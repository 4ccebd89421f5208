import { createHash } from 'node:crypto';
import type { Bytes } from '#application/transparency/bytes.ts';
import { type Sha256, treeHashing } from '#application/transparency/hashing.ts';
import { streamMap } from '#application/transparency/streamMap.ts';

export const sha256: Sha256 = (bytes) => createHash('sha256').update(bytes).digest();

export const hashing = treeHashing(sha256);

export const map = streamMap(sha256);

/** The leaf of an entry, without making its bytes first: a text's zero character is the byte zero. */
export const leafOf = (entry: string): Bytes => createHash('sha256').update(`\0${entry}`, 'utf8').digest();
