import type { ConsistencyProof, LogState } from '#application/contract/proofs.ts';
import { fromBase64 } from '#application/transparency/bytes.ts';
import { isSameHead, type LogHead, readHead } from '#application/transparency/checkpoint.ts';
import { treeHashing } from '#application/transparency/hashing.ts';
import { type Head, isConsistent } from '#application/transparency/proofs.ts';
import { sha256 } from '#application/transparency/sha256.ts';
import { type NoteKey, readKeyText, readNote, type SignedNote } from '#application/transparency/signedNote.ts';
import { verifiedBy } from '#application/transparency/signing.ts';
import { api } from '../api/client.ts';
import { canVerify, verifyEd25519 } from './ed25519.ts';
import { type Kept, keepHead, keptHead } from './keptHead.ts';

export const hashing = treeHashing(sha256);
const NO_BYTES = new Uint8Array();
export const bytesOf = (text: string): Uint8Array => fromBase64(text) ?? NO_BYTES;

/** What a witness has done with a head: signed it at some time, not signed it, or there is a line of it that does not fit. */
export type Witnessed = { name: string; word: 'signed' | 'notSigned' | 'wrong'; at: number | undefined };

/** A head against the one that this browser has kept. */
export type Since =
  | { kind: 'first' }
  | { kind: 'grown'; kept: LogHead }
  | { kind: 'older'; kept: LogHead }
  | { kind: 'forked'; kept: LogHead }
  | { kind: 'otherKey'; kept: LogHead };

export type CheckedHead =
  | { kind: 'none' }
  | { kind: 'cannotCheck' }
  | { kind: 'notSigned' }
  | { kind: 'signed'; head: LogHead; key: string; witnesses: Witnessed[]; since: Since };

export const askLog = (signal?: AbortSignal): Promise<LogState> => api.get('proof/log', signal ? { signal } : {});

/** Whether the log of one head is where that of another begins; the larger one is what the server shows. */
export const grewFrom = async (from: Head, to: Head): Promise<boolean> => {
  if (from.size === to.size) return isSameHead(from, to);
  const { path } = await api.get<ConsistencyProof>(`proof/consistency?from=${from.size}&to=${to.size}`);
  return isConsistent(from, to, path.map(bytesOf), hashing);
};

const sinceKept = async (head: LogHead, key: string, kept: Kept | undefined): Promise<Since> => {
  if (!kept) return { kind: 'first' };
  if (kept.key !== key) return { kind: 'otherKey', kept: kept.head };
  if (kept.head.size > head.size) return { kind: 'older', kept: kept.head };
  return { kind: (await grewFrom(kept.head, head)) ? 'grown' : 'forked', kept: kept.head };
};

const witnessed = async (key: NoteKey, note: SignedNote): Promise<Witnessed> => {
  const found = await verifiedBy(key, note, verifyEd25519);
  if (typeof found === 'string') return { name: key.name, word: found, at: undefined };
  return { name: key.name, word: 'signed', at: found.at };
};

type Signed = { note: SignedNote; head: LogHead };

/** The head in a note, where the log's key has signed it; nothing is asked of anybody. */
export const signedHead = async (text: string, key: string): Promise<Signed | 'cannotCheck' | 'notSigned'> => {
  if (!canVerify()) return 'cannotCheck';
  const note = readNote(text);
  const head = note && readHead(note.text);
  const logKey = readKeyText(key, sha256);
  if (!note || !head || !logKey || head.origin !== logKey.name) return 'notSigned';
  try {
    return typeof (await verifiedBy(logKey, note, verifyEd25519)) === 'string' ? 'notSigned' : { note, head };
  } catch {
    return 'cannotCheck';
  }
};

/** A head that the server shows: by whom it is signed, and whether what this browser has seen before is where it begins. Keeps it then. */
export const checkHead = async (
  text: string | undefined,
  { key, witnesses }: Pick<LogState, 'key' | 'witnesses'>,
): Promise<CheckedHead> => {
  if (text === undefined || key === null) return { kind: 'none' };
  const signed = await signedHead(text, key);
  if (typeof signed === 'string') return { kind: signed };
  const { note, head } = signed;
  const keys = witnesses.map((each) => readKeyText(each, sha256)).filter((each) => each !== undefined);
  const [since, ...words] = await Promise.all([
    sinceKept(head, key, keptHead()),
    ...keys.map((each) => witnessed(each, note)),
  ]);
  if (since.kind === 'first' || since.kind === 'grown') keepHead(key, text);
  return { kind: 'signed', head, key, witnesses: words, since };
};
