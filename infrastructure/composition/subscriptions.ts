import type { Logger } from 'pino';
import { messageImages } from '#application/conversations/conversations.ts';
import { listingPhotos } from '#application/listings/photos.ts';
import { type RunningPolicies, startPolicies } from '#application/policies/all.ts';
import type { Clock } from '#application/ports/clock.ts';
import type { Quarantine } from '#application/ports/quarantine.ts';
import { lastBookCheck } from '#application/reconciliation/bookChecks.ts';
import type { Repository } from '#application/streams/repository.ts';
import { decodeOnce } from '#application/subscriptions/decodeOnce.ts';
import { countBehind } from '#application/subscriptions/lag.ts';
import { shareReading } from '#application/subscriptions/sharedReading.ts';
import { runSubscription } from '#application/subscriptions/subscription.ts';
import { openBankPhotos } from '#application/transactions/bankPhotos.ts';
import { evidenceCommands } from '#application/transactions/evidence.ts';
import { accountsWithRole } from '#projections/accounts/queries.ts';
import { allProjections } from '#projections/all.ts';
import { dueDeadlines, markReminderFired } from '#projections/transactions/deadlines.ts';
import { positionOfBooks, readBooks } from '#projections/transactions/ledger/queries.ts';
import { openActivity } from '../accounts/activity.ts';
import { openPostgresCredentials } from '../accounts/postgresCredentials.ts';
import { importSessionKey, openPostgresSessions } from '../accounts/postgresSessions.ts';
import { openEvidenceUploads } from '../files/evidenceUploads.ts';
import { toBankDocument } from '../files/pictures/bankDocument.ts';
import type { Pictures } from '../files/pictures/pictures.ts';
import { openUnusedMessageImages, openUnusedPhotos } from '../files/unusedUploads.ts';
import { type Metrics, measureBooks, measureReconciliation, measureSubscriptions } from '../observability/metrics.ts';
import type { Tracing } from '../observability/tracing.ts';
import { openErasure } from '../policies/erasure.ts';
import { openHandledTypes } from '../policies/handledTypes.ts';
import { openCheckpoints, openRecurringWork, openSealInProgress } from '../policies/progress.ts';
import { openReadModelChecks } from '../policies/readModelCheck.ts';
import { openReconciliation } from '../policies/reconciliation.ts';
import { openReports } from '../policies/reports.ts';
import { openRetention } from '../policies/retention.ts';
import { failures } from '../postgres/failures.ts';
import { openLeases } from '../postgres/leases.ts';
import type { Config } from '../settings/config.ts';
import type { Closing } from '../system/closing.ts';
import { newId } from '../system/ids.ts';
import { followLog } from '../transparency/follow.ts';
import { openWitnesses } from '../transparency/witnessClient.ts';
import type { Gateways } from './gateways.ts';
import { quiesce } from './quiesce.ts';
import { readModelQueries } from './readModelQueries.ts';
import { connectForSubscriptions, runReadModels } from './readModels.ts';
import type { Storage } from './storage.ts';
import { entriesOf, lastHeadFile, openSigner } from './transparency.ts';

export type SubscriptionsOptions = {
  config: Config;
  storage: Storage;
  repository: Repository;
  quarantine: Quarantine;
  clock: Clock;
  log: Logger;
  gateways: Gateways;
  pictures: Pictures;
  metrics: Metrics;
  tracing: Tracing;
  closing: Closing;
};

/** Starts the read models and policies that this process's role runs. */
export const openSubscriptions = async (options: SubscriptionsOptions) => {
  const { config, storage, repository, quarantine, clock, log, gateways, pictures, metrics, tracing, closing } =
    options;
  const { journal, db } = storage;
  const store = shareReading(storage.store);
  const codec = decodeOnce(storage.codec);
  const works = config.role !== 'api';
  const connectionString = storage.url;
  const own = connectForSubscriptions(connectionString, allProjections.length + 3);
  closing.with('connections of subscriptions', () => own.destroy());
  const leases = openLeases({ connectionString, log });
  closing.with('leases', leases.close);
  const checkpoints = openCheckpoints(own);
  const readModels = await runReadModels({
    store,
    codec,
    db: own,
    connectionString,
    projections: allProjections,
    leases: works ? leases : undefined,
    quarantine,
    releases: storage.heartbeats,
    verify: repository.verify,
    log,
    onBatch: ({ events, durationMs }) => {
      if (events > 0) tracing.ended('projections', { 'reliquary.events': events }, durationMs);
    },
  });

  closing.with('read models', readModels.stop);
  // Workers finish running jobs, which still need the read models.
  closing.with('jobs', gateways.forPolicies.jobs.close);

  const credentials = openPostgresCredentials({ db });
  const evidence = evidenceCommands({
    repository,
    clock,
    log,
    files: gateways.files,
    uploads: openEvidenceUploads(db),
    processImage: pictures.photo,
  });
  let policies: RunningPolicies | undefined;
  if (works)
    policies = await startPolicies({
      store,
      codec,
      repository,
      leases,
      checkpoints,
      handledTypes: openHandledTypes({
        db: own,
        store: storage.store,
        knows: Object.keys(storage.codec.reads),
      }),
      quarantine,
      failures,
      clock,
      log,
      ...gateways.forPolicies,
      hashName: storage.hashName,
      credentials,
      sessions: openPostgresSessions({
        db,
        newId,
        key: await importSessionKey(new Uint8Array(Buffer.from(config.secrets.jwt))),
      }),
      ledger: { position: () => positionOfBooks(db), read: () => readBooks(db) },
      sealInProgress: openSealInProgress(db),
      reconciliation: openReconciliation(db),
      readModelChecks: config.checksReadModels ? openReadModelChecks(storage, log) : undefined,
      recurringWork: openRecurringWork(db),
      colleagues: { holding: (role) => accountsWithRole(db, role) },
      reports: openReports(db),
      retention: openRetention({ db, keys: storage.keys, journal, files: gateways.files }),
      inactivity: openActivity(db),
      ...readModelQueries(db, readModels.waitFor),
      stopped: async () => (await readModels.lag()).flatMap(({ name, stopped }) => (stopped === null ? [] : [name])),
      erasure: openErasure({ db, keys: storage.keys, credentials, journal, files: gateways.files }),
      evidence,
      bankPhotos: openBankPhotos({ repository, files: gateways.files, toBankDocument }),
      loosePhotos: openUnusedPhotos(db),
      uploadSweeps: [
        listingPhotos({ repository, files: gateways.files, loosePhotos: openUnusedPhotos(db), log }),
        messageImages({ repository, files: gateways.files, loosePhotos: openUnusedMessageImages(db), log }),
      ],
      deadlines: {
        due: (now, limit) => dueDeadlines(db, now, limit),
        markReminderFired: async (deadline) => void (await markReminderFired(db, deadline, clock.now())),
      },
    });

  if (policies) closing.with('policies', policies.stop);

  const endingLog = new AbortController();
  const witnesses = openWitnesses({ db, witnesses: config.transparency.witnesses, log });
  const witnessed = works ? witnesses.run(endingLog.signal) : undefined;
  const loggedOn = works
    ? runSubscription(
        followLog({
          db,
          store,
          entries: entriesOf(storage, config),
          signer: () => openSigner(config),
          keptHead: lastHeadFile(config),
          headEvery: config.transparency.headEvery,
          log,
          now: Date.now,
          signed: witnesses.signed,
        }),
        { store, leases, log, signal: endingLog.signal },
      )
    : undefined;

  const endLog = (running: Promise<void>) => (): Promise<void> => {
    endingLog.abort();
    return running;
  };
  if (witnessed) closing.with('witnesses', endLog(witnessed));
  if (loggedOn) closing.with('log of the events', endLog(loggedOn));
  // first, so that other processes share what this one releases
  closing.with('share of the leases', leases.retire);

  const policyLag = async () => {
    const subscriptions = policies?.subscriptions ?? [];
    const places = await checkpoints.all();
    const standing = subscriptions.map((each) => ({ ...each, position: places.get(each.name) ?? null }));
    const behind = await countBehind(store, standing);
    return subscriptions.map(({ name }) => ({ name, behind: behind.get(name) ?? 0, stopped: null }));
  };
  measureSubscriptions(
    metrics,
    async () => [...(await readModels.lag()), ...(await policyLag())],
    gateways.forPolicies.jobs,
  );

  measureBooks(metrics, async () => {
    const found = await lastBookCheck(repository);
    if (!found) return undefined;
    const { at, atProvider, expectedAtProvider } = found.data;
    const faults = found.type === 'LedgerDifferenceFound' ? found.data.faults.length : 0;
    return { at, faults, difference: atProvider - expectedAtProvider };
  });

  measureReconciliation(metrics, openReconciliation(db).last);

  return {
    waitFor: readModels.waitFor,
    projectionLag: () => readModels.lag(),
    policyLag,
    fireDue: () =>
      quiesce({
        store,
        waitFor: readModels.waitFor,
        jobs: gateways.forPolicies.jobs,
        policiesBehind: async () => (await policyLag()).reduce((sum, { behind }) => sum + behind, 0),
        fire: async () => ((await gateways.simulated?.deliverPending()) ?? 0) + ((await policies?.sweep())?.fired ?? 0),
      }),
  };
};
