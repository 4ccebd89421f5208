import { type Appended, AppendTooLarge, type NewEvent, type StreamName } from '#application/ports/eventStore.ts';

const LIMIT = 1024 * 1024;

/** Room for the event's version, which EventStoreDB keeps in the metadata. */
const VERSION = 24;

/** An event with its JSON made already: what is measured is what is sent. */
type SerializedEvent = { id: string; type: string; version: number; data: string; metadata: string };

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

/** As the stores give it back. */
export const canonicalId = (id: string): string =>
  sameId(id).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** As EventStoreDB counts it, so that every adapter refuses the same. */
export const bytesOf = ({ type, data, metadata }: Omit<SerializedEvent, 'id' | 'version'>): number =>
  Buffer.byteLength(data) + Buffer.byteLength(metadata) + 2 * type.length + VERSION;

/** @throws AppendTooLarge above 1 MiB */
export const serialize = (stream: StreamName, events: readonly NewEvent[], expected: 'none' | number): Append => {
  if (events.length === 0) throw new RangeError(`nothing to append to ${stream}`);
  const serialized = events.map(({ id, type, version, data, metadata }) => ({
    id,
    type,
    version,
    data: JSON.stringify(data),
    metadata: JSON.stringify(metadata),
  }));
  const bytes = serialized.reduce((sum, event) => sum + bytesOf(event), 0);
  if (bytes > LIMIT) throw new AppendTooLarge(`${bytes} bytes for ${stream}, at most ${LIMIT} go into one append`);
  return { stream, expected: expected === 'none' ? -1 : expected, events: serialized, bytes };
};
