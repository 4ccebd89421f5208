import type { ConsistencyProof, LogState } from '#application/contract/proofs.ts';
import { isSameHead, type LogHead } from '#application/transparency/checkpoint.ts';
import { type Head, isConsistent } from '#application/transparency/proofs.ts';
import { sha256 } from '#application/transparency/sha256.ts';
import { type NoteKey, readKeyText, type SignedNote } from '#application/transparency/signedNote.ts';
import { verifiedBy } from '#application/transparency/signing.ts';
import { api } from '../api/client.ts';
import { verifyEd25519 } from './ed25519.ts';
import { type Kept, keepHead, keptHead } from './keptHead.ts';
import { hasFollowed } from './logKeys.ts';
import { bytesOf, hashing, signedHead } from './signedHead.ts';

/** What a witness has done with a head: signed it at some time, not signed it, or there is a line of it that does not fit. */
export type Witnessed = { name: string; word: 'signed' | 'notSigned' | 'wrong'; at: number | undefined };

/** A head against the one that this browser has kept. */
export type Since =
  | { kind: 'first' }
  /** `newKey`: the key that signs it now was named by the one that had signed what was kept. */
  | { kind: 'grown'; kept: LogHead; newKey: boolean }
  | { kind: 'older'; kept: LogHead }
  | { kind: 'forked'; kept: LogHead }
  | { kind: 'otherKey'; kept: LogHead };

export type CheckedHead =
  | { kind: 'none' }
  | { kind: 'cannotCheck' }
  | { kind: 'notSigned' }
  | { kind: 'signed'; head: LogHead; key: string; witnesses: Witnessed[]; since: Since };

/** Whether the log of one head is where that of another begins; the larger one is what the server shows. */
export const grewFrom = async (from: Head, to: Head): Promise<boolean> => {
  if (from.size === to.size) return isSameHead(from, to);
  const { path } = await api.get<ConsistencyProof>(`proof/consistency?from=${from.size}&to=${to.size}`);
  return isConsistent(from, to, path.map(bytesOf), hashing);
};

const sinceKept = async (head: LogHead, key: string, kept: Kept | undefined): Promise<Since> => {
  if (!kept) return { kind: 'first' };
  const newKey = kept.key !== key;
  if (newKey && !(await hasFollowed(kept.key, key))) return { kind: 'otherKey', kept: kept.head };
  if (kept.head.size > head.size) return { kind: 'older', kept: kept.head };
  if (!(await grewFrom(kept.head, head))) return { kind: 'forked', kept: kept.head };
  return { kind: 'grown', kept: kept.head, newKey };
};

const witnessed = async (key: NoteKey, note: SignedNote): Promise<Witnessed> => {
  const found = await verifiedBy(key, note, verifyEd25519);
  if (typeof found === 'string') return { name: key.name, word: found, at: undefined };
  return { name: key.name, word: 'signed', at: found.at };
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
