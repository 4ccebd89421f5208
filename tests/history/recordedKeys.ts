import { randomBytes } from 'node:crypto';
import type { SubjectKeys } from '#application/ports/keys.ts';

/** By subject, base64. They decrypt only the records next to them. */
export type TestKeys = Readonly<Record<string, string>>;

/** Keys of a record; a subject without one gets one while writing, and counts as erased afterwards. */
export const recordedKeys = (known: TestKeys = {}) => {
  const keys = new Map(Object.entries(known).map(([subject, key]) => [subject, Buffer.from(key, 'base64')]));
  return {
    obtain: async (subject) => {
      const key = keys.get(subject) ?? randomBytes(32);
      keys.set(subject, key);
      return key;
    },
    find: async (subjects) =>
      new Map(subjects.flatMap((subject) => (keys.has(subject) ? [[subject, keys.get(subject)!]] : []))),
    erase: async (subject) => void keys.delete(subject),
    all: (): TestKeys => Object.fromEntries([...keys].map(([subject, key]) => [subject, key.toString('base64')])),
  } satisfies SubjectKeys & { all(): TestKeys };
};
