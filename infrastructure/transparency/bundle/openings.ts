import type { StoredEvent } from '#application/ports/eventStore.ts';
import type { SubjectKeys } from '#application/ports/keys.ts';
import type { Opening } from '#application/transparency/commitment.ts';
import { holdsSealed, openingsOf, subjectOf, unsealFields } from '../../crypto/personalData.ts';

/** Plaintext of an event's personal fields: with commitment openings where they exist, otherwise as plain words. */
export type FieldOpenings = { openings: Opening[]; words: { path: string; plaintext: unknown }[] };

/** Batched; empty for erased keys. */
export const openFields = async (
  events: readonly StoredEvent[],
  keys: Pick<SubjectKeys, 'find'>,
): Promise<FieldOpenings[]> => {
  const subjects = events.map(({ stream, data }) => (holdsSealed(data) ? subjectOf(stream, data) : undefined));
  const found = await keys.find([...new Set(subjects.filter((subject) => subject !== undefined))]);
  return events.map(({ id, data }, index) => {
    const key = found.get(subjects[index] ?? '');
    if (!key) return { openings: [], words: [] };
    const openings = openingsOf(data, key, id);
    const committed = new Set(openings.map(({ path }) => path));
    const words = Object.entries(unsealFields(data, key, id))
      .map(([field, plaintext]) => ({ path: `/data/${field}`, plaintext, sealed: data[field] }))
      .filter(({ path, plaintext, sealed }) => plaintext !== sealed && !committed.has(path))
      .map(({ path, plaintext }) => ({ path, plaintext }));
    return { openings, words };
  });
};
