import type { LogState } from '#application/contract/transparency.ts';
import { type LogHead, readHead } from '#application/transparency/checkpoint.ts';
import { treeHashing } from '#application/transparency/hashing.ts';
import { sha256 } from '#application/transparency/sha256.ts';
import { readKeyText, readNote, type SignedNote } from '#application/transparency/signedNote.ts';
import { verifiedBy } from '#application/transparency/signing.ts';
import { api } from '../api/client.ts';
import { canVerify, verifyEd25519 } from './ed25519.ts';

export const hashing = treeHashing(sha256);

export const askLog = (signal?: AbortSignal): Promise<LogState> => api.get('proof/log', signal ? { signal } : {});

type Signed = { note: SignedNote; head: LogHead };

/** Verifies a signed head offline. `rewritten`: the key's signature covers something else. */
export const signedHead = async (
  text: string,
  key: string,
): Promise<Signed | 'cannotCheck' | 'notSigned' | 'rewritten'> => {
  if (!canVerify()) return 'cannotCheck';
  const note = readNote(text);
  const head = note && readHead(note.text);
  const logKey = readKeyText(key, sha256);
  if (!note || !head || !logKey || head.origin !== logKey.name) return 'notSigned';
  try {
    const word = await verifiedBy(logKey, note, verifyEd25519);
    if (word === 'wrong') return 'rewritten';
    return word === 'notSigned' ? word : { note, head };
  } catch {
    return 'cannotCheck';
  }
};
