import { onTestFinished, vi } from 'vitest';
import type { UnusedUpload } from '#application/files/unusedUploads.ts';
import type { Answered } from '#application/listings/storage.ts';
import type { Email } from '#application/notifications/emails/email.ts';
import { type RunningPolicies, startPolicies } from '#application/policies/all.ts';
import type { EventCodec, Reads } from '#application/ports/eventCodec.ts';
import type { StoredEvent } from '#application/ports/eventStore.ts';
import type { Reports } from '#application/reconciliation/storage.ts';
import type { Colleagues } from '#application/shared/storage.ts';
import type { Request } from '#application/streams/command.ts';
import { openJournal } from '#application/streams/journal.ts';
import { openRepository } from '#application/streams/repository.ts';
import { sleep } from '#application/streams/sleep.ts';
import { PROVIDER_EVENTS } from '#application/transactions/policies/providerEvents.ts';
import type { DueDeadline } from '#application/transactions/storage.ts';
import { account } from '#domain/accounts/account.ts';
import { type DomainEvent, eventDefinitions } from '#domain/events.ts';
import type { Offer } from '#domain/listings/commands.ts';
import { listing } from '#domain/listings/listing.ts';
import type { Actor } from '#domain/shared/actor.ts';
import { fold } from '#domain/shared/decider.ts';
import type { ProviderEvent, TransactionCommand } from '#domain/transactions/commands.ts';
import type { TransactionEvent } from '#domain/transactions/events.ts';
import { armedDeadlines, transactionAggregate } from '#domain/transactions/transaction.ts';
import { createEventCodec } from '#infrastructure/crypto/eventCodec.ts';
import { newestVersions } from '#infrastructure/crypto/versions.ts';
import { openMemoryEventStore } from '#infrastructure/eventStores/memoryEventStore.ts';
import { failures } from '#infrastructure/postgres/failures.ts';
import { newId } from '#infrastructure/system/ids.ts';
import { asRead } from '#tests/support/asReader.ts';
import { memoryBankPhotos, memoryFiles } from '#tests/support/bankPhotos.ts';
import { manualClock } from '#tests/support/manualClock.ts';
import { openMemoryJobs } from '#tests/support/memoryJobs.ts';
import { memoryQuarantine } from '#tests/support/memoryQuarantine.ts';
import { silentLog } from '#tests/support/silentLog.ts';
import { fakePayments } from './fakePayments.ts';
import {
  ledgerOf,
  memoryCheckpoints,
  memoryErasure,
  memoryHandledTypes,
  memoryKeys,
  memoryLeases,
  memoryMailer,
  memoryProviderEvents,
  memoryRecurringWork,
  memoryRetention,
  memorySchedule,
  memorySeal,
} from './memoryPorts.ts';
import { memoryPushes } from './memoryPushes.ts';
import { memoryReconciliation } from './memoryReconciliation.ts';

export const BUYER = 'b'.repeat(32);
export const SELLER = '5'.repeat(32);
export const LISTING = '1'.repeat(32);
export const TRANSACTION = '7'.repeat(32);
export const IBAN = 'NL91ABNA0417164300';

const NOTHING = {
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

/** Port methods that only register listeners. */
const LISTENING = new Set<string | symbol>(['subscribeAll', 'work', 'every']);

type Facts = { [Type in DomainEvent['type']]: Extract<DomainEvent, { type: Type }>['data'] };
type WithoutAt<Data> = Omit<Data, 'at'> & { at?: number };

/** The policies with everything below them in memory and a stopped clock: the test decides what happens. */
export const openStage = async ({ sealPortion }: { sealPortion?: number } = {}) => {
  const clock = manualClock();
  const store = openMemoryEventStore();
  const outside = { called: (_port: string): void => undefined };
  const through = <Port extends object>(name: string, port: Port): Port =>
    new Proxy(port, {
      get: (target, key) => {
        const called = Reflect.get(target, key) as unknown;
        if (typeof called !== 'function' || LISTENING.has(key)) return called;
        return async (...given: unknown[]) => {
          outside.called(name);
          return called.apply(target, given);
        };
      },
    });
  /** What the processes of another release read. */
  const others: { reads: Reads | undefined } = { reads: undefined };
  const keys = through('keys', memoryKeys());
  const reads = newestVersions(eventDefinitions);
  const real = createEventCodec({ keys, readByAll: async () => others.reads ?? reads });
  const sight = { seen: (stored: StoredEvent): StoredEvent => stored };
  const codec: EventCodec = {
    ...real,
    decode: async (stored) => real.decode(stored.map((event) => sight.seen(event))),
    decodeClear: (stored) => real.decodeClear(stored.map((event) => sight.seen(event))),
  };
  const journal = openJournal(through('store', store), codec);
  const quarantine = memoryQuarantine();
  const repository = openRepository({ journal, clock, quarantine });
  const checkpoints = memoryCheckpoints();
  const jobs = openMemoryJobs(clock);
  const log = silentLog();
  const payments = fakePayments();
  const schedule = memorySchedule();
  const providerEvents = memoryProviderEvents();
  const mailer = memoryMailer();
  const emails: Email[] = [];
  const erasure = memoryErasure();
  const recurringWork = memoryRecurringWork();
  const seal = memorySeal();
  const retained = memoryRetention();
  const files = memoryFiles();
  const roles = new Map<string, string[]>();
  const colleagues: Colleagues = { holding: async (role) => roles.get(role) ?? [] };
  const stoppedModels = new Set<string>();
  const weeks: { from: number; until: number }[] = [];
  const reports: Reports = {
    totals: async (from, until) => {
      weeks.push({ from, until });
      return { ...NOTHING, sales: weeks.length };
    },
  };
  const ledger = ledgerOf(async () => codec.decode(await store.readAll({ limit: 100_000 })));
  const signedOut: string[] = [];
  const photosLetGo: UnusedUpload[] = [];
  const remindersFired = new Set<string>();
  const keyOf = (deadline: DueDeadline) => JSON.stringify([deadline.transactionId, deadline.kind, deadline.dueAt]);

  const pushed = memoryPushes();
  const reconciliation = memoryReconciliation();
  const eventsOf = async (stream: string) => (await journal.load(stream)).events;

  const deadlines = {
    due: async (now: number, limit: number): Promise<DueDeadline[]> => {
      const all = await store.readAll({ limit: 100_000 });
      const streams = new Set(all.map(({ stream }) => stream).filter((stream) => stream.startsWith('transaction-')));
      const due: DueDeadline[] = [];
      for (const stream of streams) {
        // its row keeps the previous state
        if (quarantine.find(stream)) continue;
        const transaction = fold(transactionAggregate, (await eventsOf(stream)) as unknown as TransactionEvent[]);
        const transactionId = stream.slice('transaction-'.length);
        due.push(
          ...armedDeadlines(transaction).map((deadline) => ({
            transactionId,
            kind: deadline.kind,
            dueAt: deadline.dueAt,
          })),
        );
      }
      return due
        .filter((deadline) => deadline.dueAt <= now && !remindersFired.has(keyOf(deadline)))
        .sort((a, b) => a.dueAt - b.dueAt)
        .slice(0, limit);
    },
    markReminderFired: async (deadline: DueDeadline) => void remindersFired.add(keyOf(deadline)),
  };

  const watchersOf = async (listing: string): Promise<string[]> => {
    const streams = new Set((await store.readAll({ limit: 100_000 })).map(({ stream }) => stream));
    const accounts = [...streams].filter((stream) => stream.startsWith('watching-')).map((stream) => stream.slice(9));
    const watched = await Promise.all(
      accounts.map(async (account) => (await repository.watchList.load(account)).state),
    );
    return accounts.filter((_, place) => watched[place]?.[listing]).sort();
  };

  /** Which searches match a listing; set by the test. */
  const answering: {
    find: (listing: string, former: Offer | undefined) => Promise<Answered> | Answered;
    /** Which of them still match. */
    still: (searches: readonly string[]) => readonly string[];
  } = {
    find: () => ({ price: 0, found: [] }),
    still: (searches) => searches,
  };

  const hashName = (name: string): string => Buffer.from(name).toString('hex');

  let running: RunningPolicies | undefined;
  const start = async (): Promise<void> => {
    running = await startPolicies({
      evidence: { sweep: async () => undefined, forget: retained.forgetEvidence },
      bankPhotos: memoryBankPhotos(repository, files),
      uploadSweeps: [],
      loosePhotos: through('loosePhotos', { add: async (photos) => void photosLetGo.push(...photos) }),
      retention: retained.retention,
      inactivity: retained.inactivity,
      watchers: { of: watchersOf },
      savedSearches: {
        answeredBy: async ({ listing, former }) => answering.find(listing, former),
        stillFinding: async ({ searches }) => answering.still(searches),
      },
      ...pushed,
      pushSubscriptions: through('pushSubscriptions', pushed.pushSubscriptions),
      colleagues: through('colleagues', colleagues),
      reports,
      stopped: async () => [...stoppedModels],
      erasure: through('erasure', erasure),
      recurringWork,
      sealInProgress: seal.port,
      reconciliation,
      ...(sealPortion && { sealPortion }),
      ledger,
      supportEmail: 'support@example.com',
      store,
      codec,
      repository,
      leases: memoryLeases(),
      checkpoints,
      handledTypes: memoryHandledTypes(),
      quarantine,
      failures,
      schedule: through('schedule', schedule),
      providerEvents,
      jobs: through('jobs', jobs),
      payments,
      mailer,
      deadlines,
      clock,
      log,
      render: (email) => {
        emails.push(email);
        return { subject: email.template, text: email.path ?? '', html: '' };
      },
      headLine: async () => undefined,
      hashName,
      unsubscribeUrl: (account, category) => `https://example.com/unsubscribe/${account}/${category}`,
      credentials: { issueToken: async (account, purpose) => `${purpose}-${account}-${newId()}` },
      sessions: through('sessions', {
        endAll: async (account: string) => void signedOut.push(account),
        endOpenedBy: async (account: string, moment: number) => void signedOut.push(`${account} ${moment}`),
      }),
      backoff: () => 1,
      pause: (_, signal) => sleep(1, signal),
    });
  };
  const stop = async () => {
    await running?.stop();
    running = undefined;
  };
  await start();
  onTestFinished(stop);

  /** Whether every policy has handled every event it wants. */
  const caughtUp = async (): Promise<boolean> => {
    const all = await store.readAll({ limit: 100_000 });
    return (running?.subscriptions ?? []).every(({ name, handles }) => {
      const place = checkpoints.places.get(name) ?? '';
      return !all.some(({ type, position }) => position > place && (handles as readonly string[]).includes(type));
    });
  };

  const policiesDone = () =>
    vi.waitFor(
      async () => {
        if (!(await caughtUp())) throw new Error('the policies are still at work');
      },
      { interval: 1 },
    );

  /** Runs policies and jobs until nothing changes at this instant. */
  const settle = async (): Promise<void> => {
    do await policiesDone();
    while ((await jobs.runDue()) > 0);
  };

  const context = (actor: Actor) => ({ commandId: newId(), correlationId: newId(), causationId: newId(), actor });

  const given = async <Type extends DomainEvent['type']>(stream: string, type: Type, data: WithoutAt<Facts[Type]>) => {
    const event = { type, data: { at: clock.now(), ...data } } as unknown as DomainEvent;
    await journal.append(stream, [event], await journal.load(stream), context({ id: 'system', role: 'system' }));
  };

  const transaction = async (
    request: Record<string, unknown> & { type: TransactionCommand['type'] },
    actor: Actor,
    id = TRANSACTION,
  ) => {
    const read = asRead(request, (await repository.transactions.load(id)).state);
    const outcome = await repository.transactions.send(
      id,
      read as unknown as Request<TransactionCommand>,
      context(actor),
    );
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.error));
    return outcome.value;
  };

  return {
    clock,
    store,
    journal,
    repository,
    hashName,
    quarantine,
    /** `seen`: decoded events, which a test may damage or repair. */
    sight,
    /** `called`: runs before each port call of the policies and may throw. */
    outside,
    others,
    jobs,
    log,
    payments,
    schedule,
    providerEvents,
    mailer,
    emails,
    answering,
    erasure,
    signedOut,
    photosLetGo,
    recurringWork,
    seal,
    retained,
    files,
    roles,
    stoppedModels,
    weeks,
    policies: () => (running?.subscriptions ?? []).map(({ name }) => name),
    start,
    stop,
    settle,
    /** As if the checkpoints had never been saved. */
    forgetPlaces: () => checkpoints.places.clear(),
    policiesDone,
    given,
    sale: transaction,
    buyer: { id: BUYER, role: 'member' } as const,
    seller: { id: SELLER, role: 'member' } as const,
    sweep: async () => {
      const swept = await running!.sweep();
      await settle();
      return swept;
    },
    saleState: async (id = TRANSACTION) =>
      fold(transactionAggregate, (await eventsOf(`transaction-${id}`)) as unknown as TransactionEvent[]),
    sellerAccount: async () => fold(account, (await eventsOf(`account-${SELLER}`)) as never),
    listingState: async () => fold(listing, (await eventsOf(`listing-${LISTING}`)) as never),
    eventsOf,
    reconciliation,
    ledger,
    typesOf: async (stream: string) => (await eventsOf(stream)).map(({ type }) => type),
    /** Like the webhook: stored, then a job. */
    told: async (fact: ProviderEvent) => {
      const isNew = await providerEvents.keep(fact, clock.now());
      if (isNew) await jobs.add([{ queue: PROVIDER_EVENTS, id: fact.eventId, data: { eventId: fact.eventId } }]);
    },
  };
};

export type Stage = Awaited<ReturnType<typeof openStage>>;
