import type { Knex } from 'knex';
import type { Position } from '#application/ports/eventStore.ts';
import type { Log } from '#application/ports/log.ts';
import { type BuildOptions, BuiltElsewhere, type Exclusively, openBuild } from './build.ts';
import type { Checkpoint } from './checkpoints.ts';
import { replaceSkipped } from './quarantine.ts';
import { createTables, dropReplaced, ensureLive, swapSchemas } from './schemas.ts';

type RebuildOptions = BuildOptions & { exclusively: Exclusively; log: Log; signal?: AbortSignal };

/** Attempts: a bad event may arrive between catching up and swapping. */
const SWAPS = 3;

/**
 * Builds the read model in `read_{name}_next` while queries read the old tables, then swaps the schemas by renaming.
 * A stopped read model runs again after its process restarts. Quarantined streams are skipped from their faulty event on.
 * @throws if too many streams fail, or at an event type of a newer release; the old tables then stay live
 */
export const rebuild = async ({ exclusively, log, ...options }: RebuildOptions): Promise<void> => {
  const { store, codec, db, projection, quarantine, failures, signal = new AbortController().signal } = options;
  const { name, version } = projection;
  const { isWanted, apply, catchUp, continueTo, skips, position, setPosition } = openBuild(options);

  /** Applies streams whose quarantine was lifted during the build. */
  const keepSkips = async (transaction: Knex.Transaction, at: Position | null): Promise<void> => {
    const missed = skips.all();
    const kept = await replaceSkipped(transaction, name, missed);
    for (const { stream, from } of missed) {
      if (kept.has(stream)) continue;
      const stored = await store.readStream(stream, { from });
      const known = stored.filter((event) => isWanted(event) && at !== null && event.position <= at);
      await apply(transaction, known);
    }
  };

  /** Locks the live checkpoint, applies what it has seen meanwhile, then renames the schemas. */
  const swap = (): Promise<void> =>
    db.transaction(async (transaction) => {
      const live = await transaction<Checkpoint>('projections.checkpoints')
        .where({ name, state: 'live' })
        .forUpdate()
        .first();
      const { at, skipped } = await continueTo(transaction, live?.position ?? null);
      const next = await transaction<Checkpoint>('projections.checkpoints')
        .where({ name, state: 'next' })
        .forUpdate()
        .first();
      // a process that lost its lock while frozen must not swap in another's unfinished build
      if (next?.version !== version || next.position !== at) throw new BuiltElsewhere(name);
      skipped.forEach(skips.note);
      await keepSkips(transaction, at);
      await swapSchemas(transaction, name);
      setPosition(at);
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
  // only one build at a time may use `read_{name}_next`
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
