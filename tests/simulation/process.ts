import type { Knex } from 'knex';
import { accountCommands } from '#application/accounts/accounts.ts';
import type { Sessions } from '#application/accounts/sessions.ts';
import { type Credentials, NO_COUNTRIES, type Passkeys, type SecondFactors } from '#application/accounts/storage.ts';
import type { SecurityLog } from '#application/audit/securityLog.ts';
import { listingCommands } from '#application/listings/listings.ts';
import { linkEmails } from '#application/notifications/emails/emailJob.ts';
import { type PoliciesDeps, type RunningPolicies, startPolicies } from '#application/policies/all.ts';
import type { EventCodec } from '#application/ports/eventCodec.ts';
import { type StoredEvent, StreamMoved } from '#application/ports/eventStore.ts';
import { OutsideFailure } from '#application/ports/failures.ts';
import type { Log } from '#application/ports/log.ts';
import { openJournal } from '#application/streams/journal.ts';
import { openRepository } from '#application/streams/repository.ts';
import { shareReading } from '#application/subscriptions/sharedReading.ts';
import { transactionCommands } from '#application/transactions/transactions.ts';
import { ok } from '#domain/shared/decider.ts';
import { openWebhookIntake, type ReceiveWebhook } from '#infrastructure/payments/receiveWebhook.ts';
import { openQuarantine } from '#infrastructure/policies/quarantine.ts';
import { memoryBankPhotos } from '#tests/support/bankPhotos.ts';
import type { EventLog } from './eventLog.ts';
import { type Faults, faultyPort, OutOfReach } from './faults.ts';
import type { JobBroker } from './jobBroker.ts';
import type { Provider } from './provider.ts';
import type { Random } from './random.ts';
import { deadlinesIn, runReadModels } from './readModels.ts';
import { type Living, type Release, readingAs, readsOfRelease } from './releases.ts';
import type { Owner, Scheduler } from './scheduler.ts';
import type { Tables } from './tables.ts';
import type { WorldCodec } from './worldCodec.ts';

/** The ports of a process; a defect may replace some. */
export type Ports = Pick<
  PoliciesDeps,
  | 'store'
  | 'codec'
  | 'leases'
  | 'checkpoints'
  | 'schedule'
  | 'providerEvents'
  | 'jobs'
  | 'payments'
  | 'mailer'
  | 'deadlines'
  | 'erasure'
  | 'retention'
  | 'inactivity'
> & { codec: EventCodec; db: Knex };
export type Outside = {
  scheduler: Scheduler;
  random: Random;
  faults: Faults;
  log: EventLog;
  codec: WorldCodec;
  living: Living;
  spoilt: ReadonlyMap<string, unknown>;
  metNewer: (owner: Owner, event: StoredEvent) => void;
  broker: JobBroker;
  tables: Tables;
  provider: Provider;
  alter: (ports: Ports) => Ports;
  /** Calls `look` in a process after each change of its quarantine. */
  watchQuarantine: (owner: Owner, look: () => void) => () => void;
  fail: (what: string) => void;
};

export type Process = {
  owner: Owner;
  db: Knex;
  accounts: ReturnType<typeof accountCommands>;
  listings: ReturnType<typeof listingCommands>;
  sales: ReturnType<typeof transactionCommands>;
  receive: ReceiveWebhook;
  policies: Promise<RunningPolicies>;
  /** Called when it dies, for callers that wait for an answer. */
  callers: Set<() => void>;
  /** Ends its subscriptions, because Node keeps listeners of a composed signal that never ends. */
  forget: () => void;
};

const NO_LOG: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const NO_TOTALS: Awaited<ReturnType<PoliciesDeps['reports']['totals']>> = {
  sales: 0,
  captured: 0,
  returned: 0,
  paidOut: 0,
  fees: 0,
  losses: 0,
  openCases: 0,
  failedPayouts: 0,
  failingRefunds: 0,
  orphanFacts: 0,
};
const OF_THE_WEATHER = [OutOfReach, OutsideFailure, StreamMoved];
const failures: PoliciesDeps['failures'] = {
  isTransient: (error) => OF_THE_WEATHER.some((kind) => error instanceof kind),
  describe: String,
};
const NO_FACTORS = { has: async () => false } as unknown as SecondFactors;
const NO_PASSKEYS = {} as Partial<Passkeys> as Passkeys;
const NO_SECURITY_LOG: SecurityLog = {
  signedIn: async () => undefined,
  signInRefused: () => undefined,
  accessRefused: async () => undefined,
  settled: async () => undefined,
};
const NOBODY_PUSHED = {
  any: async () => false,
  of: async () => [],
  find: async () => undefined,
  remove: async () => undefined,
};
const NO_SESSIONS = {
  open: async () => '',
  endAll: async () => undefined,
  endOpenedBy: async () => undefined,
} as unknown as Sessions;

/** One process of the marketplace with requests and policies, on ports shared with the others. */
export const startProcess = (name: string, release: Release, outside: Outside): Process => {
  const { scheduler, random, log, codec, broker, tables, provider, alter, watchQuarantine, fail } = outside;
  const { living, spoilt, metNewer } = outside;
  const { skew: most } = outside.faults.weather;
  const owner: Owner = { name, alive: true, skew: Math.round(random.between(-most, most)) };
  const { credentials, ledger, recurringWork, sealInProgress, reconciliation, handledTypes, ...own } =
    tables.openFor(owner);
  const clock = { now: () => scheduler.now() + owner.skew };
  const reads = readsOfRelease(release);
  const { wait, readByAll } = living.announce(owner, release);
  const reading = { own: reads, spoilt, metNewer: (event: StoredEvent) => metNewer(owner, event) };
  const payments = faultyPort(provider.payments, 'payments', owner, outside);
  const ports = alter({
    ...own,
    store: shareReading(log.openFor(owner, outside), 0),
    codec: readingAs(reading, codec.openFor(owner, readByAll)),
    deadlines: deadlinesIn(own.db, clock.now),
    jobs: broker.openFor(owner),
    payments,
  });
  const { db } = ports;
  const quarantine = openQuarantine({ db, clock, log: NO_LOG, later: (look) => watchQuarantine(owner, look) });
  const repository = openRepository({ journal: openJournal(ports.store, ports.codec), clock, quarantine });
  const shared = { repository, clock, newId: () => `${random.hex(12)}7${random.hex(3)}8${random.hex(15)}` };
  const pause: PoliciesDeps['pause'] & {} = (ms, signal) =>
    new Promise((resolve) => {
      const end = () => {
        signal.removeEventListener('abort', end);
        resolve();
      };
      signal.addEventListener('abort', end);
      scheduler.at(scheduler.now() + ms, owner, `${name} tries again`, end);
    });
  const { verify } = repository;
  const ending = new AbortController();
  const onStopped = (model: string, reason: string) => fail(`${model} has stopped: ${reason}`);
  const noticed = scheduler.turn(owner, `${name} is noticed`, wait);
  const startReadModels = async () => {
    await noticed;
    runReadModels({
      ...ports,
      quarantine,
      verify,
      failures,
      log: NO_LOG,
      pause,
      release,
      living,
      onStopped,
      signal: ending.signal,
    });
  };
  void startReadModels();
  const image = { contentType: 'image/webp', extension: 'webp', width: 1, height: 1 };

  const policies = noticed.then(() =>
    startPolicies({
      ...ports,
      repository,
      quarantine,
      failures,
      clock,
      log: NO_LOG,
      credentials,
      ledger,
      recurringWork,
      sealInProgress,
      reconciliation,
      handledTypes,
      sealPortion: 500,
      headLine: async () => undefined,
      hashName: (text) => Buffer.from(text).toString('hex'),
      unsubscribeUrl: (account, category) => `https://example.com/unsubscribe/${account}/${category}`,
      supportEmail: 'support@market.example',
      watchers: { of: async () => [] },
      bell: { rungBy: async () => [], unread: async () => undefined },
      pushSubscriptions: NOBODY_PUSHED,
      pushService: { send: async () => 'gone' },
      savedSearches: { answeredBy: async () => ({ price: 0, found: [] }), stillFinding: async () => [] },
      evidence: { sweep: async () => undefined, forget: async () => undefined },
      bankPhotos: memoryBankPhotos(repository),
      uploadSweeps: [],
      loosePhotos: { add: async () => undefined },
      // e-mails to staff go to the support address, and the weekly report is empty
      sessions: NO_SESSIONS,
      colleagues: { holding: async () => [] },
      stopped: async () => [],
      reports: { totals: async () => NO_TOTALS },
      render: ({ template, role }) => ({ subject: `${template} ${role ?? ''}`, text: '', html: '' }),
      pause,
    }),
  );
  return {
    owner,
    callers: new Set(),
    forget: () => {
      ending.abort();
      // the world handles a process that failed to start
      void policies.then(
        ({ stop }) => stop(),
        () => undefined,
      );
    },
    accounts: accountCommands({
      ...shared,
      links: linkEmails(ports.jobs),
      credentials: credentials as Credentials,
      sessions: NO_SESSIONS,
      factors: NO_FACTORS,
      passkeys: NO_PASSKEYS,
      guesses: { wrong: async () => 1, right: async () => undefined },
      countries: NO_COUNTRIES,
      devices: { forget: async () => undefined, look: async () => 'known', remember: async () => undefined },
      warnings: { send: async () => undefined },
      security: NO_SECURITY_LOG,
      activity: { seen: async () => undefined },
      hashName: (text) => Buffer.from(text).toString('hex'),
    }),
    listings: listingCommands({
      ...shared,
      files: { put: async () => undefined },
      loosePhotos: { add: async () => undefined },
      processImage: async (content) => ok({ original: content, thumbnail: content, ...image, takenAt: null }),
    }),
    sales: transactionCommands({
      ...shared,
      payments: ports.payments,
      // real time plays no role in a world
      patience: 2 ** 31 - 1,
      // every key names its upload's author and transaction
      evidence: {
        keep: async () => undefined,
        find: async (keys) =>
          keys.map((key) => ({
            key,
            saleId: key.split('/')[1]!,
            by: key.split('/')[2]!,
            at: clock.now(),
            attached: undefined,
            kept: true,
          })),
      },
      reconciliation,
      bankPhotos: memoryBankPhotos(repository),
      publicUrl: 'https://market.example',
    }),
    receive: openWebhookIntake({ ...ports, payments: provider.payments, clock, log: NO_LOG }),
    db,
    policies,
  };
};
