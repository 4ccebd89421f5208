import { accountCommands } from '#application/accounts.ts';
import { linkEmails } from '#application/emails/linkEmails.ts';
import { openJournal } from '#application/journal.ts';
import { listingCommands } from '#application/listings.ts';
import { type PoliciesDeps, type RunningPolicies, startPolicies } from '#application/policies/all.ts';
import type { Credentials } from '#application/ports/credentials.ts';
import type { EventCodec } from '#application/ports/eventCodec.ts';
import type { Log } from '#application/ports/log.ts';
import { StreamQuarantined, UnfoldableEvent } from '#application/ports/poison.ts';
import type { Sessions } from '#application/ports/sessions.ts';
import { openRepository } from '#application/repository.ts';
import { saleCommands } from '#application/sales.ts';
import { shareReading } from '#application/subscriptions/sharedReading.ts';
import { ok } from '#domain/shared/decider.ts';
import { openWebhookIntake, type ReceiveWebhook } from '#infrastructure/payments/receiveWebhook.ts';
import { memoryHandledTypes } from '#tests/application/policies/memoryPorts.ts';
import { memoryQuarantine } from '#tests/support/memoryQuarantine.ts';
import type { EventLog } from './eventLog.ts';
import { type Faults, faultyPort } from './faults.ts';
import type { JobBroker } from './jobBroker.ts';
import type { Provider } from './provider.ts';
import type { Random } from './random.ts';
import type { Owner, Scheduler } from './scheduler.ts';
import type { Tables } from './tables.ts';

/** What a process reaches of the world; a defect may put something else in its place. */
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
> & { codec: EventCodec };
export type Outside = {
  scheduler: Scheduler;
  random: Random;
  faults: Faults;
  log: EventLog;
  codec: EventCodec;
  broker: JobBroker;
  tables: Tables;
  provider: Provider;
  alter: (ports: Ports) => Ports;
};

export type Process = {
  owner: Owner;
  accounts: ReturnType<typeof accountCommands>;
  listings: ReturnType<typeof listingCommands>;
  sales: ReturnType<typeof saleCommands>;
  receive: ReceiveWebhook;
  policies: Promise<RunningPolicies>;
  /** Called when it dies, for whoever waits for its answer. */
  callers: Set<() => void>;
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
/** A world lasts months, and what is kept is kept for years. */
const NOTHING_IS_OLD: PoliciesDeps['retention'] = {
  messageMonths: async () => [],
  forgetMessageImages: async () => undefined,
  forgetMessagesBefore: async () => undefined,
  endedOrphans: async () => [],
  endedSales: async () => [],
  forgetSale: async () => undefined,
  eraseKey: async () => undefined,
  sweepTables: async () => ({}),
};
const NOBODY_IS_AWAY: PoliciesDeps['inactivity'] = {
  toWarn: async () => [],
  markWarned: async () => undefined,
  toDelete: async () => [],
};
/** Whatever fails here is the weather's doing, but for histories that cannot be. */
const WEATHER: PoliciesDeps['failures'] = {
  isTransient: (error) => !(error instanceof UnfoldableEvent || error instanceof StreamQuarantined),
  describe: String,
};
const NO_SESSIONS = { open: async () => '', endAll: async () => undefined } as unknown as Sessions;

/** One process of the marketplace with its requests and its policies, on ports that it shares with the others. */
export const startProcess = (name: string, outside: Outside): Process => {
  const { scheduler, random, log, codec, broker, tables, provider, alter } = outside;
  const { skew: most } = outside.faults.weather;
  const owner: Owner = { name, alive: true, skew: Math.round(random.between(-most, most)) };
  const { credentials, erasure, ledger, recurringWork, sealInProgress, reconciliation, ...own } = tables.openFor(owner);
  const payments = faultyPort(provider.payments, 'payments', owner, outside);
  const ports = alter({
    ...own,
    store: shareReading(log.openFor(owner, outside), 0),
    codec,
    jobs: broker.openFor(owner),
    payments,
  });
  const clock = { now: () => scheduler.now() + owner.skew };
  const quarantine = memoryQuarantine();
  const repository = openRepository({ journal: openJournal(ports.store, ports.codec), clock, quarantine });
  const shared = { repository, clock, newId: () => `${random.hex(12)}7${random.hex(3)}8${random.hex(15)}` };
  const image = { contentType: 'image/webp', extension: 'webp', width: 1, height: 1 };

  return {
    owner,
    callers: new Set(),
    accounts: accountCommands({
      ...shared,
      links: linkEmails(ports.jobs),
      credentials: credentials as Credentials,
      sessions: NO_SESSIONS,
      activity: { seen: async () => undefined },
      hashName: (text) => Buffer.from(text).toString('hex'),
    }),
    listings: listingCommands({
      ...shared,
      files: {
        put: async () => undefined,
        get: async () => undefined,
        remove: async () => undefined,
        link: async () => undefined,
      },
      processImage: async (content) => ok({ original: content, thumbnail: content, ...image }),
    }),
    sales: saleCommands({
      ...shared,
      payments: ports.payments,
      // every key names the upload that it stands for: whose it is, and of which sale
      evidence: {
        keep: async () => undefined,
        find: async (keys) =>
          keys.map((key) => ({ key, saleId: key.split('/')[1]!, by: key.split('/')[2]!, at: clock.now(), kept: true })),
      },
      publicUrl: 'https://market.example',
    }),
    receive: openWebhookIntake({ ...ports, payments: provider.payments, clock, log: NO_LOG }),
    policies: startPolicies({
      ...ports,
      handledTypes: memoryHandledTypes(),
      repository,
      quarantine,
      failures: WEATHER,
      clock,
      log: NO_LOG,
      credentials,
      erasure,
      ledger,
      recurringWork,
      sealInProgress,
      reconciliation,
      sealPortion: 500,
      supportEmail: 'support@market.example',
      evidence: { sweep: async () => undefined, forget: async () => undefined },
      retention: NOTHING_IS_OLD,
      inactivity: NOBODY_IS_AWAY,
      // emails to staff go to the support address, and the weekly report is an empty one
      sessions: NO_SESSIONS,
      colleagues: { holding: async () => [] },
      stopped: async () => [],
      reports: { totals: async () => NO_TOTALS },
      render: ({ template, role }) => ({ subject: `${template} ${role ?? ''}`, text: '', html: '' }),
      pause: (ms, signal) =>
        new Promise((resolve) => {
          const end = () => {
            signal.removeEventListener('abort', end);
            resolve();
          };
          signal.addEventListener('abort', end);
          scheduler.at(scheduler.now() + ms, owner, `${name} tries again`, end);
        }),
    }),
  };
};
