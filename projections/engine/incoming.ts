import type { EventCodec, Recorded } from '#application/ports/eventCodec.ts';
import type { Delivery, Position, StoredEvent } from '#application/ports/eventStore.ts';
import { isTransient } from './transient.ts';

/** An event as the read models get it; `failure` when it could not be decoded: it stops those that want it, and no other. */
export type Incoming = { type: string; position: Position; id: string } & (
  | { event: Recorded; failure?: undefined }
  | { event?: undefined; failure: unknown }
);

export type IncomingBatch = { events: Incoming[]; last: Position | undefined; caughtUp: boolean };

const decodeAlone = async (codec: EventCodec, stored: StoredEvent): Promise<Incoming> => {
  const { type, position, id } = stored;
  try {
    const [event] = await codec.decode([stored]);
    return { type, position, id, event: event! };
  } catch (failure) {
    if (isTransient(failure)) throw failure;
    return { type, position, id, failure };
  }
};

/** Decodes those that somebody wants. @throws only what may succeed a moment later. */
export const decodeBatch = async (
  codec: EventCodec,
  stored: readonly StoredEvent[],
  wanted: ReadonlySet<string>,
): Promise<Incoming[]> => {
  const relevant = stored.filter(({ type }) => wanted.has(type));
  if (relevant.length === 0) return [];
  try {
    const events = await codec.decode(relevant);
    return events.map((event) => ({ type: event.type, position: event.position, id: event.id, event }));
  } catch (error) {
    if (isTransient(error)) throw error;
    const alone: Incoming[] = [];
    for (const event of relevant) alone.push(await decodeAlone(codec, event));
    return alone;
  }
};

export async function* decodeDeliveries(
  deliveries: AsyncIterable<Delivery>,
  decode: (stored: readonly StoredEvent[]) => Promise<Incoming[]>,
): AsyncGenerator<IncomingBatch> {
  for await (const delivery of deliveries) {
    if (delivery.kind === 'caughtUp') yield { events: [], last: undefined, caughtUp: true };
    else yield { events: await decode(delivery.events), last: delivery.events.at(-1)?.position, caughtUp: false };
  }
}

/** Asks for the next item while the current one is being worked on. */
export async function* ahead<Item>(source: AsyncIterable<Item>): AsyncGenerator<Item> {
  const iterator = source[Symbol.asyncIterator]();
  const ask = () => {
    const next = iterator.next();
    // Handled when it is awaited below; until then it must not count as unhandled.
    next.catch(() => undefined);
    return next;
  };
  let next = ask();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = ask();
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}
