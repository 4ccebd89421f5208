import { createHmac } from 'node:crypto';
import type { SubjectKeys } from '#application/ports/keys.ts';

const SUBJECT = 'claims';

/** Deterministic, 32 hex digits. Without the key nobody can test guesses. */
type KeyedHash = (text: string) => string;

/**
 * For the streams `email-{hash}` and `username-{hash}`. The key is stored with the subject keys, so it survives a
 * change of MASTER_KEY.
 */
export const createKeyedHash = async (keys: SubjectKeys): Promise<KeyedHash> => {
  const key = await keys.obtain(SUBJECT);
  return (text) => createHmac('sha256', key).update(text.normalize('NFC')).digest('hex').slice(0, 32);
};
