import { HistoryCut, type StoredEvent } from '#application/ports/eventStore.ts';
import { personalIn, sightOfField, towardsEvent } from '#domain/audit/sight.ts';
import type { SignedIn } from '../../endpoint.ts';
import type { EndpointDeps } from '../deps.ts';
import { type Reading, readingOf } from './history.ts';

/** The extent of a history for one reader. `clear`: the personal fields shown in clear, including erased ones. */
export type Extent = { length: number; ends: readonly StoredEvent[]; clear: readonly string[] };

const REMEMBERED = 1_000;
const NOTHING: Extent = { length: 0, ends: [], clear: [] };

const clearIn = (event: StoredEvent, { reader, parties, circumstances }: Reading): string[] =>
  personalIn(event.type).filter(
    (field) =>
      event.data[field] != null &&
      sightOfField(event.type, field, towardsEvent(event, reader, parties), circumstances) === 'clear',
  );

const extended = ({ clear, ends: [first] }: Extent, news: readonly StoredEvent[], reading: Reading): Extent => {
  const last = news.at(-1)!;
  return {
    length: last.revision + 1,
    ends: [first ?? news[0]!, last],
    clear: [...new Set([...clear, ...news.flatMap((event) => clearIn(event, reading))])],
  };
};

/**
 * The extent of a history for a reader, from the stored events without a key. A history is read in parts, but its read is one access: each
 * part would name other fields. A later question reads only what is new.
 */
export const openExtents = ({ store, queries }: Pick<EndpointDeps, 'store' | 'queries'>) => {
  const known = new Map<string, Promise<Extent>>();

  const extend = async (stream: string, reader: SignedIn, before: Extent): Promise<Extent> => {
    const news = await store.readStream(stream, { from: before.length });
    if (news.length === 0) return before;
    return extended(before, news, await readingOf([...before.ends.slice(0, 1), ...news], reader, queries));
  };

  return async (stream: string, reader: SignedIn): Promise<Extent> => {
    const first = await store.readStream(stream, { limit: 1 }).catch((error: unknown) => {
      if (error instanceof HistoryCut) return [];
      throw error;
    });
    if (first.length === 0) return NOTHING;
    const { circumstances } = await readingOf(first, reader, queries);
    const key = [reader.id, reader.roles, stream, JSON.stringify(circumstances)].join(' ');
    const asked = (known.get(key) ?? Promise.resolve(NOTHING)).then((before) => extend(stream, reader, before));
    if (known.size >= REMEMBERED) known.clear();
    known.set(key, asked);
    return asked.catch((error: unknown) => {
      known.delete(key);
      throw error;
    });
  };
};
