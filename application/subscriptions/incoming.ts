import { concerns, type Decoder, type Recorded } from '../ports/eventCodec.ts';
import type { Delivery, Position, StoredEvent } from '../ports/eventStore.ts';

type IsTransient = (error: unknown) => boolean;

/**
 * A delivered event. `failure`: it could not be decoded twice, which matters only to subscriptions that handle its
 * type.
 */
export type Incoming = Pick<StoredEvent, 'stream' | 'revision' | 'type' | 'position' | 'id'> &
  ({ event: Recorded; failure?: undefined } | { event?: undefined; failure: unknown });

export type IncomingBatch = { events: readonly Incoming[]; last: Position; read: number };

const decodeAlone = async (codec: Decoder, stored: StoredEvent, isTransient: IsTransient): Promise<Incoming> => {
  const { stream, revision, type, position, id } = stored;
  const place = { stream, revision, type, position, id };
  try {
    const [event] = await codec.decode([stored]);
    return { ...place, event: event! };
  } catch (failure) {
    if (isTransient(failure)) throw failure;
    return { ...place, failure };
  }
};

/** Decodes the events that are wanted or of unknown type. @throws only errors that a retry may resolve */
export const decodeBatch = async (
  codec: Decoder,
  stored: readonly StoredEvent[],
  wanted: ReadonlySet<string>,
  isTransient: IsTransient,
): Promise<Incoming[]> => {
  const relevant = stored.filter(({ type }) => concerns(wanted, codec, type));
  if (relevant.length === 0) return [];
  try {
    const events = await codec.decode(relevant);
    return events.map((event) => {
      const { stream, revision, type, position, id } = event;
      return { stream, revision, type, position, id, event };
    });
  } catch (error) {
    if (isTransient(error)) throw error;
    const alone: Incoming[] = [];
    for (const event of relevant) alone.push(await decodeAlone(codec, event, isTransient));
    return alone;
  }
};

export async function* decodeDeliveries(
  deliveries: AsyncIterable<Delivery>,
  decode: (stored: readonly StoredEvent[]) => Promise<Incoming[]>,
): AsyncGenerator<IncomingBatch> {
  for await (const delivery of deliveries) {
    const last = delivery.kind === 'events' && delivery.events.at(-1);
    if (last) yield { events: await decode(delivery.events), last: last.position, read: delivery.events.length };
  }
}

/**
 * Requests the next item while the current one is processed, if worthwhile: a reader that has caught up would get
 * smaller batches.
 */
export async function* ahead<Item>(
  source: AsyncIterable<Item>,
  isWorthwhile: (item: Item) => boolean,
): AsyncGenerator<Item> {
  const iterator = source[Symbol.asyncIterator]();
  const ask = () => {
    const next = iterator.next();
    // awaited below; this only prevents an "unhandled rejection" until then
    next.catch(() => undefined);
    return next;
  };
  let next: ReturnType<typeof ask> | undefined;
  try {
    for (;;) {
      const { done, value } = await (next ?? ask());
      if (done) return;
      next = isWorthwhile(value) ? ask() : undefined;
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}
