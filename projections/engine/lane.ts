import type { Knex } from 'knex';
import type { Recorded } from '#application/ports/eventCodec.ts';
import type { Position } from '#application/ports/eventStore.ts';
import type { Log } from '#application/ports/log.ts';
import { advance, type Checkpoint, findCheckpoint, markStopped } from './checkpoints.ts';
import type { Incoming } from './incoming.ts';
import type { Projection } from './projection.ts';
import { schemaOf, tablesIn } from './schemas.ts';
import { describeError, isTransient } from './transient.ts';

/** One live read model on its way through the events. */
export type Lane = {
  readonly projection: Projection;
  readonly position: Position | null;
  readonly stopped: string | undefined;
  /** What of a batch it still has to handle. */
  pending(events: readonly Incoming[]): Incoming[];
  /** Handles them and moves to `last`; a handler that throws stops the lane just before that event. @throws only transient errors. */
  handle(events: readonly Incoming[], last: Position): Promise<void>;
  /** It had nothing to do and its checkpoint was moved together with others'. */
  movedTo(position: Position): void;
  /** Reads its checkpoint again: another process has moved it, or a rebuild has been swapped in. */
  reload(): Promise<void>;
};

type LaneOptions = {
  db: Knex;
  log: Log;
  /** The alarm: called once when a read model stops. */
  onStopped: (name: string, reason: string) => void;
};

class CheckpointMoved extends Error {
  override readonly name = 'CheckpointMoved';
}

export const openLane = (projection: Projection, checkpoint: Checkpoint, { db, log, onStopped }: LaneOptions): Lane => {
  const { name, version } = projection;
  const wanted = new Set<string>(projection.handles);
  let position = checkpoint.position;
  let stopped: string | undefined;

  const apply = async (events: readonly Recorded[], to: Position): Promise<void> => {
    await db.transaction(async (transaction) => {
      if (!(await advance(transaction, { name, state: 'live', version, position }, to))) throw new CheckpointMoved();
      if (events.length > 0) await projection.apply(events, tablesIn(transaction, schemaOf(name, 'live')));
    });
    position = to;
  };

  const stop = async (error: unknown, culprit: Incoming | undefined): Promise<void> => {
    stopped = culprit ? `${culprit.type} ${culprit.id}: ${describeError(error)}` : describeError(error);
    log.error(
      { projection: name, event: culprit?.id, type: culprit?.type, reason: stopped },
      'a read model has stopped',
    );
    onStopped(name, stopped);
    await markStopped(db, name, stopped);
  };

  /** One by one up to the event that cannot be handled. */
  const applySingly = async (events: readonly Incoming[]): Promise<void> => {
    for (const incoming of events) {
      try {
        if (!incoming.event) throw incoming.failure;
        await apply([incoming.event], incoming.position);
      } catch (error) {
        if (isTransient(error) || error instanceof CheckpointMoved) throw error;
        return stop(error, incoming);
      }
    }
  };

  const reload = async (): Promise<void> => {
    const current = await findCheckpoint(db, name, 'live');
    if (current?.version === version) {
      position = current.position;
      return;
    }
    // Not an alarm: a newer release has swapped its tables in and runs them. Its checkpoint is not ours to mark.
    stopped = `version ${current?.version ?? 'none'} is live, this process knows version ${version}`;
    log.warn({ projection: name, reason: stopped }, 'a read model is left to another release');
  };

  const pending = (events: readonly Incoming[]): Incoming[] =>
    events.filter((incoming) => wanted.has(incoming.type) && (position === null || incoming.position > position));

  const handle = async (events: readonly Incoming[], last: Position): Promise<void> => {
    // Again after the database was lost while the stop was being noted.
    if (stopped !== undefined) return markStopped(db, name, stopped);
    const decoded = events.flatMap(({ event }) => event ?? []);
    try {
      if (decoded.length === events.length) return await apply(decoded, last);
    } catch (error) {
      if (isTransient(error)) throw error;
      if (error instanceof CheckpointMoved) {
        await reload();
        if (stopped === undefined && (position === null || position < last)) await handle(pending(events), last);
        return;
      }
    }
    await applySingly(events);
    if (stopped === undefined && (position === null || position < last)) await apply([], last);
  };

  return {
    projection,
    get position() {
      return position;
    },
    get stopped() {
      return stopped;
    },
    pending,
    handle,
    movedTo: (to) => {
      position = to;
    },
    reload,
  };
};
