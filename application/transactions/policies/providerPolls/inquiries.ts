import { DAY } from '#domain/shared/instants.ts';
import { endOfTerm, termsFor } from '#domain/transactions/limits.ts';
import { notArrived, openChargebacks, type Transaction } from '#domain/transactions/state.ts';
import { ProviderRefused, ProviderUnavailable } from '../../../ports/payments.ts';
import { type Policy, policy } from '../../../shared/policy.ts';
import type { PolicyDeps } from '../../../shared/policyDeps.ts';
import type { Schedule, ScheduledTask } from '../../../shared/storage.ts';
import { askPayout, askRefund } from '../askProvider.ts';
import { NotAsked } from '../breaker.ts';
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
 * What may still move at the provider though no deadline of the sale watches it: the checkout of a sale that is over, or that was paid
 * through an earlier one, where a payer may be paying at this moment, a refund that counted as failed and may arrive all the same, that of
 * a payment that came twice, a refund or a payout that is silent beyond its watch, the money of one that did not arrive, and a chargeback. Webhooks
 * and jobs may be lost, so the provider is asked, and once more from the beginning when staff have closed the case that it does not say.
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

/** Closed, so that nothing can be paid there any more; what was paid goes back as a late payment. */
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

/** Another try, or its end, has a question of its own. */
const isUnderWay = ({ refund }: Transaction, refundId: string, attempt = ''): boolean =>
  refund?.state === 'requested' && refund.id === refundId && String(refund.attempt) === attempt;

/** The sale has heard of the end in some other way. */
const hasEnded = async (
  { subject, data: { about, reference = '', attempt } }: ScheduledTask,
  { repository }: Deps,
): Promise<boolean> => {
  if (about === 'chargeback' || about === 'recall' || about === 'refundUnderWay') {
    const { state } = await repository.sales.load(subject);
    if (about === 'refundUnderWay') return !isUnderWay(state, reference, attempt);
    return !(about === 'recall' ? notArrived(state) : openChargebacks(state)).includes(reference);
  }
  const { history } = await repository.sales.loadWithHistory(subject);
  const names = (data: Record<string, unknown>) => data.refundId === reference || data.payoutId === reference;
  return history.some(({ type, data }) => ENDS.includes(type) && names(data));
};

/** A job that died, or was lost, is given again: the provider knows its key. */
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

/** It is tried again while the sale lasts; of one that a chargeback has ended nobody else asks. */
const askFailedRefund = async ({ subject, data }: ScheduledTask, deps: Deps): Promise<boolean> => {
  const refundId = data.reference ?? '';
  const occurredAt = deps.clock.now();
  const stands = await deps.payments.askRefund(refundId);
  if (!stands) return true;
  const fact = refundEvent({ refundId, transactionId: subject, occurredAt }, stands);
  // that it has failed is known
  if (fact?.kind === 'refund.done') await recordEvent(fact, deps);
  return fact !== undefined;
};

/** The bank takes weeks, and its word may be lost. */
const askChargeback = async ({ subject, data }: ScheduledTask, deps: Deps): Promise<boolean> => {
  const chargebackId = data.reference ?? '';
  const occurredAt = deps.clock.now();
  const answer = await deps.payments.askChargeback(chargebackId);
  if (!answer || answer.state === 'open') return false;
  const eventId = `asked.${chargebackId}.${answer.state}.${occurredAt}`;
  const asked = { eventId, occurredAt, transactionId: subject, chargebackId };
  for (const told of chargebackEvents(asked, answer)) await recordEvent(told, deps);
  return true;
};

/** Fetched back once, however often that is asked for. What is refused, or away, on one day may be there on another. */
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

/** Answers whether the provider knew the end. @throws ProviderUnavailable, and the question stays. */
export const makeInquiry = async (task: ScheduledTask, deps: Deps): Promise<boolean> => {
  if (await hasEnded(task, deps)) return false;
  const { about, reference = '', asked, ...data } = task.data;
  const subject = about as Subject;
  const answered = await ask[subject](task, deps);
  const next = Number(asked) + 1;
  if (answered) return true;
  const report = async (about: Exclude<Subject, 'refundUnderWay' | 'chargeback'>) => {
    const cause = { id: task.id, step: 'silent' };
    await deps.commands.toSale(task.subject, { type: 'ReportSilence', about }, cause);
  };
  const isOverdue = subject === 'duplicateRefund' && (await isBeyondWatch(task, deps));
  if (isOverdue) await report('duplicateRefund');
  // staff have the case of these from the beginning, and it ends with an answer
  if (next <= LAST_QUESTION || subject === 'chargeback' || subject === 'payout' || subject === 'refundUnderWay') {
    const { askedAt, ...rest } = data;
    const again = isOverdue || askedAt === undefined ? rest : data;
    await deps.schedule.put(inquiry(task.subject, reference, subject, next, deps.clock.now() + DAY, again));
  } else await report(subject);
  return false;
};

/** The refund of a second payment has no deadline of its own; it is watched for as long as that of a sale, and told to staff once. */
const isBeyondWatch = async (
  { subject, data: { askedAt } }: ScheduledTask,
  { repository, clock }: Deps,
): Promise<boolean> => {
  if (askedAt === undefined) return false;
  const { state } = await repository.sales.load(subject);
  return clock.now() >= endOfTerm(Number(askedAt), termsFor(state).refundWatch);
};
