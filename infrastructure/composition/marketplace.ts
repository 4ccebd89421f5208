import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { NO_COUNTRIES } from '#application/ports/countries.ts';
import { openRepository } from '#application/repository.ts';
import { activeListingCount, activeListingIds } from '#projections/listings/addresses.ts';
import { listingById, prepareListings } from '#projections/listings/queries.ts';
import { sellerNameOf } from '#projections/sellers/queries.ts';
import { openCountryTable } from '../accounts/countryTable.ts';
import type { HashingCost } from '../accounts/passwordHashing.ts';
import { codeAt } from '../accounts/totp.ts';
import { openBundles } from '../bundle/openBundles.ts';
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
import { measureDisk, measureQuarantine, openMetrics } from '../observability/metrics.ts';
import { openTracing } from '../observability/openTracing.ts';
import { replayErasures } from '../policies/erasureList.ts';
import { openQuarantine } from '../policies/quarantine.ts';
import type { Config } from '../settings/config.ts';
import { refuseOpenTools } from '../settings/openTools.ts';
import { openMovableClock, systemClock } from '../system/clock.ts';
import { openClosing } from '../system/closing.ts';
import { lookAtDisk as lookAtThisDisk, openDisk } from '../system/disk.ts';
import { newId } from '../system/ids.ts';
import { portFailure } from '../system/startFailure.ts';
import { sealedIn } from '../transparency/heads.ts';
import { openLogProofs } from '../transparency/logProofs.ts';
import { transparencyRoutes } from '../transparency/routes.ts';
import { folderOf } from './adapters.ts';
import { checkDeployment } from './deployments.ts';
import { openEngines } from './engines.ts';
import { openOutside } from './outside.ts';
import { openServices } from './services.ts';
import { openSubscriptions } from './subscriptions.ts';
import { entriesOf, receiptSigner } from './transparency.ts';

export type MarketplaceOptions = {
  log: Logger;
  /** Told what takes long at the start. */
  say?: (line: string) => void;
  /** Aborted while it opens: it gives up and closes what is open already. */
  signal?: AbortSignal;
  hashingCost?: HashingCost;
  /** Told when the process cannot go on: the embedded database is gone and does not come back. */
  lost?: (failure: Error) => void;
  /** Tests: what is found when the disk is looked at, and what closes the parts. */
  lookAtDisk?: typeof lookAtThisDisk;
  closingOf?: typeof openClosing;
  /** Of several marketplaces in one process, which ends them itself. Default: its own. */
  pictures?: Pictures;
  /** Tests: of the built web. Default: of this build. */
  webFolder?: string | undefined;
  /** Tests: an answer that breaks its contract is an error. */
  checkAnswers?: boolean;
  /** Tests: answers wait so long, ms, for the provider, and for the read models to hold what was written: on a busy machine both take a while. */
  patience?: number;
};

export type Marketplace = Awaited<ReturnType<typeof openMarketplace>>;

/** Requests under way may finish within this when it closes, ms. */
const GRACE_MS = 8_000;

/** Who knows its value comes in before the marketplace is open: the demo, which is made while it starts. */
const DOOR = 'x-reliquary-door';

/** Of the built web: beside the compiled server, or in `dist` when the sources run. */
const findWeb = (): string | undefined =>
  ['../../../web', '../../dist/web']
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((folder) => existsSync(join(folder, 'index.html')));

/** The composition: which adapters run, in which process, and who gets what. The only place that knows. */
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
    lookAtDisk = lookAtThisDisk,
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
  // behind a proxy nobody has to be told that it is starting; the simulated provider and the demo call this process before it is open
  const whenServing = production || role === 'api';
  const listening = await listen(config.port, config.host, { whenServing }).catch(portFailed);
  const closing = closingOf(log);
  let ready = false;
  let open = false;
  let demo = false;
  /** Whoever sends requests here is told first, and has time to hear it: requests that come meanwhile are answered. */
  const leave = async (delayMs: number): Promise<void> => {
    ready = false;
    listening.letGo();
    await delay(delayMs);
  };
  const close = async (): Promise<void> => {
    if (open && config.shutdownDelay > 0) await leave(config.shutdownDelay);
    ready = false;
    // what still comes is answered: the door closes before anything behind it does
    await closing.all();
  };

  try {
    const address = ['0.0.0.0', '::'].includes(config.host) ? '127.0.0.1' : config.host;
    const localUrl = `http://${address.includes(':') ? `[${address}]` : address}:${listening.port}`;
    const publicUrl = config.publicUrl ?? `http://localhost:${listening.port}`;

    const tracing = await openTracing(config.tracesTo, role);
    closing.with('tracing', tracing.close);
    // where database and files are elsewhere, this disk is nobody's concern
    const keepsData = config.databaseUrl === undefined || config.s3 === undefined;
    const within = config.s3 === undefined ? [folderOf(config)] : [];
    const disk = keepsData ? await openDisk({ folder: config.dataDir, within, log, look: lookAtDisk }) : undefined;
    if (disk) {
      closing.with('disk', async () => disk.close());
      measureDisk(metrics, disk.space);
    }
    const engines = await openEngines(config, metrics, say, { tracing, log, lost });
    for (const { name, close: closePart } of engines.parts) closing.with(name, closePart);
    const deployment = await checkDeployment({ db: engines.db, config, hash: engines.hashName, log, records: true });
    await engines.living.announce(log);
    closing.with('living processes', engines.living.leave);
    const movable = production ? undefined : await openMovableClock(engines.db);
    if (movable && role !== 'all') closing.with('clock', movable.follow(log));
    const clock = movable ?? systemClock;
    const snapshots = { snapshots: openPostgresSnapshots(engines.db), log };
    const quarantine = openQuarantine({ db: engines.db, clock, log });
    closing.with('quarantine', async () => quarantine.close());
    await quarantine.refresh();
    measureQuarantine(metrics, () => quarantine.all().length);
    const repository = openRepository({ journal: engines.journal, clock, snapshots, quarantine });
    const decoding = given ?? openPictures({ log });
    if (!given) closing.with('pictures', async () => decoding.close());
    const demoPhotos = config.demo ? openDemoPhotos() : undefined;
    const pictures = demoPhotos ? { ...decoding, photo: demoPhotos.before(decoding.photo) } : decoding;
    const shared = { config, engines, repository, quarantine, clock, log, metrics, tracing, pictures, closing };

    const push = { ...config.push, off: deployment === 'copy' };
    const outside = await openOutside({ ...shared, config: { ...config, push }, localUrl, publicUrl });
    await replayErasures({ db: engines.db, files: outside.files, keys: engines.keys, repository, log });
    const subscriptions = await openSubscriptions({ ...shared, outside });
    const { simulated } = outside;
    if (role !== 'api' && simulated) closing.with('provider', simulated.start());

    const services = await openServices({ ...shared, outside, countries, hashingCost, publicUrl, patience });
    closing.with('security events', services.security.settled);
    const waitFor: typeof subscriptions.waitFor = (position, timeoutMs) =>
      subscriptions.waitFor(position, patience ?? timeoutMs);
    const wakeUps = openWakeUps({ connectionString: engines.url, log });
    closing.with('wake-ups', wakeUps.close);
    const eventStreams = openEventStreams({ wakeUps, sessions: services.sessions, log });
    const proofs = openLogProofs({
      db: engines.db,
      entries: entriesOf(engines, config),
      witnesses: config.transparency.witnesses,
    });
    const deps = {
      ...services,
      ...outside.push,
      repository,
      queries: openQueries(engines.db),
      journal: engines.journal,
      store: engines.store,
      hashName: engines.hashName,
      files: outside.files,
      clock,
      waitFor,
      signedPaths: outside.signedPaths,
      unsubscribing: openUnsubscribing(config.secrets.jwt),
      eventStreams,
      proofs,
      bundle: openBundles({
        proofs,
        db: engines.db,
        repository,
        keys: engines.keys,
        files: outside.files,
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
        limitRate: config.rateLimits ? openRateLimits(engines.db) : noRateLimits,
        readUploads: openUploads(),
        waitFor,
        clock,
        newId,
        commandIds: openCommandIds(engines.db, config.secrets.jwt),
        commandKey: config.secrets.jwt,
        security: services.security,
        signReceipt: openReceipts({
          signer: receiptSigner(config),
          clock,
          entries: entriesOf(engines, config),
          sealed: () => sealedIn(engines.db),
          log,
        }),
        metrics,
        tracing,
        checkAnswers,
      },
      rejections,
      probes: {
        database: async () => {
          // writes to its log, and nothing else
          await engines.db.raw(`SELECT pg_logical_emit_message(true, 'reliquary', 'ready')`);
          await engines.room.look();
        },
        disk: async () => {
          await disk?.lookAgain();
          if (disk?.isFull()) throw new Error('the disk is full');
        },
        eventStore: async () => void (await engines.store.head()),
        projections: subscriptions.projectionLag,
        policies: subscriptions.policyLag,
        quarantined: () => quarantine.all().length,
        open: () => ready,
      },
      metrics,
      log,
      readOnly: () => disk?.isFull() ?? false,
      publicUrl,
      pictures: outside.pictures,
      production,
      metricsToken: config.metricsToken,
      trustedProxies: config.trustedProxies,
      webFolder: role === 'worker' ? undefined : webFolder,
      supportEmail: config.supportEmail,
      publicListings: {
        one: (id) => listingById(engines.db, id),
        count: () => activeListingCount(engines.db),
        newest: (page, size) => activeListingIds(engines.db, page, size),
        seller: (id) => sellerNameOf(engines.db, id),
      },
      files: outside.fileRoutes,
      transparency: role === 'worker' ? undefined : transparencyRoutes(engines.db),
      webhooks: outside.webhooks,
      simulatedProvider: production ? undefined : simulated?.router,
      developerTools: movable && {
        emails: outside.emails,
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
          db: engines.db,
          fireDue: subscriptions.fireDue,
          emails: outside.emails,
          storeIsEmpty: async () => (await engines.store.head()) === undefined,
          url: localUrl,
          headers: { [DOOR]: doorKey },
          photos: demoPhotos,
        },
        say,
        signal,
      );
    open = true;
    ready = true;
    // Beside the first requests: until it is done, and if it fails, browsing asks the tables.
    if (role !== 'worker')
      prepareListings(engines.db).catch((error) => log.warn({ error: String(error) }, 'the index of offers waits'));
    return {
      /** Whether the accounts of the demo are there. */
      demo,
      /** Where this process is reached on this machine. */
      localUrl,
      publicUrl,
      clock: movable,
      db: engines.db,
      journal: engines.journal,
      repository,
      store: engines.store,
      get provider() {
        if (!simulated) throw new Error('the payments are real here');
        return simulated;
      },
      emails: outside.emails,
      services,
      /** Fires what is due until nothing moves any more. */
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
