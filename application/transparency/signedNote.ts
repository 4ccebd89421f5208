import { type Bytes, concat, equal, fromBase64, fromHex, toBase64, toHex, utf8 } from './bytes.ts';
import type { Sha256 } from './hashing.ts';

/** Signature types of C2SP signed-note in use here. */
export const ED25519 = 1;
export const COSIGNATURE = 4;

export type NoteKey = { name: string; type: number; publicKey: Bytes; id: Bytes };

export type NoteSignature = { name: string; id: Bytes; signature: Bytes };

/** `text` includes its last newline. */
export type SignedNote = { text: string; signatures: NoteSignature[] };

const NAME = /^[^\s+]+$/u;
const KEY_BYTES = 32;
const ID_BYTES = 4;
/** Maximum length of a received note: far more than a checkpoint with sixteen witnesses. */
const LONGEST = 64 * 1024;

/** @throws RangeError for an invalid key name */
export const noteKey = (name: string, type: number, publicKey: Bytes, sha256: Sha256): NoteKey => {
  if (!NAME.test(name)) throw new RangeError('the name of a key has no spaces and no plus');
  const id = sha256(concat(utf8(`${name}\n`), Uint8Array.of(type), publicKey)).slice(0, ID_BYTES);
  return { name, type, publicKey, id };
};

/** The key in its exchange format: `name+id+base64(type, key)`. */
export const keyText = ({ name, id, type, publicKey }: NoteKey): string =>
  `${name}+${toHex(id)}+${toBase64(concat(Uint8Array.of(type), publicKey))}`;

/** Undefined unless it is a valid Ed25519 key that matches its name. */
export const readKeyText = (text: string, sha256: Sha256): NoteKey | undefined => {
  const [, name, id, encoded = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/u.exec(text) ?? [];
  const bytes = fromBase64(encoded);
  if (!name || !id || bytes?.length !== KEY_BYTES + 1) return undefined;
  const [type = 0] = bytes;
  if (type !== ED25519 && type !== COSIGNATURE) return undefined;
  const key = noteKey(name, type, bytes.slice(1), sha256);
  return equal(key.id, fromHex(id)) ? key : undefined;
};

export const signatureLine = ({ name, id, signature }: NoteSignature): string =>
  `— ${name} ${toBase64(concat(id, signature))}\n`;

const readSignature = (line: string): NoteSignature | undefined => {
  const [, name, encoded = ''] = /^— (\S+) (\S+)$/u.exec(line) ?? [];
  const bytes = fromBase64(encoded);
  if (!name || !NAME.test(name) || !bytes || bytes.length <= ID_BYTES) return undefined;
  return { name, id: bytes.slice(0, ID_BYTES), signature: bytes.slice(ID_BYTES) };
};

/** Undefined if any line is not a signature. */
export const readSignatures = (lines: string): NoteSignature[] | undefined => {
  if (!lines.endsWith('\n')) return undefined;
  const found = lines.slice(0, -1).split('\n').map(readSignature);
  return found.every((signature) => signature !== undefined) ? found : undefined;
};

export const noteText = ({ text, signatures }: SignedNote): string =>
  `${text}\n${signatures.map(signatureLine).join('')}`;

/** Undefined unless it is a signed note. The last empty line separates text and signatures. */
export const readNote = (note: string): SignedNote | undefined => {
  const parted = note.lastIndexOf('\n\n');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a note holds none, and that is what is asked
  if (note.length > LONGEST || parted < 1 || /[\u0000-\u0009\u000b-\u001f]/.test(note)) return undefined;
  const signatures = readSignatures(note.slice(parted + 2));
  return signatures && { text: note.slice(0, parted + 1), signatures };
};

/** Signatures that claim to be made with this key; not verified. */
export const signaturesBy = ({ name, id }: NoteKey, signatures: readonly NoteSignature[]): Bytes[] =>
  signatures.filter((each) => each.name === name && equal(each.id, id)).map(({ signature }) => signature);
