import type { StreamName } from '../ports/eventStore.ts';

type Entry = { stream: StreamName; revision: number | 'none' };

/** Upper limit per category, in folded events: a few megabytes. */
const MOST = 50_000;
/** Weight of a state in addition to its events. */
const STATE = 20;

const weightOf = ({ revision }: Entry): number => STATE + Number(revision);

/** A least-recently-used cache of folded states. A state may be stale: callers continue reading from its revision. */
export const openStateCache = <Folded extends Entry>(most = MOST) => {
  const entries = new Map<StreamName, Folded>();
  let weight = 0;

  const forget = (stream: StreamName): void => {
    const entry = entries.get(stream);
    if (!entry) return;
    entries.delete(stream);
    weight -= weightOf(entry);
  };

  return {
    find: (stream: StreamName): Folded | undefined => entries.get(stream),
    keep: (entry: Folded): void => {
      if (entry.revision === 'none') return;
      forget(entry.stream);
      entries.set(entry.stream, entry);
      weight += weightOf(entry);
      for (const stream of entries.keys()) {
        if (weight <= most) return;
        forget(stream);
      }
    },
    forget,
  };
};
