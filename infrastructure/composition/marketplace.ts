import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { NO_COUNTRIES } from '#application/accounts/storage.ts';
import { openRepository } from '#application/streams/repository.ts';
import { activeListingCount, activeListingIds, listingById, prepareListings } from '#projections/listings/queries.ts';
import { sellerNameOf } from '#projections/listings/sellers.ts';
import { openCountryTable } from '../accounts/countryTable.ts';
import type { HashingCost } from '../accounts/passwordHashing.ts';
import { openPostgresSavedViews } from '../accounts/postgresSavedViews.ts';
import { codeAt } from '../accounts/totp.ts';
import { fillDemo } from '../demo/demo.ts';
import { DEMO_SECRET } from '../demo/people.ts';
import { openDemoPhotos } from '../demo/photos.ts';
import { openPostgresSnapshots } from '../eventStores/postgresSnapshots.ts';
import { openPictures, type Pictures } from '../files/pictures/pictures.ts';
import { createApp } from '../http/app.ts';
import { openCommandIds } from '../http/commandIds.ts';
import { allEndpoints } from '../http/endpoints/all.ts';
import { openRegistrantCookie } from '../http/hostCookie.ts';
import { listen } from '../http/listen.ts';
import { openCaseReaders } from '../http/push/caseReaders.ts';
import { openEventStreams } from '../http/push/eventStreams.ts';
import { openWakeUps } from '../http/push/wakeUps.ts';
import { openQueries } from '../http/queries.ts';
import { noRateLimits, openRateLimits } from '../http/rateLimits.ts';
import { openReceipts } from '../http/receipts.ts';
import { openRefreshCookie } from '../http/refreshCookie.ts';
import { rejections } from '../http/rejections.ts';
import { openUploads } from '../http/uploads.ts';
import { openUnsubscribing } from '../mail/unsubscribing.ts';
import { countingAlarms } from '../observability/alarms.ts';
import { openEffects } from '../observability/effects/postgresEffects.ts';
import { refusalRecorder } from '../observability/effects/recorded.ts';
import { measureDisk, measureQuarantine, openMetrics } from '../observability/metrics.ts';
import { openTracing } from '../observability/openTracing.ts';
import { replayErasures } from '../policies/erasureList.ts';
import { openQuarantine } from '../policies/quarantine.ts';
import type { Config } from '../settings/config.ts';
import { refuseOpenTools } from '../settings/openTools.ts';
import { openMovableClock, systemClock } from '../system/clock.ts';
import { openClosing } from '../system/closing.ts';
import { openDisk, readDiskSpace as readThisDisk } from '../system/disk.ts';
import { newId } from '../system/ids.ts';
import { portFailure } from '../system/startFailure.ts';
import { openBundles } from '../transparency/bundle/openBundles.ts';
import { sealedEventCount } from '../transparency/heads.ts';
import { openLogProofs } from '../transparency/logProofs.ts';
import { transparencyRoutes } from '../transparency/routes.ts';
import { folderOf } from './adapters.ts';
import { checkDeployment } from './deployments.ts';
import { openGateways } from './gateways.ts';
import { openServices } from './services.ts';
import { openStorage } from './storage.ts';
import { openSubscriptions } from './subscriptions.ts';
import { entriesOf, receiptSigner } from './transparency.ts';

export type MarketplaceOptions = {
  log: Logger;
  /** Reports slow steps of the start. */
  say?: (line: string) => void;
  /** Aborting it during the start closes what is open. */
  signal?: AbortSignal;
  hashingCost?: HashingCost;
  /** Called when the embedded database is lost for good and the process must end. */
  lost?: (failure: Error) => void;
  /** Replaceable in tests. */
  readDiskSpace?: typeof readThisDisk;
  closingOf?: typeof openClosing;
  /** Shared picture decoder, owned by the caller. Default: its own. */
  pictures?: Pictures;
  /** Tests: folder of the built web. Default: this build's. */
  webFolder?: string | undefined;
  /** Tests: a response that violates its contract is an error. */
  checkAnswers?: boolean;
  /** Tests on busy machines: how long responses wait for the provider and the read models, ms. */
  patience?: number;
};

export type Marketplace = Awaited<ReturnType<typeof openMarketplace>>;

/** Grace period for requests under way at shutdown, ms. */
const GRACE_MS = 8_000;

/** Header with the secret that admits the demo before the marketplace is open. */
const DOOR = 'x-reliquary-door';

/** Folder of the built web: next to the compiled server, or `dist` when running from sources. */
const findWeb = (): string | undefined =>
  ['../../../web', '../../dist/web']
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((folder) => existsSync(join(folder, 'index.html')));

/** The composition root: decides which adapters run in which process. */
export const openMarketplace = async (
  config: Config,
  {
    log: givenLog,
    say = () => undefined,
    signal,
    hashingCost,
    pictures: given,
    lost,
    checkAnswers = false,
    patience,
    readDiskSpace = readThisDisk,
    closingOf = openClosing,
    webFolder = findWeb(),
  }: MarketplaceOptions,
) => {
  refuseOpenTools(config);
  const { production, role } = config;
  const metrics = openMetrics();
  const log = countingAlarms(givenLog, metrics);
  const { countriesFile } = config;
  const countries = countriesFile === undefined ? NO_COUNTRIES : await openCountryTable(countriesFile, { log });
  const portFailed = (error: unknown): never => {
    throw portFailure(error, config.port);
  };
  // behind a proxy nobody needs the "starting" page; the simulated provider and the demo call this process before it
  // opens
  const whenServing = production || role === 'api';
  const listening = await listen(config.port, config.host, { whenServing }).catch(portFailed);
  const closing = closingOf(log);
  let ready = false;
  let open = false;
  let demo = false;
  /** Tells the load balancer first and keeps answering until it has noticed. */
  const leave = async (delayMs: number): Promise<void> => {
    ready = false;
    listening.letGo();
    await delay(delayMs);
  };
  const close = async (): Promise<void> => {
    if (open && config.shutdownDelay > 0) await leave(config.shutdownDelay);
    ready = false;
    // stop accepting requests before closing what answers them
    await closing.all();
  };

  try {
    const address = ['0.0.0.0', '::'].includes(config.host) ? '127.0.0.1' : config.host;
    const localUrl = `http://${address.includes(':') ? `[${address}]` : address}:${listening.port}`;
    const publicUrl = config.publicUrl ?? `http://localhost:${listening.port}`;

    const tracing = await openTracing(config.tracesTo, role);
    closing.with('tracing', tracing.close);
    // with database and files elsewhere, the local disk does not matter
    const keepsData = config.databaseUrl === undefined || config.s3 === undefined;
    const within = config.s3 === undefined ? [folderOf(config)] : [];
    const disk = keepsData ? await openDisk({ folder: config.dataDir, within, log, look: readDiskSpace }) : undefined;
    if (disk) {
      closing.with('disk', async () => disk.close());
      measureDisk(metrics, disk.space);
    }
    const storage = await openStorage(config, metrics, say, { tracing, log, lost });
    for (const { name, close: closePart } of storage.parts) closing.with(name, closePart);
    const deployment = await checkDeployment({ db: storage.db, config, hash: storage.hashName, log, records: true });
    await storage.heartbeats.announce(log);
    closing.with('living processes', storage.heartbeats.leave);
    const movable = production ? undefined : await openMovableClock(storage.db);
    if (movable && role !== 'all') closing.with('clock', movable.follow(log));
    const clock = movable ?? systemClock;
    const snapshots = { snapshots: openPostgresSnapshots(storage.db), log };
    const quarantine = openQuarantine({ db: storage.db, clock, log });
    closing.with('quarantine', async () => quarantine.close());
    await quarantine.refresh();
    measureQuarantine(metrics, () => quarantine.all().length);
    const effects = openEffects({ db: storage.db, clock, log });
    closing.with('effects', effects.close);
    const onRefusal = refusalRecorder(effects);
    const repository = openRepository({ journal: storage.journal, clock, snapshots, quarantine, onRefusal });
    const decoding = given ?? openPictures({ log });
    if (!given) closing.with('pictures', async () => decoding.close());
    const demoPhotos = config.demo ? openDemoPhotos() : undefined;
    const pictures = demoPhotos ? { ...decoding, photo: demoPhotos.before(decoding.photo) } : decoding;
    const shared = { config, storage, repository, quarantine, clock, log, metrics, tracing, pictures, closing };

    const push = { ...config.push, off: deployment === 'copy' };
    const gateways = await openGateways({ ...shared, config: { ...config, push }, effects, localUrl, publicUrl });
    await replayErasures({ db: storage.db, files: gateways.files, keys: storage.keys, repository, log });
    const subscriptions = await openSubscriptions({ ...shared, gateways });
    const { simulated } = gateways;
    if (role !== 'api' && simulated) closing.with('provider', simulated.start());

    const services = await openServices({ ...shared, gateways, countries, hashingCost, publicUrl, patience });
    closing.with('security events', services.security.settled);
    const waitFor: typeof subscriptions.waitFor = (position, timeoutMs) =>
      subscriptions.waitFor(position, patience ?? timeoutMs);
    const wakeUps = openWakeUps({ connectionString: storage.url, log });
    closing.with('wake-ups', wakeUps.close);
    const eventStreams = openEventStreams({ wakeUps, sessions: services.sessions, log });
    const proofs = openLogProofs({
      db: storage.db,
      entries: entriesOf(storage, config),
      witnesses: config.transparency.witnesses,
    });
    const deps = {
      ...services,
      ...gateways.push,
      repository,
      queries: openQueries(storage.db),
      journal: storage.journal,
      store: storage.store,
      hashName: storage.hashName,
      files: gateways.files,
      clock,
      waitFor,
      signedPaths: gateways.signedPaths,
      unsubscribing: openUnsubscribing(config.secrets.jwt),
      renderEmail: gateways.forPolicies.render,
      eventStreams,
      caseReaders: openCaseReaders(storage.db),
      savedViews: openPostgresSavedViews(storage.db),
      proofs,
      bundle: openBundles({
        proofs,
        db: storage.db,
        repository,
        keys: storage.keys,
        files: gateways.files,
        clock,
        waitFor,
        webFolder,
      }),
    };
    const app = createApp({
      endpoints: role === 'worker' ? [] : allEndpoints(deps),
      platform: {
        sessions: { verify: services.sessions.verify, whyOver: services.accounts.whyOver },
        refreshCookie: openRefreshCookie(publicUrl),
        registrantCookie: openRegistrantCookie(publicUrl),
        limitRate: config.rateLimits ? openRateLimits(storage.db) : noRateLimits,
        readUploads: openUploads(),
        waitFor,
        clock,
        newId,
        commandIds: openCommandIds(storage.db, config.secrets.jwt),
        commandKey: config.secrets.jwt,
        security: services.security,
        signReceipt: openReceipts({
          signer: receiptSigner(config),
          clock,
          entries: entriesOf(storage, config),
          sealed: () => sealedEventCount(storage.db),
          log,
        }),
        metrics,
        tracing,
        checkAnswers,
      },
      rejections,
      probes: {
        database: async () => {
          // writes to the WAL only
          await storage.db.raw(`SELECT pg_logical_emit_message(true, 'reliquary', 'ready')`);
          await storage.diskSpace.look();
        },
        disk: async () => {
          await disk?.lookAgain();
          if (disk?.isFull()) throw new Error('the disk is full');
        },
        eventStore: async () => void (await storage.store.head()),
        projections: subscriptions.projectionLag,
        policies: subscriptions.policyLag,
        quarantined: () => quarantine.all().length,
        open: () => ready,
      },
      metrics,
      log,
      readOnly: () => disk?.isFull() ?? false,
      publicUrl,
      pictures: gateways.pictures,
      production,
      metricsToken: config.metricsToken,
      trustedProxies: config.trustedProxies,
      webFolder: role === 'worker' ? undefined : webFolder,
      supportEmail: config.supportEmail,
      publicListings: {
        one: (id) => listingById(storage.db, id),
        count: () => activeListingCount(storage.db),
        newest: (page, size) => activeListingIds(storage.db, page, size),
        seller: (id) => sellerNameOf(storage.db, id),
      },
      files: gateways.fileRoutes,
      transparency: role === 'worker' ? undefined : transparencyRoutes(storage.db),
      webhooks: gateways.webhooks,
      simulatedProvider: production ? undefined : simulated?.router,
      developerTools: movable && {
        emails: gateways.emails,
        codeAt: (now) => codeAt(DEMO_SECRET, now),
        now: movable.now,
        advance: async (ms) => {
          await movable.advance(ms);
          await subscriptions.fireDue();
          return movable.now();
        },
      },
    });
    signal?.throwIfAborted();
    const doorKey = newId();
    const admitted = /^\/(api\/webhooks\/|health|serving|ready|metrics)/;
    if (whenServing) open = true;
    closing.with('http', () => listening.close(GRACE_MS));
    await listening
      .serve(app, ({ url = '', headers }) => open || admitted.test(url) || headers[DOOR] === doorKey)
      .catch(portFailed);
    closing.with('event streams', async () => eventStreams.close());

    if (demoPhotos && movable && role === 'all')
      demo = await fillDemo(
        {
          clock: movable,
          services,
          db: storage.db,
          fireDue: subscriptions.fireDue,
          emails: gateways.emails,
          storeIsEmpty: async () => (await storage.store.head()) === undefined,
          url: localUrl,
          headers: { [DOOR]: doorKey },
          photos: demoPhotos,
        },
        say,
        signal,
      );
    open = true;
    ready = true;
    // Builds the listing index in the background; until it is ready, and if it fails, browsing queries the tables.
    if (role !== 'worker')
      prepareListings(storage.db).catch((error) =>
        log.warn({ error: String(error) }, 'the listing index is not ready yet'),
      );
    return {
      /** Whether the demo accounts exist. */
      demo,
      /** Base URL on this machine. */
      localUrl,
      publicUrl,
      clock: movable,
      db: storage.db,
      journal: storage.journal,
      repository,
      store: storage.store,
      get provider() {
        if (!simulated) throw new Error('the payments are real here');
        return simulated;
      },
      emails: gateways.emails,
      services,
      /** Fires due work until nothing moves any more. */
      fireDue: subscriptions.fireDue,
      waitFor,
      close,
    };
  } catch (error) {
    await listening.close(0);
    await close();
    throw error;
  }
};
