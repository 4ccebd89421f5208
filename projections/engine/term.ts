import type { Knex } from 'knex';
import type { EventCodec } from '#application/ports/eventCodec.ts';
import type { EventStore, Position, StoredEvent } from '#application/ports/eventStore.ts';
import type { Log } from '#application/ports/log.ts';
import { advanceIdle, clearStopped, markStopped } from './checkpoints.ts';
import { ahead, decodeBatch, decodeDeliveries, type IncomingBatch } from './incoming.ts';
import { type Lane, openLane } from './lane.ts';
import { ADVANCED } from './leadership.ts';
import { untilAborted } from './pause.ts';
import { lowest } from './positions.ts';
import type { Projection } from './projection.ts';
import { rebuild } from './rebuild.ts';
import { ensureLive } from './schemas.ts';
import { describeError, untilConnected } from './transient.ts';

type TermOptions = {
  store: EventStore;
  codec: EventCodec;
  db: Knex;
  projections: readonly Projection[];
  log: Log;
  onStopped: (name: string, reason: string) => void;
  onBatch: (batch: { events: number; durationMs: number }) => void;
  batchSize: number;
  signal: AbortSignal;
  /** Tells how far the slowest read model is, as long as this process runs them. */
  onLeading: (position: () => Position | null | undefined) => void;
  onReached: (position: Position) => void;
};

/** Runs the read models until `signal` aborts. @throws when the store or the database is lost for good. */
export const runTerm = async (options: TermOptions): Promise<void> => {
  const { store, codec, db, projections, log, signal } = options;
  const lanes: Lane[] = [];
  const wanted = new Set<string>(projections.flatMap(({ handles }) => handles));
  let restart = new AbortController();
  const retrying = <Value>(work: () => Promise<Value>): Promise<Value> =>
    untilConnected(work, signal, (error, attempt) =>
      log.warn({ reason: describeError(error), attempt }, 'the read models wait for the database'),
    );
  const position = () => lowest(lanes.filter(({ stopped }) => stopped === undefined).map((lane) => lane.position));
  const announce = announcer(db);

  const join = async (projection: Projection): Promise<void> => {
    await clearStopped(db, projection.name);
    const checkpoint = await ensureLive(db, projection);
    lanes.push(openLane(projection, checkpoint, { db, log, onStopped: options.onStopped }));
    restart.abort();
  };

  /** The version before stays readable meanwhile, but its handlers are gone with the old program, so it stands still. */
  const replace = async (projection: Projection): Promise<void> => {
    const { name } = projection;
    try {
      await retrying(() => rebuild({ store, codec, db, projection, log, signal }));
      await retrying(() => join(projection));
    } catch (error) {
      if (signal.aborted) return;
      const reason = describeError(error);
      log.error({ projection: name, reason }, 'the new version of a read model could not be built');
      options.onStopped(name, reason);
      await markStopped(db, name, reason);
    }
  };

  const handle = async (batch: IncomingBatch): Promise<void> => {
    const { events, last } = batch;
    if (last === undefined) return;
    const began = performance.now();
    const behind = lanes.filter(
      (lane) => lane.stopped === undefined && (lane.position === null || lane.position < last),
    );
    const work = behind.map((lane) => ({ lane, pending: lane.pending(events) }));
    const idle = work.filter(({ pending }) => pending.length === 0).map(({ lane }) => lane);
    await Promise.all([
      ...work
        .filter(({ pending }) => pending.length > 0)
        .map(({ lane }) => retrying(() => lane.handle(lane.pending(events), last))),
      idle.length > 0 && retrying(() => moveIdle(db, idle, last)),
    ]);
    const reached = position();
    if (reached) options.onReached(reached);
    announce();
    options.onBatch({ events: events.length, durationMs: performance.now() - began });
  };

  const replacements: Promise<void>[] = [];
  for (const projection of projections) {
    const { version } = await retrying(() => ensureLive(db, projection));
    if (version === projection.version) await retrying(() => join(projection));
    else if (version < projection.version) replacements.push(replace(projection));
    else
      log.warn(
        { projection: projection.name, version },
        'a newer version of this read model is live; this process leaves it alone',
      );
  }
  options.onLeading(position);

  try {
    while (!signal.aborted) {
      restart = new AbortController();
      const either = AbortSignal.any([signal, restart.signal]);
      const after = position();
      if (after === undefined) {
        await untilAborted(either);
        continue;
      }
      const deliveries = store.subscribeAll({
        after: after ?? undefined,
        signal: either,
        batchSize: options.batchSize,
      });
      const decode = (stored: readonly StoredEvent[]) => retrying(() => decodeBatch(codec, stored, wanted));
      for await (const batch of ahead(decodeDeliveries(ahead(deliveries), decode))) {
        if (either.aborted) break;
        await handle(batch);
      }
    }
  } finally {
    await Promise.all(replacements);
  }
};

const moveIdle = async (db: Knex, idle: readonly Lane[], last: Position): Promise<void> => {
  const positions = idle.map((lane) => ({ ...lane.projection, position: lane.position }));
  const moved = await advanceIdle(db, positions, last);
  for (const lane of idle) {
    if (moved.has(lane.projection.name)) lane.movedTo(last);
    else await lane.reload();
  }
};

/** Wakes those who wait in other processes; one message on its way at a time. */
const announcer = (db: Knex): (() => void) => {
  let sending = false;
  let again = false;
  const send = async (): Promise<void> => {
    sending = true;
    do {
      again = false;
      // Lost when the database is away: those who wait look by themselves as well.
      await db.raw(`NOTIFY ${ADVANCED}`).catch(() => undefined);
    } while (again);
    sending = false;
  };
  return () => {
    if (sending) again = true;
    else void send();
  };
};
