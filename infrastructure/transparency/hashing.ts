import { hash } from 'node:crypto';
import type { Bytes } from '#application/transparency/bytes.ts';
import { type Sha256, treeHashing } from '#application/transparency/hashing.ts';
import { streamMap } from '#application/transparency/streamMap.ts';

export const sha256: Sha256 = (bytes) => hash('sha256', bytes, 'buffer');

export const hashing = treeHashing(sha256);

export const map = streamMap(sha256);

/** The leaf of an entry, without making its bytes first: a text's zero character is the byte zero. */
export const leafOf = (entry: string): Bytes => hash('sha256', `\0${entry}`, 'buffer');
