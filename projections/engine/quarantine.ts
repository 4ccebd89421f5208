import type { Knex } from 'knex';
import type { StoredEvent, StreamName } from '#application/ports/eventStore.ts';
import type { Culprit, Missed, PassedBy, Quarantined } from '#application/ports/quarantine.ts';
import type { Instant } from '#domain/shared/instants.ts';

/** Per finder and in all, within `WINDOW_SECONDS`. More failures mean a broken program, not bad events. */
const MOST = { ofOne: 5, ofAll: 20 };
const WINDOW_SECONDS = 600;

type Row = Omit<Quarantined, 'id' | 'foundBy' | 'passedBy'> & { event_id: string; found_by: string } & {
  reader: string | null;
  from_revision: number;
  up_to: number;
  is_read_model: boolean;
};

export const readQuarantine = async (db: Knex): Promise<Quarantined[]> => {
  const { rows } = await db.raw<{ rows: Row[] }>(
    `SELECT q.*, p.reader, p.from_revision, p.up_to, p.is_read_model
       FROM projections.quarantine q LEFT JOIN projections.passed_by p USING (stream) ORDER BY q.since, q.stream, p.reader`,
  );
  const found = new Map<StreamName, Quarantined & { passedBy: PassedBy[] }>();
  for (const row of rows) {
    const { stream, revision, position, event_id: id, type, reason, found_by: foundBy, because, retrying } = row;
    const place = { stream, revision, position, id, type, reason, foundBy, because, retrying };
    const known = found.get(stream) ?? { ...place, since: Number(row.since), passedBy: [] };
    if (row.reader !== null)
      known.passedBy.push({
        reader: row.reader,
        isReadModel: row.is_read_model,
        from: row.from_revision,
        upTo: row.up_to,
      });
    found.set(stream, known);
  }
  return [...found.values()];
};

const PUT = `
  INSERT INTO projections.quarantine (stream, revision, position, event_id, type, reason, found_by, because, since)
  SELECT :stream, :revision, :position, :id, :type, :reason, :foundBy, :because, :since
   WHERE CAST(:because AS text) IS NOT NULL OR (
     SELECT count(*) FILTER (WHERE found_by = :foundBy) < :ofOne AND count(*) < :ofAll FROM projections.quarantine
      WHERE because IS NULL AND found_at > now() - make_interval(secs => :seconds))
  ON CONFLICT (stream) DO NOTHING`;

/** `known`: it was there before. `tooMany`: it was refused. */
export const putInQuarantine = async (
  db: Knex,
  { because, ...culprit }: Culprit,
  since: Instant,
): Promise<'new' | 'known' | 'tooMany'> => {
  const { rowCount } = await db.raw(PUT, {
    ...culprit,
    because: because ?? null,
    since,
    ...MOST,
    seconds: WINDOW_SECONDS,
  });
  if (rowCount === 1) return 'new';
  const [known] = await db('projections.quarantine').where({ stream: culprit.stream });
  return known ? 'known' : 'tooMany';
};

type Place = Pick<StoredEvent, 'stream' | 'revision'>;

/** Locks the quarantine rows until the transaction ends. Returns the streams that are still in quarantine. */
export const recordSkipped = async (
  db: Knex,
  reader: { name: string; isReadModel: boolean },
  events: readonly Place[],
): Promise<ReadonlySet<StreamName>> => {
  if (events.length === 0) return new Set();
  const { rows } = await db.raw<{ rows: { stream: StreamName }[] }>(
    `WITH held AS (SELECT stream FROM projections.quarantine WHERE stream = ANY(?) ORDER BY stream FOR KEY SHARE)
     INSERT INTO projections.passed_by (stream, reader, is_read_model, from_revision, up_to)
     SELECT stream, ?, ?, min(revision), max(revision)
       FROM held JOIN json_to_recordset(?::json) AS p(stream text, revision int) USING (stream) GROUP BY stream
     ON CONFLICT (stream, reader) DO UPDATE
       SET from_revision = least(passed_by.from_revision, excluded.from_revision), up_to = greatest(passed_by.up_to, excluded.up_to)
     RETURNING stream`,
    [
      events.map(({ stream }) => stream),
      reader.name,
      reader.isReadModel,
      JSON.stringify(events.map(({ stream, revision }) => ({ stream, revision }))),
    ],
  );
  return new Set(rows.map(({ stream }) => stream));
};

/**
 * Inside a transaction: the reader has caught up, unless it skipped more since. The last reader lifts the quarantine,
 * and streams that only waited for this one are retried.
 */
export const settle = async (transaction: Knex, reader: string, { stream, upTo }: Missed): Promise<void> => {
  await transaction.raw('SELECT 1 FROM projections.quarantine WHERE stream = ? FOR UPDATE', [stream]);
  await transaction('projections.passed_by').where({ stream, reader }).where('up_to', '<=', upTo).delete();
  await liftIfCaughtUp(transaction, stream);
};

/** Inside a transaction that has locked the row. */
export const liftIfCaughtUp = async (transaction: Knex, stream: StreamName): Promise<void> => {
  const { rowCount } = await transaction.raw(
    `DELETE FROM projections.quarantine q WHERE stream = ? AND retrying
        AND NOT EXISTS (SELECT 1 FROM projections.passed_by p WHERE p.stream = q.stream)`,
    [stream],
  );
  if (rowCount === 0) return;
  const waiting: { stream: StreamName }[] = await transaction('projections.quarantine')
    .where({ because: stream })
    .update({ retrying: true })
    .returning('stream');
  for (const next of waiting) await liftIfCaughtUp(transaction, next.stream);
};

/**
 * Inside the transaction that swaps schemas: records what the new tables have skipped instead of the old ones.
 * Returns the streams that are still in quarantine.
 */
export const replaceSkipped = async (
  transaction: Knex,
  readModel: string,
  missed: readonly Missed[],
): Promise<ReadonlySet<StreamName>> => {
  const before = await transaction('projections.passed_by').where({ reader: readModel }).pluck('stream');
  await transaction.raw('SELECT 1 FROM projections.quarantine WHERE stream = ANY(?) ORDER BY stream FOR UPDATE', [
    before,
  ]);
  await transaction('projections.passed_by').where({ reader: readModel }).delete();
  const ends = missed.flatMap(({ stream, from, upTo }) => [
    { stream, revision: from },
    { stream, revision: upTo },
  ]);
  const kept = await recordSkipped(transaction, { name: readModel, isReadModel: true }, ends);
  for (const stream of before) await liftIfCaughtUp(transaction, stream);
  return kept;
};

/** Asks every reader to catch up; false if the stream is not in quarantine. */
export const askToRetry = (db: Knex, stream: StreamName): Promise<boolean> =>
  db.transaction(async (transaction) => {
    const asked = await transaction('projections.quarantine').where({ stream }).update({ retrying: true });
    if (asked > 0) await liftIfCaughtUp(transaction, stream);
    return asked > 0;
  });

/** The stream stays in quarantine, with the new fault. */
export const markFailed = async (
  db: Knex,
  { stream, revision, position, id, type, reason, foundBy, because }: Culprit,
): Promise<void> => {
  await db('projections.quarantine')
    .where({ stream })
    .update({
      revision,
      position,
      event_id: id,
      type,
      reason,
      found_by: foundBy,
      because: because ?? null,
      retrying: false,
    });
};
