import type { LogState } from '#application/contract/transparency.ts';
import { utf8 } from '#application/transparency/bytes.ts';
import { isSameKey, readKeyChain, writtenChange } from '#application/transparency/keyChange.ts';
import { isIncluded } from '#application/transparency/proofs.ts';
import { sha256 } from '#application/transparency/sha256.ts';
import { type NoteKey, readKeyText } from '#application/transparency/signedNote.ts';
import { verifyEd25519 } from './ed25519.ts';
import { askLog, hashesIn, hashing, signedHead } from './signedHead.ts';

/** What the facts say that the log holds, under a head that its own key has signed. */
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

/** The keys that led to a known one and that followed it, the oldest first; it alone where nothing proven tells of others. */
export const keysOfLog = async (known: NoteKey): Promise<NoteKey[]> =>
  readKeyChain(known, await provenChanges(await askLog()), sha256, verifyEd25519);

/** Whether the log itself says that the other key took the place of the one that is known. */
export const hasFollowed = async (known: string, other: string): Promise<boolean> => {
  const [from, to] = [readKeyText(known, sha256), readKeyText(other, sha256)];
  if (!from || !to) return false;
  const keys = await keysOfLog(from);
  return keys.slice(keys.indexOf(from) + 1).some((key) => isSameKey(key, to));
};
