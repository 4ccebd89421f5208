import { type Appended, type EventStore, type StoredEvent, StreamMoved } from '#application/ports/eventStore.ts';
import { ANY_LOG } from './logIdentity.ts';
import { type Append, canonicalId, serialize } from './pendingAppend.ts';
import { asPosition } from './postgres/rows.ts';
import { subscribe } from './postgres/subscribe.ts';
import { createWatermark } from './postgres/watermark.ts';

/** The event store contract in memory, for tests. */
export const openMemoryEventStore = (): EventStore => {
  const all: StoredEvent[] = [];
  const byId = new Map<string, StoredEvent>();
  const heads = new Map<string, number>();
  const watermark = createWatermark();
  const closing = new AbortController();

  const answeredBefore = ({ stream, events }: Append): Appended | undefined => {
    const found = events.map(({ id }) => byId.get(canonicalId(id)));
    const first = found[0];
    const last = found.at(-1);
    if (!first || !last) return undefined;
    const inPlace = found.every(
      (event, index) => event?.stream === stream && event.revision === first.revision + index,
    );
    return inPlace ? { revision: last.revision, position: last.position } : undefined;
  };

  const readAll: EventStore['readAll'] = async ({ after, limit }) => {
    const from = Number(after ?? 0);
    return structuredClone(all.slice(from, from + limit));
  };

  return {
    append: async (stream, events, expected) => {
      const append = serialize(stream, events, expected);
      const before = answeredBefore(append);
      if (before) return before;
      if ((heads.get(stream) ?? -1) !== append.expected) throw new StreamMoved(stream);
      for (const { id } of events) if (byId.has(canonicalId(id))) throw new Error(`event ${id} is stored already`);
      const recordedAt = Date.now();
      for (const [index, { id, type, version, data, metadata }] of append.events.entries()) {
        const stored: StoredEvent = {
          id: canonicalId(id),
          type,
          version,
          data: JSON.parse(data),
          metadata: JSON.parse(metadata),
          stream,
          revision: append.expected + 1 + index,
          position: asPosition(String(all.length + 1)),
          recordedAt,
        };
        all.push(stored);
        byId.set(stored.id, stored);
        heads.set(stream, stored.revision);
      }
      const last = all.at(-1)!;
      watermark.raise(last.position);
      return { revision: last.revision, position: last.position };
    },
    readStream: async (stream, { from = 0, limit } = {}) =>
      structuredClone(all.filter((event) => event.stream === stream && event.revision >= from).slice(0, limit)),
    readAll,
    cuts: async () => [],
    head: async () => all.at(-1)?.position,
    subscribeAll: (subscription) =>
      subscribe({ readAll, watermark, closed: closing.signal, unavailable: () => false, log: ANY_LOG }, subscription),
    close: async () => closing.abort(),
  };
};
