import type { StreamName } from '../../ports/eventStore.ts';
import { type Quarantine, StreamQuarantined, unreadableAt } from '../../ports/quarantine.ts';

type Load<Loaded> = (stream: StreamName) => Promise<Loaded>;

/**
 * Guards loading against quarantine. A stream that fails to fold twice in a row is quarantined; `again` must not
 * use cached state.
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
      // a retry reports its own failure
      if (!place || !(error instanceof Error) || quarantine.find(stream)?.retrying) throw error;
      const { message: reason } = error;
      if ((await quarantine.put({ ...place, reason, foundBy: reader })) === 'tooMany') throw error;
      throw new StreamQuarantined(stream);
    }
  };

  return {
    reading,
    /** Rejects a quarantined stream. During a retry its own policies may decide on it. */
    deciding: async <Loaded>(stream: StreamName, load: Load<Loaded>, again: Load<Loaded>): Promise<Loaded> => {
      const found = quarantine?.find(stream);
      if (found && !found.retrying) throw new StreamQuarantined(stream);
      return reading(stream, load, again);
    },
  };
};
