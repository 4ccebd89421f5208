import type { Pool, QueryArrayConfig } from 'pg';
import { type Appended, EventStoreUnavailable, StreamMoved } from '#application/ports/eventStore.ts';
import { type Append, type PendingAppend, sameId } from '../pendingAppend.ts';
import { asPosition } from './rows.ts';

const statement =
  (name: string, text: string) =>
  (values: unknown[]): QueryArrayConfig => ({
    name,
    text,
    values,
    rowMode: 'array',
  });

const appendEvent = statement('append-event', 'SELECT append_event($1, $2, $3, $4, $5, $6, $7)');
const appendEvents = statement(
  'append-events',
  'SELECT stream_name, last_revision, last_position FROM append_events($1, $2, $3, $4, $5, $6, $7, $8, $9)',
);
const findIds = statement(
  'find-ids',
  'SELECT id, stream, revision, position FROM events WHERE id = ANY($1::uuid[]) ORDER BY position',
);

type FoundRow = [id: string, stream: string, revision: number, position: string];

/** One array per column: expected stream revisions and all events. */
const asColumns = (batch: readonly Append[]): unknown[] => {
  const events = batch.flatMap(({ stream, expected, events }) =>
    events.map((event, index) => ({ ...event, stream, revision: expected + 1 + index })),
  );
  return [
    batch.map(({ stream }) => stream),
    batch.map(({ expected }) => expected),
    ...(['stream', 'revision', 'id', 'type', 'version', 'data', 'metadata'] as const).map((column) =>
      events.map((event) => event[column]),
    ),
  ];
};

/** The result of an earlier append of the same events; undefined if there was none. */
const answeredBefore = ({ stream, events }: Append, found: ReadonlyMap<string, FoundRow>): Appended | undefined => {
  const rows = events.map(({ id }) => found.get(sameId(id)));
  const first = rows[0];
  const last = rows.at(-1);
  if (!first || !last) return undefined;
  const inPlace = rows.every((row, index) => row?.[1] === stream && row[2] === first[2] + index);
  return inPlace ? { revision: last[2], position: asPosition(last[3]) } : undefined;
};

type Writing = {
  /** A single connection: a process commits one batch at a time. */
  lane: Pool;
  readers: Pool;
  patiently: <Answer>(statement: () => Promise<Answer>) => Promise<Answer>;
  written: (append: Append, appended: Appended) => void;
};

/** Writes a batch in one transaction and answers each append. */
export const batchWriter = ({ lane, readers, patiently, written }: Writing) => {
  const writeSingle = async ({ stream, expected, events }: Append): Promise<Map<string, Appended>> => {
    const { id, type, version, data, metadata } = events[0]!;
    const { rows } = await lane.query<[string | null]>(
      appendEvent([stream, expected, id, type, version, data, metadata]),
    );
    const position = rows[0]?.[0];
    return new Map(position ? [[stream, { revision: expected + 1, position: asPosition(position) }]] : []);
  };

  const writeMany = async (batch: readonly Append[]): Promise<Map<string, Appended>> => {
    const { rows } = await lane.query<[string, number, string]>(appendEvents(asColumns(batch)));
    return new Map(rows.map(([stream, revision, position]) => [stream, { revision, position: asPosition(position) }]));
  };

  const settle = async (appends: readonly PendingAppend[], refusal: (append: PendingAppend) => unknown) => {
    const ids = appends.flatMap(({ events }) => events.map(({ id }) => id));
    const { rows } = await patiently(() => readers.query<FoundRow>(findIds([ids])));
    const found = new Map(rows.map((row) => [sameId(row[0]), row]));
    for (const append of appends) {
      const answer = answeredBefore(append, found);
      if (answer) append.resolve(answer);
      else append.reject(refusal(append));
    }
  };

  const tryWrite = async (batch: PendingAppend[]): Promise<void> => {
    const [first] = batch;
    const alone = batch.length === 1 && first?.events.length === 1;
    const answers = await patiently(() => (alone ? writeSingle(first) : writeMany(batch)));
    const refused = batch.filter(({ stream }) => !answers.has(stream));
    for (const append of batch) {
      const answer = answers.get(append.stream);
      if (!answer) continue;
      written(append, answer);
      append.resolve(answer);
    }
    if (refused.length > 0) await settle(refused, ({ stream }) => new StreamMoved(stream));
  };

  /** Never throws: errors go to the callers of the appends. */
  const write = async (batch: PendingAppend[]): Promise<void> => {
    try {
      await tryWrite(batch);
    } catch (error) {
      // Already answered appends stay answered: a promise settles once.
      const rejectAll = (reason: unknown) => {
        for (const append of batch) append.reject(reason);
      };
      if (error instanceof EventStoreUnavailable) return rejectAll(error);
      if (batch.length > 1) {
        for (const append of batch) await write([append]);
        return;
      }
      await settle(batch, () => error).catch(rejectAll);
    }
  };
  return write;
};
