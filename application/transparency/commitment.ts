import { type Bytes, concat, equal, fromBase64, utf8 } from './bytes.ts';
import type { Sha256 } from './hashing.ts';

/** Reveals a personal field: `path` within the event, such as `/data/text`; `salt` in base64. */
export type Opening = { path: string; salt: string; plaintext: unknown };

/** All salts have this length, because HMAC pads shorter keys with zeros. */
export const SALT_BYTES = 32;

const BLOCK = 64;

const padded = (key: Bytes, fill: number): Bytes => {
  const block = new Uint8Array(BLOCK).fill(fill);
  for (const [place, byte] of key.entries()) block[place] = fill ^ byte;
  return block;
};

/** HMAC (RFC 2104) with a key of at most one block. */
export const hmac = (key: Bytes, message: Bytes, sha256: Sha256): Bytes =>
  sha256(concat(padded(key, 0x5c), sha256(concat(padded(key, 0x36), message))));

/** Whether the commitment matches. `canonical`: the plaintext as canonical JSON (RFC 8785). */
export const isCommittedTo = (commitment: string, salt: string, canonical: string, sha256: Sha256): boolean => {
  const [committed, key] = [fromBase64(commitment), fromBase64(salt)];
  return committed !== undefined && key?.length === SALT_BYTES && equal(committed, hmac(key, utf8(canonical), sha256));
};
