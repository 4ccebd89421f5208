import type { Knex } from 'knex';
import type { Decoder, LivingReleases } from '#application/ports/eventCodec.ts';
import type { EventStore, Position } from '#application/ports/eventStore.ts';
import type { Leases } from '#application/ports/leases.ts';
import type { Log } from '#application/ports/log.ts';
import type { Quarantine } from '#application/ports/quarantine.ts';
import { openBatchedLookup } from '#application/subscriptions/batchedLookup.ts';
import { type InBatchesOptions, inBatches } from '#application/subscriptions/inBatches.ts';
import { countBehind } from '#application/subscriptions/lag.ts';
import { lowest } from '#application/subscriptions/positions.ts';
import { openProgress } from '#application/subscriptions/progress.ts';
import { type Retrying, runSubscription, untilDone } from '#application/subscriptions/subscription.ts';
import { findLive } from '#projections/engine/checkpoints.ts';
import type { Projection } from '#projections/engine/projection.ts';
import { openReadModel } from '#projections/engine/readModel.ts';
import { createMissing, findChanged } from '#projections/engine/schemas.ts';
import { openSkipping } from '#projections/engine/skipping.ts';
import { readStates } from '#projections/engine/states.ts';
import { connect } from '../postgres/connect.ts';
import { openExclusively } from '../postgres/exclusively.ts';
import { failures } from '../postgres/failures.ts';
import { listen } from '../postgres/listen.ts';
import { openNotifier } from '../postgres/notify.ts';
import { StartFailure } from '../system/startFailure.ts';

type ReadModelsOptions = {
  store: EventStore;
  codec: Decoder;
  /** From `connectForSubscriptions`. */
  db: Knex;
  /** Of the same database, to hear what other processes have moved. */
  connectionString: string;
  projections: readonly Projection[];
  /** Undefined: this process only reads, others run the read models. */
  leases: Leases | undefined;
  quarantine: Quarantine;
  releases: Pick<LivingReleases, 'knowNewer'>;
  /** Of the repository: those that tell people ask it first. */
  verify: InBatchesOptions['verify'];
  log: Log;
  /** The alarm: a read model has stopped at an event that it cannot handle. */
  onStopped?: (name: string, reason: string) => void;
  /** After each batch of one of them: how many events it wanted, how long it took in ms. */
  onBatch?: (batch: { events: number; durationMs: number }) => void;
  batchSize?: number;
  /** For tests: how one waits that has left a read model to another release. */
  pause?: Retrying['pause'];
};

export type Lag = {
  name: string;
  /** Of the tables that queries read now. */
  version: number;
  /** Events of the store that it wants and has not seen; `COUNTED` means that many or more. */
  behind: number;
  /** Why it stands still, null while it runs. */
  stopped: string | null;
  /** A new version is being built beside it. */
  building: boolean;
};

export type RunningReadModels = {
  /** Whether all read models that run have seen `position`, waiting for it at most `timeoutMs`. Works in every process. */
  waitFor(position: Position, timeoutMs: number): Promise<boolean>;
  lag(): Promise<Lag[]>;
  /** Finishes the batches that have begun. */
  stop(): Promise<void>;
};

const ADVANCED = 'projections_advanced';

export const measureLag = async (
  db: Knex,
  store: Pick<EventStore, 'readAll'>,
  projections: readonly Projection[],
): Promise<Lag[]> => {
  const states = await readStates(db, projections);
  const behind = await countBehind(store, states);
  return states.map(({ name, version, stopped, building }) => ({
    name,
    version,
    behind: behind.get(name) ?? 0,
    stopped,
    building,
  }));
};

/**
 * Without waiting for the disk: what a crash takes away is still in the events, and the checkpoint goes with it. A large batch may
 * take its time; a time-out would stop its read model.
 */
const SETTINGS = 'SET synchronous_commit = off; SET statement_timeout = 0';

export const connectForSubscriptions = (url: string, size: number): Knex => connect(url, { size, settings: SETTINGS });

/** Keeps the read models up to date, sharing them with other processes by their leases. Resolves when their tables exist. */
export const runReadModels = async (options: ReadModelsOptions): Promise<RunningReadModels> => {
  const { store, codec, db, connectionString, projections, leases, quarantine, releases, verify, log } = options;
  const { onStopped = () => undefined, onBatch = () => undefined, batchSize = 1_000 } = options;
  const stopping = new AbortController();
  const { signal } = stopping;

  const progress = openProgress(
    projections.map(({ name }) => name),
    async () => {
      const running = (await readStates(db, projections)).filter(({ runs }) => runs);
      return lowest(running.map(({ position }) => position));
    },
    openNotifier(db, ADVANCED),
  );

  await untilDone(
    async () => {
      await createMissing(db, projections);
      const [changed] = await findChanged(db, projections, codec.reads);
      if (changed)
        throw new StartFailure(
          `the read model ${changed} handles other events than when it was built: its declaration has to have a higher version`,
        );
    },
    signal,
    {},
    (error, attempt) => {
      if (!failures.isTransient(error)) throw error;
      log.warn({ reason: failures.describe(error), attempt }, 'the read models wait for the database');
    },
  );

  const listening = listen({
    connectionString,
    channel: ADVANCED,
    signal,
    onNotification: progress.wake,
    onConnected: progress.wake,
  });
  const skip = openSkipping(db);
  const find = openBatchedLookup((names) => findLive(db, names));
  const exclusively = openExclusively(db, 'builds');
  const running = leases
    ? projections.map((projection) => {
        const model = openReadModel(projection, {
          store,
          codec,
          db,
          quarantine,
          releases,
          failures,
          exclusively,
          skip,
          find,
          log,
        });
        const subscription = inBatches(model, {
          store,
          codec,
          failures,
          quarantine,
          verify,
          progress,
          log,
          onStopped,
          onBatch,
          batchSize,
        });
        return runSubscription(subscription, { store, leases, log, signal, pause: options.pause });
      })
    : [];

  return {
    waitFor: progress.waitFor,
    lag: () => measureLag(db, store, projections),
    stop: async () => {
      stopping.abort();
      progress.close();
      await Promise.all([...running, listening]);
    },
  };
};
