import type { Knex } from 'knex';
import type { EventCodec } from '#application/ports/eventCodec.ts';
import type { EventStore, Position, StoredEvent } from '#application/ports/eventStore.ts';
import type { Log } from '#application/ports/log.ts';
import { advance, type Checkpoint } from './checkpoints.ts';
import type { Projection } from './projection.ts';
import { createTables, dropReplaced, ensureLive, schemaOf, swapSchemas, tablesIn } from './schemas.ts';

/** Runs what has the same name one after another over all processes. `held` aborts when `signal` does or the turn is lost. */
export type Exclusively = (
  name: string,
  signal: AbortSignal,
  work: (held: AbortSignal) => Promise<void>,
) => Promise<void>;

type RebuildOptions = {
  store: Pick<EventStore, 'readAll'>;
  codec: Pick<EventCodec, 'decode'>;
  db: Knex;
  projection: Projection;
  exclusively: Exclusively;
  log: Log;
  batchSize?: number;
  signal?: AbortSignal;
};

/**
 * Builds the read model from the first event on in `read_{name}_next` while queries go on reading the old tables, then swaps them by
 * renaming. Also for a read model that has stopped: it runs on with the new tables once its process has been restarted.
 * @throws what a handler or the codec throws; the old tables stay live then.
 */
export const rebuild = async ({ projection, exclusively, log, ...options }: RebuildOptions): Promise<void> => {
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

  const catchUp = async (held: AbortSignal): Promise<void> => {
    let batch = await read(batchSize);
    while (batch.length > 0) {
      held.throwIfAborted();
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
      const next = await transaction<Checkpoint>('projections.checkpoints')
        .where({ name, state: 'next' })
        .forUpdate()
        .first();
      // Whoever lost its turn while it was frozen would swap in what another has only begun.
      if (next?.version !== version || next.position !== position) throw new Error(`another process builds ${name}`);
      await swapSchemas(transaction, name);
    });

  await ensureLive(db, projection);
  // Two builds of the same read model would fight over `read_{name}_next`.
  await exclusively(name, signal, async (held) => {
    log.info({ projection: name, version }, 'building a read model beside the old one');
    await createTables(db, projection, 'next');
    await catchUp(held);
    held.throwIfAborted();
    await swap();
    await dropReplaced(db, name);
    log.info({ projection: name, version, position }, 'the new read model is live');
  });
};
