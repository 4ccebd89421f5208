import type { StoredEvent } from '../ports/eventStore.ts';
import { utf8 } from './bytes.ts';

/** What a leaf of the log stands for: everything that an auditor reads of a fact, personal fields as the ciphertext that is stored. */
export type Event = Omit<StoredEvent, 'data' | 'metadata'> & { data: string; metadata: string };

/** The first line of each entry. Another form of entry gets another one. */
export const ENTRY_FORM = 'reliquary.fact/1';

const ONE_LINE = /^[^\n]*$/;

/**
 * The text whose UTF-8 bytes are hashed into the leaf: the form's name, eight fields and the byte length of the data, a line each, then
 * data and metadata as they are stored, with nothing between or behind them. The length keeps one from running into the other.
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

/** Makes the stored text of an event that its store gives parsed: `JSON.stringify` made it, and makes it again. */
export const eventOf = (event: StoredEvent): Event => ({
  ...event,
  data: JSON.stringify(event.data),
  metadata: JSON.stringify(event.metadata),
});

export type EntryPlace = Pick<StoredEvent, 'stream' | 'revision' | 'position' | 'recordedAt'>;

/** Where the fact stands, without reading what it says. */
export const placeOf = (entry: string): EntryPlace => {
  const [, , stream = '', revision, position = '', recordedAt] = entry.split('\n', 6);
  return { stream, revision: Number(revision), position, recordedAt: Number(recordedAt) };
};

/** The type of the fact, without reading what it says. */
export const typeIn = (entry: string): string => entry.split('\n', 7)[6] ?? '';

/** The fact itself. @throws RangeError for what is no entry */
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
