import type { Knex } from 'knex';
import { concerns, type Decoder } from '#application/ports/eventCodec.ts';
import type { EventStore, Position, StoredEvent } from '#application/ports/eventStore.ts';
import { type Failures, OutsideFailure } from '#application/ports/failures.ts';
import { culpritOf, isPoison, type Quarantine, unreadableAt } from '#application/ports/quarantine.ts';
import { advance } from './checkpoints.ts';
import type { Projection } from './projection.ts';
import { schemaOf, tablesIn } from './schemas.ts';
import { openSkips } from './skipQuarantined.ts';

/** A lock by name across all processes. `held` aborts when `signal` does or when the lock is lost. */
export type Exclusively = (
  name: string,
  signal: AbortSignal,
  work: (held: AbortSignal) => Promise<void>,
) => Promise<void>;

export type BuildOptions = {
  store: Pick<EventStore, 'readAll' | 'readStream'>;
  codec: Decoder;
  db: Knex;
  projection: Projection;
  quarantine: Pick<Quarantine, 'find' | 'put' | 'refresh'>;
  failures: Failures;
  batchSize?: number;
};

/** This process lost its lock. No event is at fault, and the other process continues the build. */
export class BuiltElsewhere extends OutsideFailure {
  override readonly name = 'BuiltElsewhere';
  constructor(projection: string) {
    super(`another process builds ${projection}`);
  }
}

/** Fills `read_{name}_next` from the first event. Skips each quarantined stream from its faulty event on. */
export const openBuild = ({ store, codec, db, projection, quarantine, failures, batchSize = 1_000 }: BuildOptions) => {
  const { name, version } = projection;
  const wanted = new Set<string>(projection.handles);
  const isWanted = ({ type }: StoredEvent): boolean => concerns(wanted, codec, type);
  const skips = openSkips(quarantine);
  let position: Position | null = null;
  let decoded = false;

  const apply = async (transaction: Knex.Transaction, stored: readonly StoredEvent[]): Promise<void> => {
    decoded = false;
    const events = await codec.decode(stored);
    decoded = true;
    if (events.length > 0) await projection.apply(events, tablesIn(transaction, schemaOf(name, 'next')));
  };

  /** A failure to reach the keys is not the event's fault. */
  const isAtFault = (error: unknown): boolean =>
    unreadableAt(error) !== undefined || (decoded && isPoison(error, failures));

  /** Returns the skipped events; they count once the transaction has committed. */
  const applyBatch = async (
    transaction: Knex.Transaction,
    stored: readonly StoredEvent[],
    from: Position | null,
    to: Position,
  ): Promise<readonly StoredEvent[]> => {
    if (!(await advance(transaction, { name, state: 'next', version, position: from }, to)))
      throw new BuiltElsewhere(name);
    const { kept, skipped } = skips.split(stored.filter(isWanted));
    await apply(transaction, kept);
    return skipped;
  };

  const commit = async (stored: readonly StoredEvent[], to: Position): Promise<void> => {
    const skipped = await db.transaction((transaction) => applyBatch(transaction, stored, position, to));
    position = to;
    skipped.forEach(skips.note);
  };

  /** A second failure quarantines the stream. */
  const commitAlone = async (event: StoredEvent): Promise<void> => {
    try {
      await commit([event], event.position);
    } catch (error) {
      const culprit = culpritOf(event, error, name, failures);
      if (!isAtFault(error) || (await quarantine.put(culprit)) === 'tooMany') throw error;
      skips.note(event);
      await commit([event], event.position);
    }
  };

  const applyOrIsolate = async (stored: readonly StoredEvent[]): Promise<void> => {
    const to = stored.at(-1)!.position;
    try {
      return await commit(stored, to);
    } catch (error) {
      if (failures.isTransient(error)) throw error;
    }
    for (const event of stored) if (isWanted(event)) await commitAlone(event);
    if (position !== to) await commit([], to);
  };

  const read = async (after: Position | null, upTo?: Position): Promise<readonly StoredEvent[]> => {
    const batch = await store.readAll({ after: after ?? undefined, limit: batchSize });
    return upTo === undefined ? batch : batch.filter((event) => event.position <= upTo);
  };

  /** @throws if too many streams fail for bad events to be the cause, or at an event type of a newer release */
  const catchUp = async (held: AbortSignal, upTo?: Position): Promise<void> => {
    let batch = await read(position, upTo);
    while (batch.length > 0) {
      held.throwIfAborted();
      const current = batch;
      const [, following] = await Promise.all([applyOrIsolate(current), read(current.at(-1)!.position, upTo)]);
      batch = following;
    }
  };

  /** Inside the caller's transaction: continues up to a position. Its skips count once the transaction has committed. */
  const continueTo = async (
    transaction: Knex.Transaction,
    to: Position | null,
  ): Promise<{ at: Position | null; skipped: readonly StoredEvent[] }> => {
    let at = position;
    const skipped: StoredEvent[] = [];
    while (to !== null && (at === null || at < to)) {
      const missing = await read(at, to);
      const last = missing.at(-1);
      if (!last) throw new Error(`the event store ends before ${to}, the position of ${name}`);
      skipped.push(...(await applyBatch(transaction, missing, at, last.position)));
      at = last.position;
    }
    return { at, skipped };
  };

  return {
    isWanted,
    apply,
    catchUp,
    continueTo,
    skips,
    position: () => position,
    /** The caller commits it. */
    setPosition: (at: Position | null): void => {
      position = at;
    },
  };
};
