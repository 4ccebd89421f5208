import knex, { type Knex } from 'knex';
import type { EventCodec } from '#application/ports/eventCodec.ts';
import type { EventStore, Position } from '#application/ports/eventStore.ts';
import type { Log } from '#application/ports/log.ts';
import { readCheckpoints } from './checkpoints.ts';
import { type Lag, measureLag } from './lag.ts';
import { contend } from './leadership.ts';
import { untilAborted } from './pause.ts';
import { lowest } from './positions.ts';
import type { Projection } from './projection.ts';
import { ensureLive } from './schemas.ts';
import { runTerm } from './term.ts';
import { backOff, describeError, untilConnected } from './transient.ts';
import { openWaiting } from './waiting.ts';

type RunnerOptions = {
  store: EventStore;
  codec: EventCodec;
  /** Only its settings are used: the runner opens connections of its own. */
  db: Knex;
  projections: readonly Projection[];
  log: Log;
  /** The alarm: a read model has stopped at an event that it cannot handle. */
  onStopped?: (name: string, reason: string) => void;
  /** After each batch: how many events, how long it took in ms, whether nothing newer is known. */
  onBatch?: (batch: { events: number; durationMs: number }) => void;
  batchSize?: number;
  /** False: this process only reads, another one runs the read models. */
  compete?: boolean;
};

export type RunningProjections = {
  /** Whether all read models that run have seen `position`, waiting for it at most `timeoutMs`. Works in every process. */
  waitFor(position: Position, timeoutMs: number): Promise<boolean>;
  lag(): Promise<Lag[]>;
  /** Finishes the batch that has begun. */
  stop(): Promise<void>;
};

/**
 * Keeps the read models up to date: one process at a time, the next one takes over within seconds. Resolves when their tables exist.
 * A read model that throws stops alone and is tried again after a restart; a database that is away is waited for.
 */
export const runProjections = async (options: RunnerOptions): Promise<RunningProjections> => {
  const { store, codec, projections, log, onStopped = () => undefined, onBatch = () => undefined } = options;
  const { batchSize = 1_000, compete = true } = options;
  const db = ownPool(options.db, projections.length + 3, log);
  const stopping = new AbortController();
  let leading: (() => Position | null | undefined) | undefined;

  const look = async (): Promise<Position | null | undefined> => (leading ? leading() : slowest(db, projections));
  const waiting = openWaiting(look);
  const onRetry = (error: unknown, attempt: number) =>
    log.warn({ reason: describeError(error), attempt }, 'the read models wait for the database');

  const runOnce = async (): Promise<void> => {
    const contender = await contend(db, waiting.wake);
    try {
      if (!compete || !(await contender.win(stopping.signal)))
        return await untilAborted(AbortSignal.any([stopping.signal, contender.lost]));
      log.info({ projections: projections.length }, 'this process runs the read models');
      const signal = AbortSignal.any([stopping.signal, contender.lost]);
      await runTerm({
        store,
        codec,
        db,
        projections,
        log,
        onStopped,
        onBatch,
        batchSize,
        signal,
        onLeading: (position) => {
          leading = position;
        },
        onReached: waiting.reached,
      });
    } finally {
      leading = undefined;
      await contender.close();
    }
  };

  const runForever = async (): Promise<void> => {
    for (let attempt = 1; !stopping.signal.aborted; attempt++) {
      const began = Date.now();
      try {
        await runOnce();
      } catch (error) {
        if (stopping.signal.aborted) return;
        onRetry(error, attempt);
      }
      if (Date.now() - began > 60_000) attempt = 1;
      await backOff(attempt, stopping.signal);
    }
  };

  await untilConnected(() => createMissing(db, projections), stopping.signal, onRetry);
  const running = runForever();

  return {
    waitFor: waiting.waitFor,
    lag: () => measureLag(db, store, projections),
    stop: async () => {
      stopping.abort();
      waiting.close();
      await running;
      await db.destroy();
    },
  };
};

/**
 * Without waiting for the disk: what a crash takes away is still in the events, and the checkpoint goes with it. A large batch may
 * take its time; a time-out would stop its read model.
 */
const ownPool = (db: Knex, size: number, log: Log): Knex =>
  knex({
    ...db.client.config,
    // A failed statement's text would carry its values, and they may be personal.
    compileSqlOnError: false,
    log: {
      warn: (message: unknown) => log.warn({}, String(message)),
      error: (message: unknown) => log.warn({}, String(message)),
    },
    pool: {
      min: 0,
      max: size,
      afterCreate: (
        connection: { query(sql: string, done: (error: unknown) => void): void },
        done: (error: unknown) => void,
      ) => connection.query('SET synchronous_commit = off; SET statement_timeout = 0', done),
    },
  });

const createMissing = (db: Knex, projections: readonly Projection[]): Promise<void> =>
  db.transaction(async (transaction) => {
    await transaction.raw('SELECT pg_advisory_xact_lock(7301, 1)');
    for (const projection of projections) await ensureLive(transaction, projection);
  });

/** Of those that run at the version that this process knows; undefined when none does. */
const slowest = async (db: Knex, projections: readonly Projection[]): Promise<Position | null | undefined> => {
  const versions = new Map(projections.map(({ name, version }) => [name, version]));
  const running = (await readCheckpoints(db)).filter(
    ({ name, state, version, stopped_by }) => state === 'live' && stopped_by === null && versions.get(name) === version,
  );
  return lowest(running.map(({ position }) => position));
};
