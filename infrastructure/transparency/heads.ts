import type { Knex } from 'knex';
import { type LogHead, readHead } from '#application/transparency/checkpoint.ts';
import { type NoteKey, readNote } from '#application/transparency/signedNote.ts';
import { verifiedBy } from '#application/transparency/signing.ts';
import { verifyEd25519 } from './ed25519.ts';

/** `position`: of the last fact that it covers. `cosignatures`: signature lines. */
export type HeadRow = { size: number; position: string; made_at: number; note: string; cosignatures: string };

export const lastHead = async (db: Knex): Promise<HeadRow | undefined> =>
  db('tlog_heads').orderBy('size', 'desc').first();

export type HeadFault = 'noHead' | 'otherKey' | 'notSigned';

/** What a note says when it is a head that this key has signed, and why not otherwise. */
export const headIn = async (note: string, key: NoteKey): Promise<LogHead | HeadFault> => {
  const read = readNote(note);
  const head = read && readHead(read.text);
  if (!head) return 'noHead';
  const verified = await verifiedBy(key, read, verifyEd25519);
  if (verified === 'notSigned') return 'otherKey';
  return verified === 'wrong' || head.origin !== key.name ? 'notSigned' : head;
};
