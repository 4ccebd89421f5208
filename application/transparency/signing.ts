import { type Bytes, concat, uint64, utf8 } from './bytes.ts';
import { COSIGNATURE, ED25519, type NoteKey, type NoteSignature, type SignedNote, signaturesBy } from './signedNote.ts';

export type Sign = (message: Bytes) => Bytes | Promise<Bytes>;
export type VerifyEd25519 = (publicKey: Bytes, message: Bytes, signature: Bytes) => boolean | Promise<boolean>;

export type NoteSigner = { key: NoteKey; sign: Sign };

const TIME_BYTES = 8;

/** C2SP tlog-cosignature: includes the time and the signed statement. */
const cosigned = (text: string, seconds: number): Bytes => utf8(`cosignature/v1\ntime ${seconds}\n${text}`);

export const signNote = async (text: string, { key, sign }: NoteSigner): Promise<NoteSignature> => {
  if (key.type !== ED25519) throw new TypeError('a log signs with a key of type 1');
  return { name: key.name, id: key.id, signature: await sign(utf8(text)) };
};

export const cosignNote = async (text: string, seconds: number, { key, sign }: NoteSigner): Promise<NoteSignature> => {
  if (key.type !== COSIGNATURE) throw new TypeError('a witness signs with a key of type 4');
  const signature = concat(uint64(seconds), await sign(cosigned(text, seconds)));
  return { name: key.name, id: key.id, signature };
};

const timeOf = (signature: Bytes): number | undefined => {
  if (signature.length <= TIME_BYTES) return undefined;
  const time = new DataView(signature.buffer, signature.byteOffset).getBigUint64(0);
  return time <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(time) : undefined;
};

/** Time of the signature in epoch seconds, `at` undefined without one. Undefined if it is not by this key over this text. */
const verifiedOne = async (
  { type, publicKey }: NoteKey,
  text: string,
  signature: Bytes,
  verify: VerifyEd25519,
): Promise<{ at: number | undefined } | undefined> => {
  if (type === ED25519) return (await verify(publicKey, utf8(text), signature)) ? { at: undefined } : undefined;
  const at = timeOf(signature);
  if (at === undefined) return undefined;
  return (await verify(publicKey, cosigned(text, at), signature.slice(TIME_BYTES))) ? { at } : undefined;
};

export type Verified = 'notSigned' | 'wrong' | { at: number | undefined };

/** Per signed-note, ignores signatures of other keys, but one invalid signature of this key invalidates the note. */
export const verifiedBy = async (
  key: NoteKey,
  { text, signatures }: SignedNote,
  verify: VerifyEd25519,
): Promise<Verified> => {
  const claimed = signaturesBy(key, signatures);
  const found = await Promise.all(claimed.map((signature) => verifiedOne(key, text, signature, verify)));
  if (found.includes(undefined)) return 'wrong';
  return found[0] ?? 'notSigned';
};

/** Index of the signing key. Only the first key that claims to have signed is checked. */
export const signerAmong = async (
  keys: readonly NoteKey[],
  note: SignedNote,
  verify: VerifyEd25519,
): Promise<number | 'notSigned' | 'wrong'> => {
  for (const [place, key] of keys.entries()) {
    const verified = await verifiedBy(key, note, verify);
    if (verified !== 'notSigned') return verified === 'wrong' ? 'wrong' : place;
  }
  return 'notSigned';
};
