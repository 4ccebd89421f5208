import type { DomainEvent } from '#domain/events.ts';
import { type EventCodec, type Provenance, type Recorded, UnreadableEvent } from '../ports/eventCodec.ts';
import { type Appended, type EventStore, HistoryCut, type StoredEvent, type StreamName } from '../ports/eventStore.ts';

/** The end of a stream. */
export type End = {
  revision: number | 'none';
  /** Hash of the last event; the next event chains to it. */
  hash: string | null;
};

export type History = End & { events: Recorded[] };

export type Inspected = { stored: StoredEvent; event: Recorded | undefined };

/** Domain events in and out of the store. Encrypts, decrypts and chains them. */
export type Journal = {
  load(stream: StreamName): Promise<History>;
  /**
   * Event by event, for diagnosing a damaged stream. `event` is undefined where it cannot be read; truncated
   * events are missing.
   */
  inspect(stream: StreamName, part?: { from: number; limit: number }): Promise<Inspected[]>;
  /** From a revision on, with personal fields as null. Needs no key, so the result may be cached past an erasure. */
  readClear(stream: StreamName, from: number): Promise<Recorded[]>;
  /** @throws StreamMoved when the stream no longer ends at `end` */
  append(
    stream: StreamName,
    events: readonly DomainEvent[],
    end: End,
    provenance: Provenance,
  ): Promise<Appended & { hash: string }>;
};

const readFrom = async (store: EventStore, stream: StreamName, from: number): Promise<StoredEvent[]> => {
  const stored = await store.readStream(stream, { from });
  const [first] = stored;
  if (first && first.revision !== from) throw new HistoryCut(stream, from, first);
  return stored;
};

export const openJournal = (store: EventStore, codec: EventCodec): Journal => ({
  load: async (stream) => {
    const stored = await readFrom(store, stream, 0);
    const last = stored.at(-1);
    return {
      events: await codec.decode(stored),
      revision: last ? last.revision : 'none',
      hash: last ? last.metadata.hash : null,
    };
  },
  inspect: async (stream, part) => {
    const stored = await store.readStream(stream, part).catch((error: unknown) => {
      if (error instanceof HistoryCut) return [];
      throw error;
    });
    const decode = async (each: StoredEvent): Promise<Recorded | undefined> => {
      try {
        return (await codec.decode([each]))[0];
      } catch (error) {
        if (error instanceof UnreadableEvent) return undefined;
        throw error;
      }
    };
    try {
      const events = await codec.decode(stored);
      return stored.map((each, place) => ({ stored: each, event: events[place] }));
    } catch (error) {
      if (!(error instanceof UnreadableEvent)) throw error;
    }
    const inspected: Inspected[] = [];
    for (const each of stored) inspected.push({ stored: each, event: await decode(each) });
    return inspected;
  },
  readClear: async (stream, from) => codec.decodeClear(await readFrom(store, stream, from)),
  append: async (stream, events, end, provenance) => {
    const encoded = await codec.encode(stream, events, provenance, end.hash);
    const appended = await store.append(stream, encoded, end.revision);
    return { ...appended, hash: encoded.at(-1)!.metadata.hash };
  },
});
