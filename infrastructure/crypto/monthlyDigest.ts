import { createHmac } from 'node:crypto';
import type { SubjectKeys } from '#application/ports/keys.ts';

/** `month`: for example `202611`. */
export const digestKeyOf = (month: string): string => `security-${month}`;

/** Deterministic within a month, 32 hex digits. Once the month's key is erased, nobody can test guesses. */
export const openMonthlyDigest =
  (keys: Pick<SubjectKeys, 'find' | 'obtain'>) =>
  async (month: string, text: string): Promise<string> => {
    const subject = digestKeyOf(month);
    const key = (await keys.find([subject])).get(subject) ?? (await keys.obtain(subject));
    return createHmac('sha256', key).update(text.normalize('NFC')).digest('hex').slice(0, 32);
  };
