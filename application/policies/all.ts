import type { Instant } from '#domain/shared/instants.ts';
import { BANK_CHECKS, bankVerification, checkBankAccount } from '../accounts/policies/bankVerification.ts';
import { erasures } from '../accounts/policies/erasure.ts';
import { names } from '../accounts/policies/names.ts';
import { suspensions } from '../accounts/policies/suspensions.ts';
import type { Sessions } from '../accounts/sessions.ts';
import type { Credentials, Erasure, Inactivity } from '../accounts/storage.ts';
import type { UnusedUploads } from '../files/unusedUploads.ts';
import { erasedPhotos } from '../listings/policies/erasedPhotos.ts';
import { priceOffers } from '../listings/policies/priceOffers.ts';
import { savedSearches } from '../listings/policies/savedSearches.ts';
import { searchNews } from '../listings/policies/searchNews.ts';
import { watchers } from '../listings/policies/watchers.ts';
import type { SavedSearches, Watchers } from '../listings/storage.ts';
import { listingReports } from '../moderation/policies/listingReports.ts';
import type { RenderEmail } from '../notifications/emails/email.ts';
import { MAIL } from '../notifications/emails/emailJob.ts';
import { type EmailDeps, sendEmail } from '../notifications/emails/sendEmail.ts';
import { emails, remind } from '../notifications/policies/emails.ts';
import { messageEmails } from '../notifications/policies/messageEmails.ts';
import { PUSH } from '../notifications/policies/pushDigest.ts';
import { PUSH_ATTEMPTS, pushes, sendPush } from '../notifications/policies/pushes.ts';
import { staffEmails } from '../notifications/policies/staffEmails.ts';
import type { Clock } from '../ports/clock.ts';
import { type Effects, noEffects } from '../ports/effects.ts';
import type { Decoder } from '../ports/eventCodec.ts';
import type { EventStore } from '../ports/eventStore.ts';
import type { Failures } from '../ports/failures.ts';
import type { Jobs } from '../ports/jobs.ts';
import type { Leases } from '../ports/leases.ts';
import type { Log } from '../ports/log.ts';
import type { Mailer } from '../ports/mail.ts';
import type { Payments } from '../ports/payments.ts';
import type { InAppMessage, PushService, PushSubscriptions } from '../ports/push.ts';
import type { Quarantine } from '../ports/quarantine.ts';
import { bookChecks } from '../reconciliation/policies/bookChecks.ts';
import { readModelChecks } from '../reconciliation/policies/readModelChecks.ts';
import { reconciliations } from '../reconciliation/policies/reconciliation.ts';
import { cutStreams } from '../reconciliation/policies/truncatedStreams.ts';
import { weeklyReport } from '../reconciliation/policies/weeklyReport.ts';
import type { Ledger, ReadModelChecks, Reconciliation, Reports, SealInProgress } from '../reconciliation/storage.ts';
import { beginCalendar, type Recurring } from '../shared/calendar.ts';
import type { Policy } from '../shared/policy.ts';
import { openCommands } from '../shared/policyCommands.ts';
import type { Colleagues, ProviderEvents, RecurringWork, Schedule } from '../shared/storage.ts';
import type { Repository } from '../streams/repository.ts';
import { oneByOne } from '../subscriptions/oneByOne.ts';
import type { Checkpoints, HandledTypes } from '../subscriptions/storage.ts';
import { type Retrying, runSubscription } from '../subscriptions/subscription.ts';
import type { BankPhotos } from '../transactions/bankPhotos.ts';
import type { EvidenceCommands } from '../transactions/evidence.ts';
import { caseDesks } from '../transactions/policies/caseDesk.ts';
import {
  type DeadlineDeps,
  onWakeUp,
  WAKE_UPS,
  WAKE_UPS_AT_PROVIDER,
  wakeUps,
} from '../transactions/policies/deadlines.ts';
import { EVIDENCE_PACKS, evidencePacks, sendEvidencePack } from '../transactions/policies/evidencePacks.ts';
import { payability } from '../transactions/policies/payability.ts';
import { PAYOUTS, payouts, sendPayout } from '../transactions/policies/payouts.ts';
import { handleProviderEvent, PROVIDER_EVENTS } from '../transactions/policies/providerEvents.ts';
import { inquiries } from '../transactions/policies/providerPolls/inquiries.ts';
import { REFUNDS, refunds, sendRefund } from '../transactions/policies/refunds.ts';
import { reservation } from '../transactions/policies/reservation.ts';
import type { Deadlines } from '../transactions/storage.ts';
import { forgetting, type Retention } from './retention.ts';
import { openSweeps, type Swept } from './sweep.ts';
import { watchOver } from './watch.ts';

export type PoliciesDeps = {
  store: EventStore;
  codec: Decoder;
  repository: Repository;
  leases: Leases;
  checkpoints: Checkpoints;
  handledTypes: HandledTypes;
  quarantine: Quarantine;
  failures: Failures;
  schedule: Schedule;
  providerEvents: ProviderEvents;
  jobs: Jobs;
  payments: Payments;
  mailer: Mailer;
  render: RenderEmail;
  unsubscribeUrl: EmailDeps['unsubscribeUrl'];
  headLine: EmailDeps['headLine'];
  hashName: EmailDeps['hashName'];
  /** Receives the reports to staff. */
  supportEmail: string;
  credentials: Pick<Credentials, 'issueToken'>;
  sessions: Pick<Sessions, 'endAll' | 'endOpenedBy'>;
  deadlines: Deadlines;
  erasure: Erasure;
  ledger: Ledger;
  recurringWork: RecurringWork;
  sealInProgress: SealInProgress;
  reconciliation: Reconciliation;
  /** Omitted: read models are only checked on demand. */
  readModelChecks?: ReadModelChecks | undefined;
  /** Events per portion of a long chain; for tests. */
  sealPortion?: number;
  colleagues: Colleagues;
  bankPhotos: BankPhotos;
  reports: Reports;
  retention: Retention;
  inactivity: Inactivity;
  watchers: Watchers;
  savedSearches: SavedSearches;
  bell: InAppMessage;
  pushSubscriptions: Pick<PushSubscriptions, 'any' | 'of' | 'find' | 'remove'>;
  pushService: Pick<PushService, 'send'>;
  /** Read models stopped by an error. */
  stopped(): Promise<string[]>;
  evidence: Pick<EvidenceCommands, 'sweep' | 'forget'>;
  uploadSweeps: DeadlineDeps['uploadSweeps'];
  /** Listing photos that may be unused. */
  loosePhotos: Pick<UnusedUploads, 'add'>;
  clock: Clock;
  log: Log;
  /** Gives what a policy does its cause. */
  effects?: Pick<Effects, 'within'>;
  /** Ms between two sweeps. */
  sweepEvery?: number;
  /** Ms between attempts of a failing policy; for tests. */
  backoff?: (failures: number) => number;
  /** How a policy waits for its next attempt; for tests with their own time. */
  pause?: Retrying['pause'];
};

/** All queues that the policies work on. */
export const QUEUES = [
  PROVIDER_EVENTS,
  REFUNDS,
  PAYOUTS,
  EVIDENCE_PACKS,
  BANK_CHECKS,
  WAKE_UPS,
  WAKE_UPS_AT_PROVIDER,
  MAIL,
  PUSH,
] as const;

export type RunningPolicies = {
  /** The running subscriptions, for monitoring their lag. */
  subscriptions: readonly Pick<Policy, 'name' | 'handles'>[];
  /** Fires everything due; also called automatically every few seconds. */
  sweep(now?: Instant): Promise<Swept>;
  /** Finishes the current event. The owner of `jobs` closes it. */
  stop(): Promise<void>;
};

/** Money must arrive even if the provider is down for a day: retries at least every five minutes. */
const PROVIDER_CALLS = { concurrency: 4, attempts: 300, backoffMs: 2_000 };

type PolicyParts = DeadlineDeps &
  Pick<
    PoliciesDeps,
    'hashName' | 'sessions' | 'watchers' | 'savedSearches' | 'bell' | 'pushSubscriptions' | 'loosePhotos'
  >;

/** Every policy. `handles` can be read without working dependencies. */
export const policiesOf = (deps: PolicyParts): Policy[] => [
  reservation(deps),
  refunds(deps),
  payouts(deps),
  evidencePacks(deps),
  caseDesks(deps),
  bankVerification(deps),
  payability(deps),
  emails(deps),
  messageEmails(deps),
  staffEmails(deps),
  wakeUps(deps),
  erasures(deps),
  erasedPhotos(deps),
  suspensions(deps),
  inquiries(deps),
  watchers(deps),
  priceOffers(deps),
  savedSearches(deps),
  searchNews(deps),
  listingReports(deps),
  pushes(deps),
  names(deps),
];

/** Starts every policy, its job workers and the sweep. */
export const startPolicies = async (deps: PoliciesDeps): Promise<RunningPolicies> => {
  const { store, codec, repository, leases, jobs, clock, log, backoff, pause } = deps;
  const { checkpoints, handledTypes, failures, quarantine, effects = noEffects } = deps;
  const commands = openCommands(deps);
  const all: PolicyParts = { ...deps, commands, remind: remind(deps) };

  const policies = policiesOf(all);
  await handledTypes.begin(policies);
  const stopping = new AbortController();
  const { signal } = stopping;
  const retrying: Retrying = { log, backoff, pause };
  const running = policies.map(({ handle, ...policy }) => {
    const caused: Policy['handle'] = (event) => {
      const { stream, id: eventId, metadata } = event;
      const cause = { stream, eventId, correlationId: metadata.correlationId, job: null };
      return effects.within(cause, () => handle(event));
    };
    const reading = { store, codec, checkpoints, handledTypes, failures, quarantine, verify: repository.verify };
    const subscription = oneByOne({ ...policy, handle: caused }, { ...reading, ...retrying });
    return runSubscription(subscription, { store, leases, signal, ...retrying });
  });

  /** Stops the subscriptions if starting fails. */
  const orStop = <Begun>(beginning: Promise<Begun>): Promise<Begun> =>
    beginning.catch((error: unknown) => {
      stopping.abort();
      throw error;
    });

  jobs.work(PROVIDER_EVENTS, handleProviderEvent(all), { concurrency: 8, attempts: 20 });
  jobs.work(REFUNDS, sendRefund(all), PROVIDER_CALLS);
  jobs.work(PAYOUTS, sendPayout(all), PROVIDER_CALLS);
  jobs.work(EVIDENCE_PACKS, sendEvidencePack({ ...all, bankPhotos: deps.bankPhotos }), PROVIDER_CALLS);
  jobs.work(BANK_CHECKS, checkBankAccount(all), PROVIDER_CALLS);
  jobs.work(WAKE_UPS, onWakeUp(all), { concurrency: 8, attempts: 3 });
  jobs.work(WAKE_UPS_AT_PROVIDER, onWakeUp(all), { concurrency: 2, attempts: 3 });
  jobs.work(MAIL, sendEmail(deps), { concurrency: 4, attempts: 300, backoffMs: 2_000 });

  jobs.work(PUSH, sendPush(deps), { concurrency: 4, attempts: PUSH_ATTEMPTS, backoffMs: 2_000 });

  const calendar: readonly Recurring[] = [
    bookChecks(deps),
    reconciliations({ ...deps, commands }),
    ...(deps.readModelChecks ? [readModelChecks({ ...deps, readModelChecks: deps.readModelChecks })] : []),
    weeklyReport(deps),
    watchOver(deps),
    cutStreams(deps),
    ...forgetting({ ...deps, commands }),
  ];
  const attendCalendar = await orStop(beginCalendar(clock.now(), calendar, deps));

  const sweeps = openSweeps(all);
  const sweepLocally = async (now: Instant): Promise<Swept> => {
    const swept = await sweeps.local(now);
    return { ...swept, fired: swept.fired + (await attendCalendar(now)) };
  };
  const sweep = async (now: Instant = clock.now()): Promise<Swept> => {
    const local = await sweepLocally(now);
    const atProvider = await sweeps.provider(now);
    return { fired: local.fired + atProvider.fired, waiting: local.waiting + atProvider.waiting };
  };
  const sweepEvery = deps.sweepEvery ?? 10_000;
  const sweepNow = async () => void (await sweepLocally(clock.now()));
  await orStop(jobs.every('sweep', sweepEvery, sweepNow));
  const atProvider = async () => void (await sweeps.provider(clock.now()));
  await orStop(jobs.every('sweepAtProvider', sweepEvery, atProvider, { apart: true }));

  return {
    subscriptions: policies.map(({ name, handles }) => ({ name, handles })),
    sweep,
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
};
