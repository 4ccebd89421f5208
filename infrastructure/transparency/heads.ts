import type { Knex } from 'knex';
import { type LogHead, readHead } from '#application/transparency/checkpoint.ts';
import { keyText, type NoteKey, readNote } from '#application/transparency/signedNote.ts';
import { signerAmong } from '#application/transparency/signing.ts';
import { verifyEd25519 } from './ed25519.ts';

/** What the database holds is not where the last signed head left it: nothing is signed on top of that. */
export class LogMismatch extends Error {
  override readonly name = 'LogMismatch';
}

/** `position`: of the last fact that it covers. `cosignatures`: signature lines. */
export type HeadRow = { size: number; position: string; made_at: number; note: string; cosignatures: string };

export const lastHead = async (db: Knex): Promise<HeadRow | undefined> =>
  db('tlog_heads').orderBy('size', 'desc').first();

/** How many facts the newest head seals; undefined before the first. */
export const sealedIn = async (db: Knex): Promise<number | undefined> => (await lastHead(db))?.size;

export type HeadFault = 'noHead' | 'otherKey' | 'notSigned';

/** What a note says when it is a head that one of these keys has signed, the place of that key among them, and why not otherwise. */
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

/** The same of one key. */
export const headIn = async (note: string, key: NoteKey): Promise<LogHead | HeadFault> => {
  const signed = await signedHead(note, [key]);
  return typeof signed === 'string' ? signed : signed.head;
};

/** For those who only read: which keys heads are signed with, and from which size of the log on. Whoever reads it need not believe it. */
export const publishKey = async (db: Knex, key: NoteKey, since: number): Promise<void> => {
  await db('tlog_keys')
    .insert({ key: keyText(key), since })
    .onConflict('key')
    .ignore();
};

/** The key of the last turn; undefined before the first. */
export const publishedKey = async (db: Knex): Promise<string | undefined> =>
  (await db('tlog_keys').orderBy('since', 'desc').first('key'))?.key;

/** What goes into emails: the newest head's size and root, as checkpoints write them. */
export const headLineIn = async (db: Knex): Promise<string | undefined> =>
  (await lastHead(db))?.note.split('\n').slice(1, 3).join(' ');
