import type { DomainEvent } from '#domain/events.ts';
import type { EventCodec, Provenance, Recorded } from './ports/eventCodec.ts';
import type { Appended, EventStore, StreamName } from './ports/eventStore.ts';

export type History = {
  events: Recorded[];
  revision: number | 'none';
  /** Of the last event; the next one chains to it. */
  hash: string | null;
};

/** Domain events in and out of the store, encrypted and chained on the way. */
export type Journal = {
  load(stream: StreamName): Promise<History>;
  /** @throws StreamMoved when the stream is no longer where `history` left it. */
  append(
    stream: StreamName,
    events: readonly DomainEvent[],
    history: History,
    provenance: Provenance,
  ): Promise<Appended>;
};

export const openJournal = (store: EventStore, codec: EventCodec): Journal => ({
  load: async (stream) => {
    const stored = await store.readStream(stream);
    const last = stored.at(-1);
    return {
      events: await codec.decode(stored),
      revision: last ? last.revision : 'none',
      hash: last ? last.metadata.hash : null,
    };
  },
  append: async (stream, events, history, provenance) =>
    store.append(stream, await codec.encode(stream, events, provenance, history.hash), history.revision),
});
