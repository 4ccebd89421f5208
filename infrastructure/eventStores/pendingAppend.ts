import { type Appended, AppendTooLarge, type NewEvent, type StreamName } from '#application/ports/eventStore.ts';

const LIMIT = 1024 * 1024;

/** An event with its JSON made already: what is measured is what is sent. */
export type SerializedEvent = { id: string; type: string; version: number; data: string; metadata: string };

export type Append = {
  stream: StreamName;
  /** -1: the stream does not exist. */
  expected: number;
  events: readonly SerializedEvent[];
  bytes: number;
};

export type PendingAppend = Append & { resolve(appended: Appended): void; reject(error: unknown): void };

/** UUIDs compare by their digits. */
export const sameId = (id: string): string => id.replaceAll('-', '').toLowerCase();

/** @throws AppendTooLarge above 1 MiB of JSON */
export const serialize = (stream: StreamName, events: readonly NewEvent[], expected: 'none' | number): Append => {
  if (events.length === 0) throw new RangeError(`nothing to append to ${stream}`);
  const serialized = events.map(({ id, type, version, data, metadata }) => ({
    id,
    type,
    version,
    data: JSON.stringify(data),
    metadata: JSON.stringify(metadata),
  }));
  const bytes = serialized.reduce(
    (sum, event) => sum + Buffer.byteLength(event.data) + Buffer.byteLength(event.metadata),
    0,
  );
  if (bytes > LIMIT) throw new AppendTooLarge(`${bytes} bytes for ${stream}, at most ${LIMIT} go into one append`);
  return { stream, expected: expected === 'none' ? -1 : expected, events: serialized, bytes };
};
