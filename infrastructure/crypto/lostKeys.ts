import type { EventStore } from '#application/ports/eventStore.ts';
import type { SubjectKeys } from '#application/ports/keys.ts';
import { holdsSealed, subjectOf } from './personalData.ts';

const PAGE = 2_000;

/**
 * For a database restored to a state older than the log: newer subject keys are lost, and their data is unreadable.
 * Marks these subjects like erased ones; otherwise the next write would create a second key that cannot open existing
 * data. Returns the subjects.
 */
export const markLostKeys = async (
  store: Pick<EventStore, 'readAll'>,
  keys: Pick<SubjectKeys, 'erase'> & { unknown(subjects: readonly string[]): Promise<string[]> },
): Promise<string[]> => {
  const lost = new Set<string>();
  let after: string | undefined;
  for (let read = PAGE; read === PAGE; ) {
    const events = await store.readAll({ after, limit: PAGE });
    const sealed = events.filter(({ data }) => holdsSealed(data)).map(({ stream, data }) => subjectOf(stream, data));
    const subjects = [...new Set(sealed.filter((subject) => subject !== undefined))].filter((each) => !lost.has(each));
    for (const subject of await keys.unknown(subjects)) {
      await keys.erase(subject);
      lost.add(subject);
    }
    read = events.length;
    after = events.at(-1)?.position;
  }
  return [...lost];
};
