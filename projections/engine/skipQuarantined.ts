import type { StoredEvent, StreamName } from '#application/ports/eventStore.ts';
import type { Missed, Quarantine } from '#application/ports/quarantine.ts';

type Place = Pick<StoredEvent, 'stream' | 'revision'>;

/** What a build passes by: a stream from its fault on, and then to the end, though its quarantine be lifted meanwhile. */
export const openPassing = (quarantine: Pick<Quarantine, 'find'>) => {
  const passed = new Map<StreamName, Missed>();

  const isPassed = ({ stream, revision }: Place): boolean => {
    const fault = quarantine.find(stream);
    return passed.has(stream) || (fault !== undefined && revision >= fault.revision);
  };

  return {
    /** As the quarantine stands at this moment. */
    split: <Event extends Place>(events: readonly Event[]): { taken: Event[]; passed: Event[] } => {
      const split: { taken: Event[]; passed: Event[] } = { taken: [], passed: [] };
      for (const event of events) split[isPassed(event) ? 'passed' : 'taken'].push(event);
      return split;
    },
    /** Has been passed by, and so is whatever follows in its stream. */
    note: (event: Place): void => {
      const from = passed.get(event.stream)?.from ?? event.revision;
      passed.set(event.stream, { stream: event.stream, from, upTo: event.revision });
    },
    all: (): readonly Missed[] => [...passed.values()],
  };
};
