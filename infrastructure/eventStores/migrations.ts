import { ADVISORY_LOCKS } from '../postgres/advisoryLock.ts';
import type { Migration } from '../postgres/migrate.ts';

/** Positions are assigned under a lock, so they become visible in order and readers can ask for `position > $1`. */
const LOCK_POSITIONS = `PERFORM pg_advisory_xact_lock(${ADVISORY_LOCKS.append})`;

/** `json`, not `jsonb`: keeps the exact text that was hashed. */
const EVENTS = `
  CREATE TABLE events (
    position bigint PRIMARY KEY,
    recorded_at bigint NOT NULL,
    revision integer NOT NULL,
    version integer NOT NULL,
    id uuid NOT NULL UNIQUE,
    stream text COLLATE "C" NOT NULL,
    type text COLLATE "C" NOT NULL,
    data json NOT NULL,
    metadata json NOT NULL,
    UNIQUE (stream, revision)
  )`;

const APPEND_ONLY = `
  CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'events are never changed or deleted';
  END $$;
  CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON events EXECUTE FUNCTION refuse_change()`;

/** Appends one event, or nothing if the stream is not at \`expected\` (-1: does not exist). Returns the position. */
const APPEND_EVENT = `
  CREATE FUNCTION append_event(in_stream text, expected integer, in_id uuid, in_type text, in_version integer, in_data json, in_metadata json)
  RETURNS bigint LANGUAGE plpgsql AS $$
  DECLARE
    written bigint;
  BEGIN
    ${LOCK_POSITIONS};
    INSERT INTO events (position, recorded_at, revision, version, id, stream, type, data, metadata)
    SELECT coalesce((SELECT max(e.position) FROM events e), 0) + 1, extract(epoch FROM clock_timestamp()) * 1000,
           expected + 1, in_version, in_id, in_stream, in_type, in_data, in_metadata
    WHERE expected = coalesce((SELECT max(e.revision) FROM events e WHERE e.stream = in_stream), -1)
    RETURNING position INTO written;
    IF written IS NOT NULL THEN
      PERFORM pg_notify('events_appended', written::text);
    END IF;
    RETURN written;
  END $$`;

/**
 * Appends to several streams: \`[[stream, expected, [[id, type, version, data, metadata], …]], …]\`. Returns a row
 * per successful append; the other streams had moved.
 */
const APPEND_BATCH = `
  CREATE FUNCTION append_batch(appends json) RETURNS TABLE (stream_name text, last_revision integer, last_position bigint)
  LANGUAGE plpgsql AS $$
  DECLARE
    head bigint;
  BEGIN
    ${LOCK_POSITIONS};
    head := coalesce((SELECT max(e.position) FROM events e), 0);
    RETURN QUERY
      WITH accepted AS MATERIALIZED (
        SELECT a.place, a.append->>0 AS stream, (a.append->>1)::integer AS expected, a.append->2 AS events
        FROM json_array_elements(appends) WITH ORDINALITY AS a (append, place)
        WHERE (a.append->>1)::integer = coalesce((SELECT max(e.revision) FROM events e WHERE e.stream = a.append->>0), -1)
      ), written AS (
        INSERT INTO events (position, recorded_at, revision, version, id, stream, type, data, metadata)
        SELECT head + row_number() OVER (ORDER BY a.place, n.place), extract(epoch FROM clock_timestamp()) * 1000,
               a.expected + n.place, (n.event->>2)::integer, (n.event->>0)::uuid, a.stream, n.event->>1, n.event->3, n.event->4
        FROM accepted a, json_array_elements(a.events) WITH ORDINALITY AS n (event, place)
        RETURNING stream, revision, position
      )
      SELECT w.stream, max(w.revision), max(w.position) FROM written w GROUP BY w.stream;
    IF FOUND THEN
      PERFORM pg_notify('events_appended', (SELECT max(e.position) FROM events e)::text);
    END IF;
  END $$`;

/**
 * Like `append_batch`, with an array per column, which PostgreSQL reads faster than JSON. A batch may hold several
 * events of a stream; streams that have moved are skipped.
 */
const APPEND_EVENTS = `
  CREATE FUNCTION append_events(
    in_streams text[], in_expected integer[],
    event_streams text[], revisions integer[], ids uuid[], types text[], versions integer[], datas json[], metadatas json[]
  ) RETURNS TABLE (stream_name text, last_revision integer, last_position bigint) LANGUAGE plpgsql AS $$
  DECLARE
    head bigint;
  BEGIN
    ${LOCK_POSITIONS};
    head := coalesce((SELECT max(e.position) FROM events e), 0);
    RETURN QUERY
      WITH accepted AS MATERIALIZED (
        SELECT a.stream FROM unnest(in_streams, in_expected) AS a (stream, expected)
        WHERE a.expected = coalesce((SELECT max(e.revision) FROM events e WHERE e.stream = a.stream), -1)
      ), written AS (
        INSERT INTO events (position, recorded_at, revision, version, id, stream, type, data, metadata)
        SELECT head + row_number() OVER (ORDER BY n.place), extract(epoch FROM clock_timestamp()) * 1000,
               n.revision, n.version, n.id, n.stream, n.type, n.data, n.metadata
        FROM unnest(event_streams, revisions, ids, types, versions, datas, metadatas) WITH ORDINALITY
          AS n (stream, revision, id, type, version, data, metadata, place)
        WHERE n.stream IN (SELECT a.stream FROM accepted a)
        RETURNING stream, revision, position
      )
      SELECT w.stream, max(w.revision), max(w.position) FROM written w GROUP BY w.stream;
    IF FOUND THEN
      PERFORM pg_notify('events_appended', (SELECT max(e.position) FROM events e)::text);
    END IF;
  END $$`;

/** Which log this database's read models, checkpoints and keys belong to. */
const KEPT_IN = `
  CREATE TABLE event_log (
    single boolean PRIMARY KEY DEFAULT true CHECK (single),
    kept_in text NOT NULL
  )`;

export const eventStoreMigrations: Migration[] = [
  {
    name: '2026-11-events',
    up: async (db) => {
      for (const statement of [EVENTS, APPEND_ONLY, APPEND_EVENT, APPEND_BATCH]) await db.raw(statement);
    },
  },
  {
    name: '2026-11-event-log',
    up: async (db) => {
      await db.raw(KEPT_IN);
    },
  },
  {
    name: '2026-11-append-events',
    up: async (db) => {
      await db.raw(APPEND_EVENTS);
    },
  },
  {
    name: '2026-11-event-log-landmark',
    up: async (db) => {
      // the furthest event that any process has followed
      await db.raw('ALTER TABLE event_log ADD COLUMN landmark jsonb');
    },
  },
  {
    name: '2026-11-event-log-id',
    up: async (db) => {
      // an EventStoreDB log holds the same id in its claim
      await db.raw('ALTER TABLE event_log ADD COLUMN id uuid');
    },
  },
];
