import type { Knex } from 'knex';
import type { Decoder } from '#application/ports/eventCodec.ts';
import type { EventStore } from '#application/ports/eventStore.ts';
import type { Failures } from '#application/ports/failures.ts';
import type { Leases } from '#application/ports/leases.ts';
import type { Log } from '#application/ports/log.ts';
import type { Quarantine } from '#application/ports/quarantine.ts';
import type { Repository } from '#application/streams/repository.ts';
import { inBatches } from '#application/subscriptions/inBatches.ts';
import { openProgress } from '#application/subscriptions/progress.ts';
import { type Retrying, runSubscription, untilDone } from '#application/subscriptions/subscription.ts';
import type { Deadlines } from '#application/transactions/storage.ts';
import type { Instant } from '#domain/shared/instants.ts';
import { advanceTogether, findCheckpoint } from '#projections/engine/checkpoints.ts';
import type { Projection } from '#projections/engine/projection.ts';
import { openReadModel } from '#projections/engine/readModel.ts';
import { createMissing } from '#projections/engine/schemas.ts';
import { dueDeadlines, markReminderFired } from '#projections/transactions/deadlines.ts';
import { deadlines } from '#projections/transactions/projection.ts';
import type { Living, Release } from './releases.ts';

type Options = {
  store: EventStore;
  codec: Decoder;
  db: Knex;
  leases: Leases;
  quarantine: Quarantine;
  verify: Repository['verify'];
  failures: Failures;
  log: Log;
  pause: NonNullable<Retrying['pause']>;
  /** How many versions of the read model precede this release's. */
  release: Release;
  living: Pick<Living, 'knowNewer'>;
  onStopped: (name: string, reason: string) => void;
  signal: AbortSignal;
};

/** The read model that wakes transactions up, run as in a real process. */
export const runReadModels = (options: Options): void => {
  const { store, codec, db, leases, quarantine, verify, failures, log, pause, release, living, onStopped, signal } =
    options;
  const projection: Projection = { ...deadlines, version: deadlines.version + release };
  const progress = openProgress(
    [projection.name],
    async () => undefined,
    () => undefined,
  );
  const model = openReadModel(projection, {
    store,
    codec,
    db,
    quarantine,
    releases: { knowNewer: () => living.knowNewer(release) },
    failures,
    exclusively: (name, wanted, work) => leases.hold(`builds ${name}`, wanted, work),
    find: (name) => findCheckpoint(db, name, 'live'),
    skip: async (move) => (await advanceTogether(db, [move])).has(move.name),
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
    pause,
    onStopped,
    onBatch: () => undefined,
    batchSize: 20,
  });
  const start = async (): Promise<void> => {
    await untilDone(
      () => createMissing(db, [projection]),
      signal,
      { pause },
      () => undefined,
    );
    await runSubscription(subscription, { store, leases, signal, log, pause });
  };
  void start();
};

export const deadlinesIn = (db: Knex, now: () => Instant): Deadlines => ({
  due: (instant, limit) => dueDeadlines(db, instant, limit),
  markReminderFired: async (deadline) => void (await markReminderFired(db, deadline, now())),
});
