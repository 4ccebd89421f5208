import { randomBytes } from 'node:crypto';
import { fromBase64, toBase64, toHex } from '#application/transparency/bytes.ts';
import { type NoteKey, noteKey } from '#application/transparency/signedNote.ts';
import type { NoteSigner } from '#application/transparency/signing.ts';
import { openEd25519 } from './ed25519.ts';
import { sha256 } from './hashing.ts';

const FORM = /^PRIVATE\+KEY\+([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/u;

const signerOf = (name: string, type: number, seed: Uint8Array): NoteSigner => {
  const { publicKey, sign } = openEd25519(seed);
  return { key: noteKey(name, type, publicKey, sha256), sign };
};

/** `PRIVATE+KEY+name+id+base64(type, seed)`, the format of Go's note package. */
const textOf = ({ name, id, type }: NoteKey, seed: Uint8Array): string =>
  `PRIVATE+KEY+${name}+${toHex(id)}+${toBase64(Uint8Array.of(type, ...seed))}`;

/** Undefined if it is not a signing key of this type. */
export const readSigningKey = (text: string, type: number): NoteSigner | undefined => {
  const [, name, id, encoded = ''] = FORM.exec(text.trim()) ?? [];
  const bytes = fromBase64(encoded);
  if (!name || bytes?.length !== 33 || bytes[0] !== type) return undefined;
  const signer = signerOf(name, type, bytes.slice(1));
  return toHex(signer.key.id) === id ? signer : undefined;
};

export const makeSigningKey = (name: string, type: number): string => {
  const seed = new Uint8Array(randomBytes(32));
  return textOf(signerOf(name, type, seed).key, seed);
};
