import type { Knex } from 'knex';
import { concerns, type Decoder } from '#application/ports/eventCodec.ts';
import type { EventStore, Position, StoredEvent } from '#application/ports/eventStore.ts';
import { type Failures, OutsideFailure } from '#application/ports/failures.ts';
import type { Log } from '#application/ports/log.ts';
import { culpritOf, isPoison, unreadableAt } from '#application/ports/poison.ts';
import type { Quarantine } from '#application/ports/quarantine.ts';
import { advance, type Checkpoint } from './checkpoints.ts';
import { openPassing } from './passing.ts';
import type { Projection } from './projection.ts';
import { replacePassed } from './quarantine.ts';
import { createTables, dropReplaced, ensureLive, schemaOf, swapSchemas, tablesIn } from './schemas.ts';

/** Runs what has the same name one after another over all processes. `held` aborts when `signal` does or the turn is lost. */
export type Exclusively = (
  name: string,
  signal: AbortSignal,
  work: (held: AbortSignal) => Promise<void>,
) => Promise<void>;

type RebuildOptions = {
  store: Pick<EventStore, 'readAll' | 'readStream'>;
  codec: Decoder;
  db: Knex;
  projection: Projection;
  quarantine: Pick<Quarantine, 'find' | 'put' | 'refresh'>;
  failures: Failures;
  exclusively: Exclusively;
  log: Log;
  batchSize?: number;
  signal?: AbortSignal;
};

/** Whoever lost its turn without noticing: no event is at fault, and what the other builds can be followed. */
class BuiltElsewhere extends OutsideFailure {
  override readonly name = 'BuiltElsewhere';
  constructor(projection: string) {
    super(`another process builds ${projection}`);
  }
}

/** Events poison a swap only in the moment between catching up and swapping. */
const SWAPS = 3;

/**
 * Builds the read model from the first event on in `read_{name}_next` while queries go on reading the old tables, then swaps them by
 * renaming. Also for a read model that has stopped: it runs on with the new tables once its process has been restarted. A stream that is
 * in quarantine, or has to go there, is passed by from its fault on.
 * @throws what a handler or the codec throws at more streams than bad facts explain, or at an event of a newer release; the old tables
 * stay live then.
 */
export const rebuild = async ({ projection, exclusively, log, ...options }: RebuildOptions): Promise<void> => {
  const { store, codec, db, quarantine, failures, batchSize = 1_000, signal = new AbortController().signal } = options;
  const { name, version } = projection;
  const wanted = new Set<string>(projection.handles);
  const isWanted = ({ type }: StoredEvent): boolean => concerns(wanted, codec, type);
  const passing = openPassing(quarantine);
  let position: Position | null = null;

  let decoded = false;

  const apply = async (transaction: Knex.Transaction, stored: readonly StoredEvent[]): Promise<void> => {
    decoded = false;
    const events = await codec.decode(stored);
    decoded = true;
    if (events.length > 0) await projection.apply(events, tablesIn(transaction, schemaOf(name, 'next')));
  };

  /** What keeps keys from being found is not the event's fault. */
  const isAtFault = (error: unknown): boolean =>
    unreadableAt(error) !== undefined || (decoded && isPoison(error, failures));

  /** Answers what it has passed by, which counts only once the transaction has committed. */
  const applyBatch = async (
    transaction: Knex.Transaction,
    stored: readonly StoredEvent[],
    from: Position | null,
    to: Position,
  ): Promise<readonly StoredEvent[]> => {
    if (!(await advance(transaction, { name, state: 'next', version, position: from }, to)))
      throw new BuiltElsewhere(name);
    const { taken, passed } = passing.split(stored.filter(isWanted));
    await apply(transaction, taken);
    return passed;
  };

  const commit = async (stored: readonly StoredEvent[], to: Position): Promise<void> => {
    const passed = await db.transaction((transaction) => applyBatch(transaction, stored, position, to));
    position = to;
    passed.forEach(passing.note);
  };

  /** Its stream goes into quarantine when it fails for the second time. */
  const commitAlone = async (event: StoredEvent): Promise<void> => {
    try {
      await commit([event], event.position);
    } catch (error) {
      const culprit = culpritOf(event, error, name, failures);
      if (!isAtFault(error) || (await quarantine.put(culprit)) === 'tooMany') throw error;
      passing.note(event);
      await commit([event], event.position);
    }
  };

  const take = async (stored: readonly StoredEvent[]): Promise<void> => {
    const to = stored.at(-1)!.position;
    try {
      return await commit(stored, to);
    } catch (error) {
      if (failures.isTransient(error)) throw error;
    }
    for (const event of stored) if (isWanted(event)) await commitAlone(event);
    if (position !== to) await commit([], to);
  };

  const read = (limit: number) => store.readAll({ after: position ?? undefined, limit });

  const catchUp = async (held: AbortSignal): Promise<void> => {
    let batch = await read(batchSize);
    while (batch.length > 0) {
      held.throwIfAborted();
      const current = batch;
      const after = current.at(-1)!.position;
      const [, following] = await Promise.all([take(current), store.readAll({ after, limit: batchSize })]);
      batch = following;
    }
  };

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
      let at = position;
      const passed: StoredEvent[] = [];
      while (live?.position && (at === null || at < live.position)) {
        const missing = await store.readAll({ after: at ?? undefined, limit: batchSize });
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
      position = at;
    });

  const swapIn = async (held: AbortSignal): Promise<void> => {
    for (let attempt = 1; ; attempt++)
      try {
        held.throwIfAborted();
        return await swap();
      } catch (error) {
        const head = await store.readAll({ after: position ?? undefined, limit: 1 });
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
    log.info({ projection: name, version, position }, 'the new read model is live');
  });
};
