import type { StoredEvent } from '../ports/eventStore.ts';
import { utf8 } from './bytes.ts';

/** The content of a log leaf: everything an auditor reads of an event, with personal fields as stored ciphertext. */
export type Event = Omit<StoredEvent, 'data' | 'metadata'> & { data: string; metadata: string };

/** First line of each entry; a different format gets a different one. */
export const ENTRY_FORM = 'reliquary.fact/1';

const ONE_LINE = /^[^\n]*$/;

/**
 * The text that is hashed into the leaf (UTF-8): format name, eight fields and the byte length of the data, one
 * per line, then data and metadata as stored, without separators. The length marks where the data ends.
 */
export const entryOf = ({
  id,
  stream,
  revision,
  position,
  recordedAt,
  type,
  version,
  data,
  metadata,
}: Event): string => {
  const lines = [ENTRY_FORM, id, stream, revision, position, recordedAt, type, version, utf8(data).length];
  if (!lines.every((line) => ONE_LINE.test(String(line)))) throw new RangeError(`a field of ${stream} has two lines`);
  return `${lines.join('\n')}\n${data}${metadata}`;
};

/** Restores the stored text of a parsed event. `JSON.stringify` wrote it, so it reproduces it exactly. */
export const eventOf = (event: StoredEvent): Event => ({
  ...event,
  data: JSON.stringify(event.data),
  metadata: JSON.stringify(event.metadata),
});

export type EntryPlace = Pick<StoredEvent, 'stream' | 'revision' | 'position' | 'recordedAt'>;

/** The event's place, without parsing its data. */
export const placeOf = (entry: string): EntryPlace => {
  const [, , stream = '', revision, position = '', recordedAt] = entry.split('\n', 6);
  return { stream, revision: Number(revision), position, recordedAt: Number(recordedAt) };
};

/** The event's type, without parsing its data. */
export const typeIn = (entry: string): string => entry.split('\n', 7)[6] ?? '';

/** The event. @throws RangeError for an invalid entry */
export const readEntry = (entry: string): StoredEvent => {
  const lines = entry.split('\n', 9);
  const [form, id, , , , , type, version, length] = lines;
  if (form !== ENTRY_FORM || length === undefined) throw new RangeError('this is no entry of the log');
  const body = utf8(entry.slice(lines.join('\n').length + 1));
  const text = (from: number, to?: number) => JSON.parse(new TextDecoder().decode(body.subarray(from, to)));
  return {
    ...placeOf(entry),
    id: id!,
    type: type!,
    version: Number(version),
    data: text(0, Number(length)),
    metadata: text(Number(length)),
  };
};
