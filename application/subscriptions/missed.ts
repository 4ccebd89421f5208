import { type EventStore, HistoryCut, type Position, type StoredEvent } from '../ports/eventStore.ts';
import type { Missed } from '../ports/quarantine.ts';

/** The events that a subscription at `until` skipped in a stream. @throws HistoryCut when some no longer exist */
export const readMissed = async (
  store: Pick<EventStore, 'readStream'>,
  { stream, from }: Missed,
  until: Position | null,
): Promise<StoredEvent[]> => {
  const stored = await store.readStream(stream, { from });
  if (stored[0]?.revision !== from) throw new HistoryCut(stream, from, stored[0]);
  return stored.filter(({ position }) => until !== null && position <= until);
};

/** A placeholder for a failure that no single event caused. */
export const beginningOf = ({ stream, from: revision }: Missed) => ({
  stream,
  revision,
  position: '',
  id: '',
  type: 'nothing',
});
