import type { Knex } from 'knex';
import { type LogHead, readHead } from '#application/transparency/checkpoint.ts';
import { keyText, type NoteKey, readNote } from '#application/transparency/signedNote.ts';
import { signerAmong } from '#application/transparency/signing.ts';
import { verifyEd25519 } from './ed25519.ts';

/** The database does not extend the last signed checkpoint; nothing may be signed on top of it. */
export class LogMismatch extends Error {
  override readonly name = 'LogMismatch';
}

/** `position`: of the last covered event. `cosignatures`: signature lines of witnesses. */
export type HeadRow = { size: number; position: string; made_at: number; note: string; cosignatures: string };

export const lastHead = async (db: Knex): Promise<HeadRow | undefined> =>
  db('tlog_heads').orderBy('size', 'desc').first();

/** Number of sealed events; undefined before the first checkpoint. */
export const sealedEventCount = async (db: Knex): Promise<number | undefined> => (await lastHead(db))?.size;

export type HeadFault = 'noHead' | 'otherKey' | 'notSigned';

/** Parses a note as a checkpoint signed by one of the keys, with the index of that key; otherwise the fault. */
export const signedHead = async (
  note: string,
  keys: readonly NoteKey[],
): Promise<{ head: LogHead; by: number } | HeadFault> => {
  const read = readNote(note);
  const head = read && readHead(read.text);
  if (!head) return 'noHead';
  const by = await signerAmong(keys, read, verifyEd25519);
  if (by === 'notSigned') return 'otherKey';
  return by === 'wrong' || head.origin !== keys[by]!.name ? 'notSigned' : { head, by };
};

/** With a single key. */
export const headIn = async (note: string, key: NoteKey): Promise<LogHead | HeadFault> => {
  const signed = await signedHead(note, [key]);
  return typeof signed === 'string' ? signed : signed.head;
};

/** For readers: the signing keys and the tree size from which each applies. Readers need not trust it. */
export const publishKey = async (db: Knex, key: NoteKey, since: number): Promise<void> => {
  await db('tlog_keys')
    .insert({ key: keyText(key), since })
    .onConflict('key')
    .ignore();
};

/** The newest key; undefined before the first. */
export const publishedKey = async (db: Knex): Promise<string | undefined> =>
  (await db('tlog_keys').orderBy('since', 'desc').first('key'))?.key;

/** The newest size and root for e-mails, in checkpoint format. */
export const headLine = async (db: Knex): Promise<string | undefined> =>
  (await lastHead(db))?.note.split('\n').slice(1, 3).join(' ');
