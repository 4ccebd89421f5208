import type { Instant } from '#domain/shared/instants.ts';
import { checkAgain } from '../accounts/policies/bankVerification.ts';
import { eraseDue } from '../accounts/policies/erasure.ts';
import { lapsePriceOffers } from '../listings/policies/priceOffers.ts';
import { sendSearchNews } from '../listings/policies/searchNews.ts';
import { sendWatchedNews } from '../listings/policies/watchers.ts';
import { sendDigest } from '../notifications/emails/digestQueue.ts';
import { orderDigest } from '../notifications/policies/pushDigest.ts';
import { type FailureCounts, openFailureCounts } from '../shared/failureCounts.ts';
import type { ScheduledTask } from '../shared/storage.ts';
import { NotAsked, openBreaker, unasked } from '../transactions/policies/breaker.ts';
import { type DeadlineDeps, type Firing, fireDeadline, laneOf } from '../transactions/policies/deadlines.ts';
import { endBankHold } from '../transactions/policies/payability.ts';
import { sweepProviderEvents } from '../transactions/policies/providerEvents.ts';
import { makeInquiry } from '../transactions/policies/providerPolls/inquiries.ts';
import { releaseAbandonedReservation } from '../transactions/policies/reservation.ts';
import type { DueDeadline } from '../transactions/storage.ts';

/** `waiting`: due, but the provider does not answer now. */
export type Swept = { fired: number; waiting: number };

/** Work that calls the provider has its own lane, so that a slow provider does not delay the rest. */
export type Lane = 'local' | 'provider';

const PAGE = 200;

type Sweeping = DeadlineDeps & { failureCounts: FailureCounts };

const sweepDeadlineRows = async (now: Instant, lane: Lane, deps: Sweeping): Promise<Swept> => {
  const seen = new Set<string>();
  const swept: Swept = { fired: 0, waiting: 0 };
  for (;;) {
    // fired rows stay until the read model catches up, so the next page starts after those already seen
    const due = await deps.deadlines.due(now, seen.size + PAGE);
    const fresh = due.filter((deadline) => !seen.has(keyOf(deadline)));
    if (fresh.length === 0) return swept;
    for (const deadline of fresh) {
      seen.add(keyOf(deadline));
      if (laneOf(deadline) !== lane) continue;
      const firing = await attempt(deadline, deps);
      if (firing === 'fired') swept.fired++;
      if (firing === 'waiting') swept.waiting++;
    }
  }
};

const keyOf = ({ transactionId, kind, dueAt }: DueDeadline): string => `${transactionId}.${kind}.${dueAt}`;

/** A transaction that fails must not stop the others. */
const attempt = async (deadline: DueDeadline, deps: Sweeping): Promise<Firing> => {
  try {
    const firing = await fireDeadline(deadline, deps);
    deps.failureCounts.succeeded(keyOf(deadline));
    return firing;
  } catch (error) {
    const details = { sale: deadline.transactionId, kind: deadline.kind, error: String(error) };
    deps.log.error(details, 'a deadline could not be fired; the next sweep retries');
    await deps.failureCounts.failed(keyOf(deadline), deadline.transactionId, error);
    return 'waiting';
  }
};

const TASKS = {
  orphanCheck: releaseAbandonedReservation,
  bankHoldEnds: endBankHold,
  bankCheck: checkAgain,
  inquiry: makeInquiry,
  waitingForPayout: async () => false,
  told: async () => false,
  held: async () => false,
  digest: sendDigest,
  heldPush: async () => false,
  pushDigest: orderDigest,
  fromStranger: async () => false,
  watched: async () => false,
  watchedUpTo: async () => false,
  watchedNews: sendWatchedNews,
  proposal: lapsePriceOffers,
  proposalToSeller: async () => false,
  found: async () => false,
  foundUpTo: async () => false,
  searchNews: sendSearchNews,
} satisfies Record<ScheduledTask['kind'], (task: ScheduledTask, deps: DeadlineDeps) => Promise<boolean>>;

/** A failing task stays for the next sweep and does not block the tasks behind it. */
const runTasks = async (now: Instant, lane: Lane, deps: DeadlineDeps): Promise<number> => {
  const seen = new Set<string>();
  let done = 0;
  const run = async (task: ScheduledTask): Promise<void> => {
    if ((task.kind === 'inquiry') !== (lane === 'provider')) return;
    try {
      if (await TASKS[task.kind](task, deps)) done++;
      await deps.schedule.remove(task.id);
    } catch (error) {
      if (error instanceof NotAsked) return;
      deps.log.warn({ task: task.id, error: String(error) }, 'a task failed; the next sweep retries');
    }
  };
  for (;;) {
    const due = await deps.schedule.due(now, seen.size + PAGE);
    const fresh = due.filter(({ id }) => !seen.has(id));
    if (fresh.length === 0) return done;
    for (const task of fresh) {
      seen.add(task.id);
      await run(task);
    }
  }
};

/**
 * Fires everything due at `now`, using tables only, because the job queue may be lost. Call each lane every few
 * seconds, and again while `fired` is above 0, because one firing can make another due. Repeated and concurrent
 * calls are harmless.
 */
export const openSweeps = (deps: DeadlineDeps): Record<Lane, (now: Instant) => Promise<Swept>> => {
  const shared = { ...deps, failureCounts: openFailureCounts(deps, 'sweep') };
  const withoutProvider = { ...shared, payments: unasked(deps.payments) };
  const breaker = openBreaker(deps.payments);
  const guarded = { ...shared, payments: breaker.payments };
  return {
    local: async (now) => {
      await sweepProviderEvents(withoutProvider);
      const swept = await sweepDeadlineRows(now, 'local', withoutProvider);
      await deps.evidence.sweep(now);
      for (const pictures of deps.uploadSweeps) await pictures.sweep(now);
      const done = await runTasks(now, 'local', withoutProvider);
      return { ...swept, fired: swept.fired + done + (await eraseDue(now, deps)) };
    },
    provider: async (now) => {
      breaker.begin();
      await sweepProviderEvents(guarded);
      const swept = await sweepDeadlineRows(now, 'provider', guarded);
      return { ...swept, fired: swept.fired + (await runTasks(now, 'provider', guarded)) };
    },
  };
};
