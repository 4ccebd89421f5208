import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import type { EventCodec, LivingReleases, Recorded } from '#application/ports/eventCodec.ts';
import type { EventStore, Position } from '#application/ports/eventStore.ts';
import type { Log } from '#application/ports/log.ts';
import { type Journal, openJournal } from '#application/streams/journal.ts';
import type { DomainEvent } from '#domain/events.ts';
import { SYSTEM } from '#domain/shared/actor.ts';
import { createEventCodec } from '#infrastructure/crypto/eventCodec.ts';
import { openSubjectKeys } from '#infrastructure/crypto/subjectKeys.ts';
import { openPostgresEventStore } from '#infrastructure/eventStores/postgresEventStore.ts';
import { openQuarantine } from '#infrastructure/policies/quarantine.ts';
import { failures } from '#infrastructure/postgres/failures.ts';
import type { Projection } from '#projections/engine/projection.ts';
import { createTables, tablesIn } from '#projections/engine/schemas.ts';
import { manualClock } from '#tests/support/manualClock.ts';
import { PATIENCE } from '#tests/support/patience.ts';

export type Harness = {
  db: Knex;
  store: EventStore;
  codec: EventCodec;
  journal: Journal;
  keys: ReturnType<typeof openSubjectKeys>;
  quarantine: ReturnType<typeof openQuarantine>;
  failures: typeof failures;
  releases: LivingReleases;
  verify(): Promise<void>;
  /** Appends events as commands do. Returns the position. */
  append(stream: string, ...events: DomainEvent[]): Promise<Position>;
  history(): Promise<Recorded[]>;
  close(): Promise<void>;
};

/** No process of another release is running. */
const ALONE: LivingReleases = { readByAll: async () => ({}), knowNewer: async () => false };

export const openHarness = (url: string, db: Knex): Harness => {
  const store = openPostgresEventStore({ connectionString: url });
  const keys = openSubjectKeys({ db, masterKey: randomBytes(32) });
  const codec = createEventCodec({ keys });
  const journal = openJournal(store, codec);
  const quarantine = openQuarantine({ db, clock: manualClock(), log: keepingLog() });
  return {
    db,
    store,
    quarantine,
    failures,
    releases: ALONE,
    verify: async () => undefined,
    codec,
    journal,
    keys,
    append: async (stream, ...events) => {
      const history = await journal.load(stream);
      const commandId = newId();
      const provenance = { correlationId: commandId, causationId: commandId, actor: SYSTEM, commandId };
      return (await journal.append(stream, events, history, provenance)).position;
    },
    history: async () => codec.decode(await store.readAll({ limit: 100_000 })),
    close: async () => {
      quarantine.close();
      await store.close();
    },
  };
};

export const newId = (): string => randomBytes(16).toString('hex');

export type Said = { level: 'info' | 'warn' | 'error'; details: Record<string, unknown>; message: string };

/** A log that keeps its entries. */
export const keepingLog = (): Log & { said: Said[] } => {
  const said: Said[] = [];
  const at = (level: Said['level']) => (details: object, message: string) =>
    void said.push({ level, details: details as Record<string, unknown>, message });
  return { said, info: at('info'), warn: at('warn'), error: at('error') };
};

/** Creates tables and fills them in batches of these sizes; the last size repeats. */
export const fill = async (
  db: Knex,
  projections: readonly Projection[],
  history: readonly Recorded[],
  sizes: readonly number[] = [history.length || 1],
): Promise<void> => {
  for (const projection of projections) {
    await createTables(db, projection, 'live');
    let from = 0;
    for (let batch = 0; from < history.length; batch++) {
      const size = sizes[Math.min(batch, sizes.length - 1)]!;
      const handles = new Set<string>(projection.handles);
      const events = history.slice(from, from + size).filter(({ type }) => handles.has(type));
      from += size;
      if (events.length > 0)
        await db.transaction((transaction) =>
          projection.apply(events, tablesIn(transaction, `read_${projection.name}`)),
        );
    }
  }
};

/** All rows of a read model by table, sorted. */
export const contentsOf = async (db: Knex, { name }: Projection): Promise<Record<string, unknown[]>> => {
  const tables = await db('information_schema.tables')
    .where({ table_schema: `read_${name}` })
    .orderBy('table_name');
  const contents: Record<string, unknown[]> = {};
  for (const { table_name } of tables) {
    const { rows } = await db.raw(`SELECT to_jsonb(t)::text AS row FROM read_${name}.${table_name} t ORDER BY 1`);
    contents[table_name] = rows.map(({ row }: { row: string }) => JSON.parse(row));
  }
  return contents;
};

export const until = async (condition: () => boolean | Promise<boolean>, what: string): Promise<void> => {
  for (const deadline = Date.now() + PATIENCE; Date.now() < deadline; ) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`timed out waiting for: ${what}`);
};
