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
import { evidenceCommands } from '#application/transactions/evidence.ts';
import { accountsWithRole } from '#projections/accounts/queries.ts';
import { allProjections } from '#projections/all.ts';
import { dueDeadlines, markReminderFired } from '#projections/transactions/deadlines.ts';
import { positionOfBooks, readBooks } from '#projections/transactions/ledger/queries.ts';
import { openActivity } from '../accounts/activity.ts';
import { openPostgresCredentials } from '../accounts/postgresCredentials.ts';
import { importSessionKey, openPostgresSessions } from '../accounts/postgresSessions.ts';
import { openEvidenceUploads } from '../files/evidenceUploads.ts';
import { openLooseMessageImages, openLoosePhotos } from '../files/loosePhotos.ts';
import type { Pictures } from '../files/pictures/pictures.ts';
import { type Metrics, measureBooks, measureReconciliation, measureSubscriptions } from '../observability/metrics.ts';
import type { Tracing } from '../observability/tracing.ts';
import { openCheckpoints } from '../policies/checkpoints.ts';
import { openErasure } from '../policies/erasure.ts';
import { openHandledTypes } from '../policies/handledTypes.ts';
import { keptChecks, openReadModelChecks } from '../policies/readModelCheck.ts';
import { openReconciliation } from '../policies/reconciliation.ts';
import { openRecurringWork } from '../policies/recurringWork.ts';
import { openReports } from '../policies/reports.ts';
import { openRetention } from '../policies/retention.ts';
import { openSealInProgress } from '../policies/sealInProgress.ts';
import { failures } from '../postgres/failures.ts';
import { openLeases } from '../postgres/leases.ts';
import type { Config } from '../settings/config.ts';
import type { Closing } from '../system/closing.ts';
import { newId } from '../system/ids.ts';
import { followLog } from '../transparency/follow.ts';
import { openWitnesses } from '../transparency/witnessClient.ts';
import { askingReadModels } from './askingReadModels.ts';
import type { Engines } from './engines.ts';
import type { Outside } from './outside.ts';
import { quiesce } from './quiesce.ts';
import { connectForSubscriptions, runReadModels } from './readModels.ts';
import { entriesOf, keptHeadIn, signerIn } from './transparency.ts';

export type SubscriptionsOptions = {
  config: Config;
  engines: Engines;
  repository: Repository;
  quarantine: Quarantine;
  clock: Clock;
  log: Logger;
  outside: Outside;
  pictures: Pictures;
  metrics: Metrics;
  tracing: Tracing;
  closing: Closing;
};

/** What is subscribed to the events: read models and policies, here or in another process, as the role says. */
export const openSubscriptions = async (options: SubscriptionsOptions) => {
  const { config, engines, repository, quarantine, clock, log, outside, pictures, metrics, tracing, closing } = options;
  const { journal, db } = engines;
  const store = shareReading(engines.store);
  const codec = decodeOnce(engines.codec);
  const works = config.role !== 'api';
  const connectionString = engines.url;
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
    releases: engines.living,
    verify: repository.verify,
    log,
    onBatch: ({ events, durationMs }) => {
      if (events > 0) tracing.ended('projections', { 'reliquary.events': events }, durationMs);
    },
  });

  closing.with('read models', readModels.stop);
  // Its workers finish what they have begun, and that still reads the read models.
  closing.with('jobs', outside.forPolicies.jobs.close);

  const credentials = openPostgresCredentials({ db });
  const evidence = evidenceCommands({
    repository,
    clock,
    log,
    files: outside.files,
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
        store: engines.store,
        knows: Object.keys(engines.codec.reads),
      }),
      quarantine,
      failures,
      clock,
      log,
      ...outside.forPolicies,
      hashName: engines.hashName,
      credentials,
      sessions: openPostgresSessions({
        db,
        newId,
        key: await importSessionKey(new Uint8Array(Buffer.from(config.secrets.jwt))),
      }),
      ledger: { position: () => positionOfBooks(db), read: () => readBooks(db) },
      sealInProgress: openSealInProgress(db),
      reconciliation: openReconciliation(db),
      readModelChecks: config.checksReadModels ? openReadModelChecks(engines, log) : undefined,
      recurringWork: openRecurringWork(db),
      colleagues: { holding: (role) => accountsWithRole(db, role) },
      reports: openReports(db),
      retention: openRetention({ db, keys: engines.keys, journal, files: outside.files }),
      inactivity: openActivity(db),
      ...askingReadModels(db, readModels.waitFor),
      stopped: async () => (await readModels.lag()).flatMap(({ name, stopped }) => (stopped === null ? [] : [name])),
      erasure: openErasure({ db, keys: engines.keys, credentials, journal, files: outside.files }),
      evidence,
      loosePhotos: openLoosePhotos(db),
      loosePictures: [
        listingPhotos({ repository, files: outside.files, loosePhotos: openLoosePhotos(db), log }),
        messageImages({ repository, files: outside.files, loosePhotos: openLooseMessageImages(db), log }),
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
          entries: entriesOf(engines, config),
          signer: () => signerIn(config),
          keptHead: keptHeadIn(config),
          checks: () => keptChecks(db),
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
  // first: the others share among themselves what is let go from here on
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
    outside.forPolicies.jobs,
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
        jobs: outside.forPolicies.jobs,
        policiesBehind: async () => (await policyLag()).reduce((sum, { behind }) => sum + behind, 0),
        fire: async () => ((await outside.simulated?.deliverPending()) ?? 0) + ((await policies?.sweep())?.fired ?? 0),
      }),
  };
};
