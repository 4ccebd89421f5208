import type { Knex } from 'knex';
import type { EventCodec } from '#application/ports/eventCodec.ts';
import type { EventStore, Position, StoredEvent } from '#application/ports/eventStore.ts';
import type { Log } from '#application/ports/log.ts';
import { advance, type Checkpoint } from './checkpoints.ts';
import { pause } from './pause.ts';
import type { Projection } from './projection.ts';
import { createTables, dropReplaced, ensureLive, schemaOf, swapSchemas, tablesIn } from './schemas.ts';

type RebuildOptions = {
  store: EventStore;
  codec: EventCodec;
  db: Knex;
  projection: Projection;
  log: Log;
  batchSize?: number;
  signal?: AbortSignal;
};

/** Two builds of the same read model would fight over `read_{name}_next`: the second waits for its turn. */
const BUILD_LOCK = 73_013;

/**
 * Builds the read model from the first event on in `read_{name}_next` while queries go on reading the old tables, then swaps them by
 * renaming. Also for a read model that has stopped: it runs on with the new tables once its process has been restarted.
 * @throws what a handler or the codec throws; the old tables stay live then.
 */
export const rebuild = async ({ projection, log, ...options }: RebuildOptions): Promise<void> => {
  const { store, codec, db, batchSize = 1_000, signal = new AbortController().signal } = options;
  const { name, version } = projection;
  const wanted = new Set<string>(projection.handles);
  let position: Position | null = null;

  const applyIn = async (transaction: Knex.Transaction, stored: readonly StoredEvent[]): Promise<void> => {
    const last = stored.at(-1);
    if (!last) return;
    const events = await codec.decode(stored.filter(({ type }) => wanted.has(type)));
    if (!(await advance(transaction, { name, state: 'next', version, position }, last.position)))
      throw new Error(`another process builds ${name}`);
    if (events.length > 0) await projection.apply(events, tablesIn(transaction, schemaOf(name, 'next')));
    position = last.position;
  };

  const read = (limit: number) => store.readAll({ after: position ?? undefined, limit });

  const catchUp = async (): Promise<void> => {
    let batch = await read(batchSize);
    while (batch.length > 0) {
      signal.throwIfAborted();
      const current = batch;
      const after = current.at(-1)!.position;
      const [, following] = await Promise.all([
        db.transaction((transaction) => applyIn(transaction, current)),
        store.readAll({ after, limit: batchSize }),
      ]);
      batch = following;
    }
  };

  /** Holds the live checkpoint for a moment: what it has seen meanwhile is applied, then the schemas change names. */
  const swap = (): Promise<void> =>
    db.transaction(async (transaction) => {
      const live = await transaction<Checkpoint>('projections.checkpoints')
        .where({ name, state: 'live' })
        .forUpdate()
        .first();
      while (live?.position && (position === null || position < live.position)) {
        const missing = await read(batchSize);
        if (missing.length === 0) throw new Error(`the event store ends before ${live.position}, where ${name} stands`);
        await applyIn(transaction, missing);
      }
      await swapSchemas(transaction, name);
    });

  await ensureLive(db, projection);
  await withLock(db, name, signal, async () => {
    log.info({ projection: name, version }, 'building a read model beside the old one');
    await createTables(db, projection, 'next');
    await catchUp();
    await swap();
    await dropReplaced(db, name);
    log.info({ projection: name, version, position }, 'the new read model is live');
  });
};

const withLock = async (db: Knex, name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> => {
  const connection = await db.client.acquireRawConnection();
  try {
    for (;;) {
      signal.throwIfAborted();
      const { rows } = await connection.query('SELECT pg_try_advisory_lock($1, hashtext($2)) AS won', [
        BUILD_LOCK,
        name,
      ]);
      if (rows[0].won) break;
      await pause(200, signal);
    }
    await work();
  } finally {
    await db.client.destroyRawConnection(connection);
  }
};
