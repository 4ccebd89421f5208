import type { LogState, StreamEndProof } from '#application/contract/transparency.ts';
import { fromBase64 } from '#application/transparency/bytes.ts';
import { type LogHead, readHead } from '#application/transparency/checkpoint.ts';
import { treeHashing } from '#application/transparency/hashing.ts';
import { sha256 } from '#application/transparency/sha256.ts';
import { readKeyText, readNote, type SignedNote } from '#application/transparency/signedNote.ts';
import { verifiedBy } from '#application/transparency/signing.ts';
import type { MapProof } from '#application/transparency/streamMap.ts';
import { api } from '../api/client.ts';
import { canVerify, verifyEd25519 } from './ed25519.ts';

export const hashing = treeHashing(sha256);
const NO_BYTES = new Uint8Array();
/** Empty for anything but base64: no check passes on an empty hash. */
export const bytesOf = (text: unknown): Uint8Array => (typeof text === 'string' && fromBase64(text)) || NO_BYTES;
/** Maps a list; anything else becomes one empty hash. */
export const hashesIn = (texts: unknown): Uint8Array[] => (Array.isArray(texts) ? texts.map(bytesOf) : [NO_BYTES]);

/** Parses the server's answer; nothing is verified here. */
export const mapProofIn = ({ beside, end }: StreamEndProof): MapProof => ({
  beside: hashesIn(beside),
  end: end ? { key: bytesOf(end.key), revision: end.revision, leaf: bytesOf(end.leaf) } : undefined,
});

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
