import { createHmac } from 'node:crypto';
import type { SubjectKeys } from '#application/ports/keys.ts';

const SUBJECT = 'claims';

/** The same text always gives the same 32 hex digits; without the key nobody can try out which text it was. */
type KeyedHash = (text: string) => string;

/** For the streams `email-{hash}` and `username-{hash}`. Its key lives among the subjects' keys, so it outlives a change of MASTER_KEY. */
export const createKeyedHash = async (keys: SubjectKeys): Promise<KeyedHash> => {
  const key = await keys.obtain(SUBJECT);
  return (text) => createHmac('sha256', key).update(text.normalize('NFC')).digest('hex').slice(0, 32);
};
