import type { EventStore } from '#application/ports/eventStore.ts';
import type { SubjectKeys } from '#application/ports/keys.ts';
import { holdsSealed, subjectOf } from './personalData.ts';

const PAGE = 2_000;

/**
 * After a restore to a database that is older than the log: the keys of what was new since are gone, and what they sealed is unreadable.
 * That is told to the table, as an erasure is; otherwise the next thing that is sealed would get another key, under which nothing
 * that is there already opens. Answers whose.
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
