import type { LogState } from '#application/contract/transparency.ts';
import { utf8 } from '#application/transparency/bytes.ts';
import { isSameKey, readKeyChain, writtenChange } from '#application/transparency/keyChange.ts';
import { isIncluded } from '#application/transparency/proofs.ts';
import { sha256 } from '#application/transparency/sha256.ts';
import { type NoteKey, readKeyText } from '#application/transparency/signedNote.ts';
import { verifyEd25519 } from './ed25519.ts';
import { hashesIn } from './proofBytes.ts';
import { askLog, hashing, signedHead } from './signedHead.ts';

/** Key changes proven to be in the log, under a head signed with its key. */
const provenChanges = async ({ key, heads: [newest], keyChanges }: LogState): Promise<string[]> => {
  const signed = newest !== undefined && key !== null && (await signedHead(newest, key));
  if (!signed || typeof signed === 'string') return [];
  const { size, root } = signed.head;
  return keyChanges
    .filter(({ entry, index, path }) => {
      const leaf = hashing.leaf(utf8(entry));
      return index !== null && isIncluded({ leaf, index, size, path: hashesIn(path) }, root, hashing);
    })
    .map(({ entry }) => writtenChange(entry));
};

/** All keys linked to a known one, oldest first; only itself if nothing else is proven. */
export const keysOfLog = async (known: NoteKey): Promise<NoteKey[]> =>
  readKeyChain(known, await provenChanges(await askLog()), sha256, verifyEd25519);

/** True if the log proves that `other` replaced `known`. */
export const hasFollowed = async (known: string, other: string): Promise<boolean> => {
  const [from, to] = [readKeyText(known, sha256), readKeyText(other, sha256)];
  if (!from || !to) return false;
  const keys = await keysOfLog(from);
  return keys.slice(keys.indexOf(from) + 1).some((key) => isSameKey(key, to));
};
