import { type EventStore, HistoryCut, type Position, type StoredEvent } from '../ports/eventStore.ts';
import type { Missed } from '../ports/quarantine.ts';

/** What a subscription that stands at `until` has left out of a stream. @throws HistoryCut when some of it is not there any more */
export const readMissed = async (
  store: Pick<EventStore, 'readStream'>,
  { stream, from }: Missed,
  until: Position | null,
): Promise<StoredEvent[]> => {
  const stored = await store.readStream(stream, { from });
  if (stored[0]?.revision !== from) throw new HistoryCut(stream, from, stored[0]);
  return stored.filter(({ position }) => until !== null && position <= until);
};

/** Blames the beginning of what was missed for a failure that no event can be blamed for. */
export const beginningOf = ({ stream, from: revision }: Missed) => ({
  stream,
  revision,
  position: '',
  id: '',
  type: 'nothing',
});
