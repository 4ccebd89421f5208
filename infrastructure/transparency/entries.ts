import type { Knex } from 'knex';
import type { EventStore, Position, StoredEvent, StreamName } from '#application/ports/eventStore.ts';
import type { Bytes } from '#application/transparency/bytes.ts';
import { ENTRY_FORM, entryOf, eventOf, placeOf } from '#application/transparency/factEntry.ts';
import { copyOut, VALUE_AT } from '../postgres/copyOut.ts';
import { leafOf, sha256 } from './hashing.ts';

/** An event without its content. */
export type SealedLeaf = { stream: StreamName; revision: number; leaf: Bytes };
export type Leaf = SealedLeaf & { position: Position };

/** Passes each leaf after a position to the callback; returns the last position, undefined if there was none. */
export type ReadLeaves = (
  after: Position | undefined,
  limit: number,
  take: (fact: SealedLeaf) => void,
) => Promise<Position | undefined>;

/** All events in log order, as the text that the leaf hash covers. */
export type Entries = {
  read(after: Position | undefined, limit: number): Promise<string[]>;
  /** Like `ReadLeaves`, with positions. */
  leaves(after: Position | undefined, limit: number, take: (fact: Leaf) => void): Promise<Position | undefined>;
  /** The whole stream. */
  ofStream(stream: StreamName): Promise<string[]>;
  lengthOf(stream: StreamName): Promise<number>;
  /** A range of revisions of a stream. */
  between(stream: StreamName, first: number, last: number): Promise<string[]>;
};

/** The same text as `entryOf`, built from the stored bytes. */
const ENTRY = `
  SELECT concat_ws(E'\\n', '${ENTRY_FORM}', id, stream, revision, lpad(position::text, 20, '0'), recorded_at, type, version,
                   octet_length(data::text)) || E'\\n' || data::text || metadata::text AS entry
    FROM events`;
const ENTRIES = `${ENTRY} WHERE position > ? ORDER BY position LIMIT ?`;
/** The same as bytes: building a text would convert and copy the stored bytes three times. */
const ENTRY_BYTES = `
  SELECT convert_to(concat_ws(E'\\n', '${ENTRY_FORM}', id, stream, revision, lpad(position::text, 20, '0'), recorded_at, type, version,
                              length(json_send(data))) || E'\\n', 'UTF8') || json_send(data) || json_send(metadata) AS entry
    FROM events`;
const entriesAfter = (after: Position | undefined, limit: number): string =>
  `${ENTRY_BYTES} WHERE position > ${BigInt(after ?? 0)} ORDER BY position LIMIT ${limit}`;
const OF_STREAM = `${ENTRY} WHERE stream = ? ORDER BY revision`;
const LENGTH = `SELECT count(*)::text AS entry FROM events WHERE stream = ?`;
const BETWEEN = `${ENTRY} WHERE stream = ? AND revision BETWEEN ? AND ? ORDER BY revision`;

/** Offset of the stream name in a row of `ENTRY_BYTES`. */
export const STREAM_AT = VALUE_AT + `${ENTRY_FORM}\n00000000-0000-0000-0000-000000000000\n`.length;
export const POSITION_BYTES = 20;
const NEWLINE = 10;
const ZERO = 48;

export const placeIn = (row: Buffer): { streamEnd: number; revision: number; positionAt: number } => {
  let at = STREAM_AT;
  while (at < row.length && row[at] !== NEWLINE) at++;
  const streamEnd = at;
  let revision = 0;
  while (++at < row.length && row[at] !== NEWLINE) revision = revision * 10 + row[at]! - ZERO;
  return { streamEnd, revision, positionAt: at + 1 };
};

/** The input of the leaf hash: the row's bytes after a zero byte, which overwrites the last length byte. */
export const leafBytesIn = (row: Buffer): Bytes => {
  row[VALUE_AT - 1] = 0;
  return row.subarray(VALUE_AT - 1);
};

const leafIn = (row: Buffer): Leaf => {
  const { streamEnd, revision, positionAt } = placeIn(row);
  return {
    stream: row.toString('utf8', STREAM_AT, streamEnd),
    revision,
    position: row.toString('latin1', positionAt, positionAt + POSITION_BYTES),
    leaf: sha256(leafBytesIn(row)),
  };
};

/** Streams rows for `placeIn` and `leafBytesIn`; a row is only valid until `each` returns. */
export const copyEntries = (
  db: Knex,
  { after, limit }: { after: Position | undefined; limit: number },
  each: (row: Buffer) => void,
): Promise<void> => copyOut(db, entriesAfter(after, limit), each);

export const entriesInPostgres = (db: Knex): Entries => {
  const ask = async (query: string, values: (string | number)[]): Promise<string[]> => {
    const { rows } = await db.raw<{ rows: { entry: string }[] }>(query, values);
    return rows.map(({ entry }) => entry);
  };
  return {
    read: (after, limit) => ask(ENTRIES, [after ?? '0', limit]),
    leaves: async (after, limit, take) => {
      let last: Position | undefined;
      await copyEntries(db, { after, limit }, (row) => {
        const fact = leafIn(row);
        last = fact.position;
        take(fact);
      });
      return last;
    },
    ofStream: (stream) => ask(OF_STREAM, [stream]),
    lengthOf: async (stream) => Number((await ask(LENGTH, [stream]))[0]),
    between: (stream, first, last) => ask(BETWEEN, [stream, first, last]),
  };
};

export const entriesInStore = (store: Pick<EventStore, 'readAll' | 'readStream'>): Entries => {
  const textsOf = (events: readonly StoredEvent[]): string[] => events.map((event) => entryOf(eventOf(event)));
  const read = async (after: Position | undefined, limit: number) => textsOf(await store.readAll({ after, limit }));
  return {
    read,
    leaves: async (after, limit, take) => {
      let last: Position | undefined;
      for (const entry of await read(after, limit)) {
        const { stream, revision, position } = placeOf(entry);
        // copy the name: a substring would keep the whole text in memory
        take({ stream: Buffer.from(stream).toString(), revision, position, leaf: leafOf(entry) });
        last = position;
      }
      return last;
    },
    ofStream: async (stream) => textsOf(await store.readStream(stream)),
    lengthOf: async (stream) => (await store.readStream(stream)).length,
    between: async (stream, first, last) =>
      textsOf(await store.readStream(stream, { from: first, limit: last - first + 1 })),
  };
};
