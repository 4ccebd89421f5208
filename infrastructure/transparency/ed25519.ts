import { createPrivateKey, createPublicKey, sign as signWith, verify } from 'node:crypto';
import type { Bytes } from '#application/transparency/bytes.ts';
import type { Sign, VerifyEd25519 } from '#application/transparency/signing.ts';

/** DER prefixes before the 32 key bytes. */
const PUBLIC = Buffer.from('302a300506032b6570032100', 'hex');
const PRIVATE = Buffer.from('302e020100300506032b657004220420', 'hex');

const publicKeyOf = (bytes: Bytes) =>
  createPublicKey({ key: Buffer.concat([PUBLIC, bytes]), format: 'der', type: 'spki' });

/** From the 32-byte seed. */
export const openEd25519 = (seed: Bytes): { publicKey: Bytes; sign: Sign } => {
  const key = createPrivateKey({ key: Buffer.concat([PRIVATE, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(PUBLIC.length);
  return { publicKey: new Uint8Array(publicKey), sign: (message) => new Uint8Array(signWith(null, message, key)) };
};

const known = new Map<string, ReturnType<typeof publicKeyOf>>();

export const verifyEd25519: VerifyEd25519 = (publicKey, message, signature) => {
  const name = Buffer.from(publicKey).toString('hex');
  const key = known.get(name) ?? publicKeyOf(publicKey);
  known.set(name, key);
  return verify(null, message, key, signature);
};
