import { DAY } from '#domain/shared/instants.ts';
import { notArrived, openChargebacks, type Transaction } from '#domain/transactions/state.ts';
import { endOfTerm } from '#domain/transactions/terms/terms.ts';
import { termsFor } from '#domain/transactions/terms/termsFor.ts';
import { ProviderRefused, ProviderUnavailable } from '../../../ports/payments.ts';
import { type Policy, policy } from '../../../shared/policy.ts';
import type { PolicyDeps } from '../../../shared/policyDeps.ts';
import type { Schedule, ScheduledTask } from '../../../shared/storage.ts';
import { askPayout, askRefund } from '../askProvider.ts';
import { NotAsked } from '../breaker.ts';
import { EVIDENCE_PACKS } from '../evidencePacks.ts';
import { recordEvent } from '../providerEvents.ts';
import { REFUNDS } from '../refunds.ts';
import { chargebackEvents, refundEvent } from './answers.ts';
import {
  ASKED_AFTER,
  type Asking,
  askAboutCheckout,
  askAgain,
  inquiry,
  LAST_QUESTION,
  questionAfter,
  type Subject,
} from './questions.ts';

type Deps = Pick<PolicyDeps, 'repository' | 'commands' | 'payments' | 'clock' | 'jobs'> & { schedule: Schedule };

/**
 * Polls the provider about movements that no deadline watches: open checkouts of ended transactions or of ones
 * paid through another checkout, failed refunds that may still arrive, duplicate payments, refunds and payouts
 * silent beyond their watch, failed payouts and chargebacks. Webhooks and jobs may be lost. Polling restarts when
 * staff close a case about a silent provider.
 */
export const inquiries = ({ repository, schedule }: Asking): Policy =>
  policy({
    name: 'inquiries',
    handles: ASKED_AFTER,
    begins: {
      PaymentCaptured: 'start',
      PaymentMismatched: 'start',
      RefundRequested: 'start',
      RefundRetried: 'start',
      CaseClosed: 'start',
      PayoutFailed: 'start',
      PayoutRefused: 'start',
      PayoutReturned: 'start',
      OverpaymentReturned: 'start',
    },
    handle: async (event) => {
      switch (event.type) {
        case 'TransactionCancelled':
        case 'TransactionExpired':
        case 'PaymentCaptured':
        case 'PaymentMismatched':
          return askAboutCheckout(event, { repository, schedule });
        case 'CaseClosed':
          return event.data.kind === 'providerSilent' ? askAgain(event, { repository, schedule }) : undefined;
        default: {
          const question = questionAfter(event);
          if (question) await schedule.put(question);
        }
      }
    },
  });

/** Closes the checkout so that nothing can be paid there. Money already paid is refunded as a late payment. */
const askCheckout = async ({ subject, data }: ScheduledTask, deps: Deps): Promise<boolean> => {
  const sessionId = data.reference ?? '';
  const answer = await deps.payments.expireCheckout(sessionId);
  if (answer.state === 'paid') {
    const { paymentId, captured, currency } = answer;
    const common = { eventId: `asked.${sessionId}.paid`, occurredAt: deps.clock.now(), transactionId: subject };
    await recordEvent({ ...common, kind: 'payment.paid', sessionId, paymentId, captured, currency }, deps);
  }
  return answer.state !== 'processing';
};

const ENDS: readonly string[] = [
  'RefundCompleted',
  'PartialRefundCompleted',
  'RefundArrivedLate',
  'DuplicateRefundCompleted',
  'DuplicateRefundFailed',
  'PayoutCompleted',
  'PayoutFailed',
  'PayoutRefused',
];

/** Another attempt, or its end, has its own poll. */
const isUnderWay = ({ refund }: Transaction, refundId: string, attempt = ''): boolean =>
  refund?.state === 'requested' && refund.id === refundId && String(refund.attempt) === attempt;

/** The transaction has learned of the end in another way. */
const hasEnded = async (
  { subject, data: { about, reference = '', attempt } }: ScheduledTask,
  { repository }: Deps,
): Promise<boolean> => {
  if (about === 'chargeback' || about === 'recall' || about === 'refundUnderWay') {
    const { state } = await repository.transactions.load(subject);
    if (about === 'refundUnderWay') return !isUnderWay(state, reference, attempt);
    return !(about === 'recall' ? notArrived(state) : openChargebacks(state)).includes(reference);
  }
  const { history } = await repository.transactions.loadWithHistory(subject);
  const names = (data: Record<string, unknown>) => data.refundId === reference || data.payoutId === reference;
  return history.some(({ type, data }) => ENDS.includes(type) && names(data));
};

/** Queues the job again if it was lost; the provider recognises its key. */
const askDuplicateRefund = async ({ id, subject, data }: ScheduledTask, deps: Deps): Promise<boolean> => {
  const refundId = data.reference ?? '';
  const { paymentId = '', amount = '' } = data;
  const occurredAt = deps.clock.now();
  const stands = await deps.payments.askRefund(refundId);
  if (stands === undefined) {
    const job = { saleId: subject, refundId, attempt: 1, paymentId, amount: Number(amount) };
    await deps.jobs.add([{ queue: REFUNDS, id: `refund.again.${id}`, data: job }]);
  }
  const fact = stands && refundEvent({ refundId, transactionId: subject, occurredAt }, stands);
  if (!fact) return false;
  await recordEvent(fact, deps);
  return true;
};

/** The transaction retries a failed refund while it lasts. After a chargeback ended it, nobody else asks. */
const askFailedRefund = async ({ subject, data }: ScheduledTask, deps: Deps): Promise<boolean> => {
  const refundId = data.reference ?? '';
  const occurredAt = deps.clock.now();
  const stands = await deps.payments.askRefund(refundId);
  if (!stands) return true;
  const fact = refundEvent({ refundId, transactionId: subject, occurredAt }, stands);
  // a failure is already known
  if (fact?.kind === 'refund.done') await recordEvent(fact, deps);
  return fact !== undefined;
};

/** Sends an evidence pack again if its job was lost or gave up; the provider recognises it. */
const sendAgain = async ({ id, subject }: ScheduledTask, chargebackId: string, deps: Deps): Promise<void> => {
  const { pack } = (await deps.repository.transactions.load(subject)).state.chargebacks[chargebackId] ?? {};
  if (pack?.stands !== 'submitted') return;
  const job = { saleId: subject, chargebackId, attempt: pack.attempt };
  await deps.jobs.add([{ queue: EVIDENCE_PACKS, id: `evidence.again.${id}`, data: job }]);
};

/** Banks take weeks, and their message may be lost. */
const askChargeback = async (task: ScheduledTask, deps: Deps): Promise<boolean> => {
  const { subject, data } = task;
  const chargebackId = data.reference ?? '';
  await sendAgain(task, chargebackId, deps);
  const occurredAt = deps.clock.now();
  const answer = await deps.payments.askChargeback(chargebackId);
  if (!answer || answer.state === 'open') return false;
  const eventId = `asked.${chargebackId}.${answer.state}.${occurredAt}`;
  const asked = { eventId, occurredAt, transactionId: subject, chargebackId };
  for (const told of chargebackEvents(asked, answer)) await recordEvent(told, deps);
  return true;
};

/** Recalls the money once, however often it is called. A refusal or outage today may be gone tomorrow. */
const recallPayout = async ({ data }: ScheduledTask, { payments }: Deps): Promise<boolean> => {
  try {
    await payments.recallPayout(data.reference ?? '');
    return true;
  } catch (error) {
    if (error instanceof NotAsked) throw error;
    if (error instanceof ProviderRefused || error instanceof ProviderUnavailable) return false;
    throw error;
  }
};

const ask: Record<Subject, (task: ScheduledTask, deps: Deps) => Promise<boolean>> = {
  checkout: askCheckout,
  refund: askFailedRefund,
  refundUnderWay: ({ subject }, deps) => askRefund(subject, deps),
  duplicateRefund: askDuplicateRefund,
  payout: ({ subject }, deps) => askPayout(subject, deps),
  recall: recallPayout,
  chargeback: askChargeback,
};

/** Returns whether the provider knew the end. @throws ProviderUnavailable, and the poll stays */
export const makeInquiry = async (task: ScheduledTask, deps: Deps): Promise<boolean> => {
  if (await hasEnded(task, deps)) return false;
  const { about, reference = '', asked, ...data } = task.data;
  const subject = about as Subject;
  const answered = await ask[subject](task, deps);
  const next = Number(asked) + 1;
  if (answered) return true;
  const report = async (about: Exclude<Subject, 'refundUnderWay' | 'chargeback'>) => {
    const cause = { id: task.id, step: 'silent' };
    await deps.commands.toTransaction(task.subject, { type: 'ReportSilence', about }, cause);
  };
  const isOverdue = subject === 'duplicateRefund' && (await isBeyondWatch(task, deps));
  if (isOverdue) await report('duplicateRefund');
  // staff already have a case for these, and it ends with an answer
  if (next <= LAST_QUESTION || subject === 'chargeback' || subject === 'payout' || subject === 'refundUnderWay') {
    const { askedAt, ...rest } = data;
    const again = isOverdue || askedAt === undefined ? rest : data;
    await deps.schedule.put(inquiry(task.subject, reference, subject, next, deps.clock.now() + DAY, again));
  } else await report(subject);
  return false;
};

/**
 * The refund of a duplicate payment has no deadline. It is watched as long as a transaction's refund and then
 * reported to staff once.
 */
const isBeyondWatch = async (
  { subject, data: { askedAt } }: ScheduledTask,
  { repository, clock }: Deps,
): Promise<boolean> => {
  if (askedAt === undefined) return false;
  const { state } = await repository.transactions.load(subject);
  return clock.now() >= endOfTerm(Number(askedAt), termsFor(state).refundWatch);
};
