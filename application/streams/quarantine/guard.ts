import type { StreamName } from '../../ports/eventStore.ts';
import { type Quarantine, StreamQuarantined, unreadableAt } from '../../ports/quarantine.ts';

type Load<Loaded> = (stream: StreamName) => Promise<Loaded>;

/**
 * Between whoever loads a stream and what is in quarantine. A stream that cannot be folded twice in a row is put there; `again` uses
 * nothing that was kept of it.
 */
export const openGuard = (quarantine: Pick<Quarantine, 'find' | 'put'> | undefined) => {
  const reading = async <Loaded>(
    stream: StreamName,
    load: Load<Loaded>,
    again: Load<Loaded>,
    reader = 'commands',
  ): Promise<Loaded> => {
    try {
      return await load(stream);
    } catch (first) {
      if (!quarantine || !unreadableAt(first)) throw first;
    }
    try {
      return await again(stream);
    } catch (error) {
      const place = unreadableAt(error);
      // Whoever catches it up says why it failed again.
      if (!place || !(error instanceof Error) || quarantine.find(stream)?.retrying) throw error;
      const { message: reason } = error;
      if ((await quarantine.put({ ...place, reason, foundBy: reader })) === 'tooMany') throw error;
      throw new StreamQuarantined(stream);
    }
  };

  return {
    reading,
    /** Refuses what is in quarantine. While it is caught up its own policies decide on it. */
    deciding: async <Loaded>(stream: StreamName, load: Load<Loaded>, again: Load<Loaded>): Promise<Loaded> => {
      const found = quarantine?.find(stream);
      if (found && !found.retrying) throw new StreamQuarantined(stream);
      return reading(stream, load, again);
    },
  };
};
