import type { StoredEvent, StreamName } from '#application/ports/eventStore.ts';
import type { Missed, Quarantine } from '#application/ports/quarantine.ts';

type Place = Pick<StoredEvent, 'stream' | 'revision'>;

/** The events that a build skips. Once skipped, a stream stays skipped to the end, even if its quarantine is lifted meanwhile. */
export const openSkips = (quarantine: Pick<Quarantine, 'find'>) => {
  const skipped = new Map<StreamName, Missed>();

  const isSkipped = ({ stream, revision }: Place): boolean => {
    const fault = quarantine.find(stream);
    return skipped.has(stream) || (fault !== undefined && revision >= fault.revision);
  };

  return {
    split: <Event extends Place>(events: readonly Event[]): { kept: Event[]; skipped: Event[] } => {
      const split: { kept: Event[]; skipped: Event[] } = { kept: [], skipped: [] };
      for (const event of events) split[isSkipped(event) ? 'skipped' : 'kept'].push(event);
      return split;
    },
    /** Skips the rest of the stream as well. */
    note: (event: Place): void => {
      const from = skipped.get(event.stream)?.from ?? event.revision;
      skipped.set(event.stream, { stream: event.stream, from, upTo: event.revision });
    },
    all: (): readonly Missed[] => [...skipped.values()],
  };
};
