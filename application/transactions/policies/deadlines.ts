import { SHIPPING_COUNTRIES } from '#domain/catalogue/countries.ts';
import type { AccountId } from '#domain/shared/ids.ts';
import type { Deadline, PostalAddress } from '#domain/transactions/commands.ts';
import { armedDeadlines } from '#domain/transactions/deadlines.ts';
import { type TransactionEvent, transactionEvents } from '#domain/transactions/events.ts';
import { type DeadlineKind, isReminder } from '#domain/transactions/process/deadlineTable.ts';
import type { Transaction } from '#domain/transactions/state.ts';
import { standingOf } from '../../accounts/sellerStanding.ts';
import type { Erasure } from '../../accounts/storage.ts';
import type { UploadSweep } from '../../files/unusedUploads.ts';
import { waitsForRelease } from '../../ports/eventCodec.ts';
import type { Job, JobHandler } from '../../ports/jobs.ts';
import { ProviderUnavailable } from '../../ports/payments.ts';
import { StreamQuarantined } from '../../ports/quarantine.ts';
import type { TransactionSummary } from '../../ports/saleFacts.ts';
import type { FailureCountDeps } from '../../shared/failureCounts.ts';
import type { Policy } from '../../shared/policy.ts';
import type { Cause } from '../../shared/policyCommands.ts';
import type { PolicyDeps } from '../../shared/policyDeps.ts';
import type { Loaded } from '../../streams/loading.ts';
import { idIn } from '../../streams/transactionSummary.ts';
import type { EvidenceCommands } from '../evidence.ts';
import type { Deadlines, DueDeadline } from '../storage.ts';
import { askPayout, askRefund, closeCheckout } from './askProvider.ts';
import { NotAsked } from './breaker.ts';

export const WAKE_UPS = 'deadlines';
/** These deadlines ask the provider. Their own queue keeps a slow provider from delaying the others. */
export const WAKE_UPS_AT_PROVIDER = 'deadlinesAtProvider';

const AT_PROVIDER: ReadonlySet<DeadlineKind> = new Set<DeadlineKind>([
  'paymentWindow',
  'settlement',
  'refundWatch',
  'payoutWatch',
  'payoutAsk',
]);

export const laneOf = ({ kind }: Pick<Deadline, 'kind'>): 'local' | 'provider' =>
  AT_PROVIDER.has(kind) ? 'provider' : 'local';

export type DeadlineDeps = PolicyDeps &
  FailureCountDeps & {
    deadlines: Deadlines;
    erasure: Erasure;
    evidence: Pick<EvidenceCommands, 'sweep'>;
    /** Of listings and conversations. */
    uploadSweeps: readonly UploadSweep[];
    /** Sends the e-mail of a reminder or notice. Deterministic, so a repetition sends nothing. */
    remind(deadline: DueDeadline, transaction: TransactionSummary): Promise<void>;
  };

type FiringDeps = Pick<
  DeadlineDeps,
  'repository' | 'commands' | 'payments' | 'jobs' | 'clock' | 'log' | 'deadlines' | 'remind'
>;

/**
 * `fired`: something was written or sent. `waiting`: the provider did not answer or another release must go first;
 * try again later. `nothing`: no longer armed.
 */
export type Firing = 'fired' | 'waiting' | 'nothing';

/** Names a deadline as the cause of what it did. */
export const deadlineName = ({ transactionId, kind, dueAt }: DueDeadline): string =>
  `deadline.${transactionId}.${kind}.${dueAt}`;

/** Schedules a wake-up for each deadline. Only a convenience: the sweep finds deadlines whose wake-up was lost. */
export const wakeUps = ({ repository, jobs }: Pick<PolicyDeps, 'repository' | 'jobs'>): Policy => ({
  name: 'deadlineWakeUps',
  handles: Object.keys(transactionEvents) as TransactionEvent['type'][],
  handle: async (event) => {
    const transactionId = idIn(event.stream);
    const { state, revision } = await repository.transactions.load(transactionId);
    // only a stream's newest event knows its current deadlines
    if (revision !== event.revision) return;
    const armed = armedDeadlines(state);
    const wake = ({ kind, dueAt }: Deadline): Job => {
      const data = { transactionId, kind, dueAt };
      const queue = laneOf(data) === 'provider' ? WAKE_UPS_AT_PROVIDER : WAKE_UPS;
      return { queue, id: deadlineName(data), data, runAt: dueAt };
    };
    if (armed.length > 0) await jobs.add(armed.map(wake));
  },
});

const isArmed = ({ kind, dueAt }: DueDeadline, transaction: Transaction): boolean =>
  armedDeadlines(transaction).some((deadline) => deadline.kind === kind && deadline.dueAt === dueAt);

const fireReminder = async (deadline: DueDeadline, deps: FiringDeps): Promise<Firing> => {
  const transaction = await deps.repository.saleFacts(deadline.transactionId);
  if (deadline.kind === 'payoutAsk') await askPayout(deadline.transactionId, deps);
  else if (transaction) await deps.remind(deadline, transaction);
  await deps.deadlines.markReminderFired(deadline);
  return 'fired';
};

/** The profile's address; undefined if missing or in a country without delivery. */
const addressOf = async ({ repository }: FiringDeps, id: AccountId): Promise<PostalAddress | undefined> => {
  const { shippingAddress, country } = (await repository.accounts.load(id)).state;
  const isKnown = (SHIPPING_COUNTRIES as readonly string[]).includes(country);
  return shippingAddress && isKnown ? { ...shippingAddress, country } : undefined;
};

const fireArmed = async (deadline: DueDeadline, loaded: Loaded<Transaction>, deps: FiringDeps): Promise<Firing> => {
  const { transactionId, kind, dueAt } = deadline;
  if (isReminder(kind)) return fireReminder(deadline, deps);

  const fire = { type: 'FireDeadline', deadline: { kind, dueAt } } as const;
  const cause: Cause = { id: deadlineName(deadline), step: 'fire' };
  const seller = await standingOf(deps.repository, loaded.state.sellerId);
  const send = async (request: Parameters<typeof deps.commands.toTransaction>[1]): Promise<Firing> => {
    const outcome = await deps.commands.toTransaction(loaded, request, cause);
    return (outcome?.events.length ?? 0) > 0 ? 'fired' : 'nothing';
  };

  switch (kind) {
    case 'paymentWindow':
    case 'settlement':
      if ((await closeCheckout(deadline, deps)) !== 'unpaid') return 'fired';
      return send({ ...fire, seller, checkout: 'unpaid' });
    case 'refundWatch':
      return (await askRefund(transactionId, deps)) ? 'fired' : send({ ...fire, seller });
    case 'payoutWatch':
      return (await askPayout(transactionId, deps)) ? 'fired' : send({ ...fire, seller });
    case 'payoutRun':
      return send({ type: 'InitiatePayout', seller });
    case 'returnAnswer':
      return send({ ...fire, seller, returnTo: await addressOf(deps, loaded.state.sellerId) });
    case 'escrowEnd': {
      const { suspended = false } = await standingOf(deps.repository, loaded.state.buyerId);
      return send({ ...fire, seller, buyerSuspended: suspended });
    }
    default:
      return send({ ...fire, seller });
  }
};

const reasonToWait = (error: unknown): string | undefined => {
  if (error instanceof ProviderUnavailable) return 'the provider did not answer; retrying later';
  return waitsForRelease(error) ? 'a deadline waits for another release' : undefined;
};

/**
 * Fires a deadline if it is still armed and due. Its command id consists of transaction, kind and due time, so a
 * repetition does nothing.
 */
export const fireDeadline = async (deadline: DueDeadline, deps: FiringDeps): Promise<Firing> => {
  if (deadline.dueAt > deps.clock.now()) return 'nothing';
  try {
    const loaded = await deps.repository.transactions.load(deadline.transactionId);
    return isArmed(deadline, loaded.state) ? await fireArmed(deadline, loaded, deps) : 'nothing';
  } catch (error) {
    // it stays in the read model and fires after the quarantine
    if (error instanceof StreamQuarantined) return 'nothing';
    if (error instanceof NotAsked) return 'waiting';
    const why = reasonToWait(error);
    if (why === undefined) throw error;
    deps.log.warn({ sale: deadline.transactionId, kind: deadline.kind }, why);
    return 'waiting';
  }
};

/** Handles a wake-up. No retry needed: the sweep finds what is left. */
export const onWakeUp =
  (deps: DeadlineDeps): JobHandler =>
  async ({ data }) => {
    await fireDeadline(data as DueDeadline, deps);
  };
