import { KEY_STREAM, readKeyChain, writtenChange } from '#application/transparency/keyChange.ts';
import type { NoteKey } from '#application/transparency/signedNote.ts';
import { verifyEd25519 } from './ed25519.ts';
import type { Entries } from './entries.ts';
import { sha256 } from './hashing.ts';

/** What was written about changes of the log's key, signed or not, the oldest first. */
export const writtenChanges = async (entries: Pick<Entries, 'ofStream'>): Promise<string[]> =>
  (await entries.ofStream(KEY_STREAM)).map(writtenChange);

/** The keys that signed the log before a known one and after it, the oldest first. */
export const keysOfLog = async (entries: Pick<Entries, 'ofStream'>, known: NoteKey): Promise<NoteKey[]> =>
  readKeyChain(known, await writtenChanges(entries), sha256, verifyEd25519);
