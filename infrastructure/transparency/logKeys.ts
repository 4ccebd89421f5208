import { KEY_STREAM, readKeyChain, writtenChange } from '#application/transparency/keyChange.ts';
import type { NoteKey } from '#application/transparency/signedNote.ts';
import { verifyEd25519 } from './ed25519.ts';
import type { Entries } from './entries.ts';
import { sha256 } from './hashing.ts';

/** All stored key changes, signed or not, oldest first. */
export const keyChanges = async (entries: Pick<Entries, 'ofStream'>): Promise<string[]> =>
  (await entries.ofStream(KEY_STREAM)).map(writtenChange);

/** All keys of the log before and after a known one, oldest first. */
export const keysOfLog = async (entries: Pick<Entries, 'ofStream'>, known: NoteKey): Promise<NoteKey[]> =>
  readKeyChain(known, await keyChanges(entries), sha256, verifyEd25519);
