import { types } from 'pg';
import type { EventMetadata, Position, StoredData, StoredEvent } from '#application/ports/eventStore.ts';

/** An event as an array row; positions, ids and JSON are text. */
export type EventRow = [
  position: string,
  recordedAt: string,
  revision: number,
  version: number,
  id: string,
  stream: string,
  type: string,
  data: string,
  metadata: string,
];

export const COLUMNS = 'position, recorded_at, revision, version, id, stream, type, data, metadata';

const text = (value: string): string => value;

/** Keeps JSON as text, to parse a whole result at once. */
export const rawJson = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === types.builtins.JSON ? text : types.getTypeParser(oid, format as 'text'),
};

export const asPosition = (digits: string): Position => digits.padStart(20, '0');

export const fromPosition = (position: Position | undefined): string => position ?? '0';

/** One `JSON.parse` for all rows is several times faster than one per field. */
export const toEvents = (rows: readonly EventRow[]): StoredEvent[] => {
  const parsed: unknown[] = JSON.parse(`[${rows.map((row) => `${row[7]},${row[8]}`).join(',')}]`);
  return rows.map(([position, recordedAt, revision, version, id, stream, type], index) => ({
    id,
    type,
    version,
    data: parsed[2 * index] as StoredData,
    metadata: parsed[2 * index + 1] as EventMetadata,
    stream,
    revision,
    position: asPosition(position),
    recordedAt: Number(recordedAt),
  }));
};
