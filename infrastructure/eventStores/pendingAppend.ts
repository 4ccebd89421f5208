import { type Appended, AppendTooLarge, type NewEvent, type StreamName } from '#application/ports/eventStore.ts';

const LIMIT = 1024 * 1024;

/** Room for the version, which EventStoreDB stores in the metadata. */
const VERSION = 24;

/** Serialized once: the measured text is the text sent. */
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

/** The format that stores return. */
export const canonicalId = (id: string): string =>
  sameId(id).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** The size as EventStoreDB counts it, so that all adapters refuse the same appends. */
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
