import type { Knex } from 'knex';
import type { Position, StoredEvent } from '#application/ports/eventStore.ts';
import type { Log } from '#application/ports/log.ts';
import { type BuildOptions, BuiltElsewhere, type Exclusively, openBuild } from './build.ts';
import type { Checkpoint } from './checkpoints.ts';
import { replacePassed } from './quarantine.ts';
import { createTables, dropReplaced, ensureLive, swapSchemas } from './schemas.ts';

type RebuildOptions = BuildOptions & { exclusively: Exclusively; log: Log; signal?: AbortSignal };

/** Events poison a swap only in the moment between catching up and swapping. */
const SWAPS = 3;

/**
 * Builds the read model from the first event on in `read_{name}_next` while queries go on reading the old tables, then swaps them by
 * renaming. Also for a read model that has stopped: it runs on with the new tables once its process has been restarted. A stream that is
 * in quarantine, or has to go there, is passed by from its fault on.
 * @throws what a handler or the codec throws at more streams than bad facts explain, or at an event of a newer release; the old tables
 * stay live then.
 */
export const rebuild = async ({ exclusively, log, ...options }: RebuildOptions): Promise<void> => {
  const { store, codec, db, projection, quarantine, failures, signal = new AbortController().signal } = options;
  const { name, version } = projection;
  const { isWanted, apply, applyBatch, catchUp, read, passing, position, standsAt } = openBuild(options);

  /** What was lifted while it was built has to be caught up here as well. */
  const keepPassing = async (transaction: Knex.Transaction, at: Position | null): Promise<void> => {
    const missed = passing.all();
    const kept = await replacePassed(transaction, name, missed);
    for (const { stream, from } of missed) {
      if (kept.has(stream)) continue;
      const stored = await store.readStream(stream, { from });
      const known = stored.filter((event) => isWanted(event) && at !== null && event.position <= at);
      await apply(transaction, known);
    }
  };

  /** Holds the live checkpoint for a moment: what it has seen meanwhile is applied, then the schemas change names. */
  const swap = (): Promise<void> =>
    db.transaction(async (transaction) => {
      const live = await transaction<Checkpoint>('projections.checkpoints')
        .where({ name, state: 'live' })
        .forUpdate()
        .first();
      let at = position();
      const passed: StoredEvent[] = [];
      while (live?.position && (at === null || at < live.position)) {
        const missing = await read(at);
        const last = missing.at(-1);
        if (!last) throw new Error(`the event store ends before ${live.position}, where ${name} stands`);
        passed.push(...(await applyBatch(transaction, missing, at, last.position)));
        at = last.position;
      }
      const next = await transaction<Checkpoint>('projections.checkpoints')
        .where({ name, state: 'next' })
        .forUpdate()
        .first();
      // Whoever lost its turn while it was frozen would swap in what another has only begun.
      if (next?.version !== version || next.position !== at) throw new BuiltElsewhere(name);
      passed.forEach(passing.note);
      await keepPassing(transaction, at);
      await swapSchemas(transaction, name);
      standsAt(at);
    });

  const swapIn = async (held: AbortSignal): Promise<void> => {
    for (let attempt = 1; ; attempt++)
      try {
        held.throwIfAborted();
        return await swap();
      } catch (error) {
        const head = await store.readAll({ after: position() ?? undefined, limit: 1 });
        if (head.length === 0 || attempt === SWAPS || failures.isTransient(error)) throw error;
        await catchUp(held);
      }
  };

  await ensureLive(db, projection);
  // Two builds of the same read model would fight over `read_{name}_next`.
  await exclusively(name, signal, async (held) => {
    log.info({ projection: name, version }, 'building a read model beside the old one');
    await createTables(db, projection, 'next', codec.reads);
    await quarantine.refresh();
    await catchUp(held);
    await swapIn(held);
    await dropReplaced(db, name);
    log.info({ projection: name, version, position: position() }, 'the new read model is live');
  });
};
