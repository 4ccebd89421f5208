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
import { openAdvisoryLock } from '../postgres/advisoryLock.ts';
import { connect } from '../postgres/connect.ts';
import { failures } from '../postgres/failures.ts';
import { listen, openNotifier } from '../postgres/listen.ts';
import { StartFailure } from '../system/startFailure.ts';

type ReadModelsOptions = {
  store: EventStore;
  codec: Decoder;
  /** From `connectForSubscriptions`. */
  db: Knex;
  /** The same database; listens for changes by other processes. */
  connectionString: string;
  projections: readonly Projection[];
  /** Undefined: this process only reads. */
  leases: Leases | undefined;
  quarantine: Quarantine;
  releases: Pick<LivingReleases, 'knowNewer'>;
  /** From the repository; projections that notify people verify events first. */
  verify: InBatchesOptions['verify'];
  log: Log;
  /** Alarm: a read model has stopped at an event it cannot handle. */
  onStopped?: (name: string, reason: string) => void;
  /** After each batch of a read model: events handled and duration. */
  onBatch?: (batch: { events: number; durationMs: number }) => void;
  batchSize?: number;
  /** Tests: the pause after leaving a read model to another release. */
  pause?: Retrying['pause'];
};

export type Lag = {
  name: string;
  /** Version of the tables that queries use. */
  version: number;
  /** Relevant events not seen yet; `COUNTED` means that many or more. */
  behind: number;
  /** Why it has stopped; null while it runs. */
  stopped: string | null;
  /** A new version is being built. */
  building: boolean;
};

export type RunningReadModels = {
  /** Whether all running read models have seen `position` within `timeoutMs`. Works in every process. */
  waitFor(position: Position, timeoutMs: number): Promise<boolean>;
  lag(): Promise<Lag[]>;
  /** Finishes running batches. */
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
 * No fsync: after a crash, events and checkpoint rebuild what was lost. No timeout: a large batch would stop its read
 * model.
 */
const SETTINGS = 'SET synchronous_commit = off; SET statement_timeout = 0';

export const connectForSubscriptions = (url: string, size: number): Knex => connect(url, { size, settings: SETTINGS });

/** Keeps the read models up to date, shared among processes by leases. Resolves once their tables exist. */
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
  const exclusively = openAdvisoryLock(db, 'builds');
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
