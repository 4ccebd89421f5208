import { createHmac } from 'node:crypto';
import type { SubjectKeys } from '#application/ports/keys.ts';

/** `month`: `202611`. */
export const digestKeyOf = (month: string): string => `security-${month}`;

/** The same text gives the same 32 hex digits within a month. Once its key is erased nobody can try out which text it was. */
export const openMonthlyDigest =
  (keys: Pick<SubjectKeys, 'find' | 'obtain'>) =>
  async (month: string, text: string): Promise<string> => {
    const subject = digestKeyOf(month);
    const key = (await keys.find([subject])).get(subject) ?? (await keys.obtain(subject));
    return createHmac('sha256', key).update(text.normalize('NFC')).digest('hex').slice(0, 32);
  };
