import type { DomainEvent } from '#domain/events.ts';
import { DAY } from '#domain/shared/instants.ts';
import type { TransactionEvent } from '#domain/transactions/events.ts';
import { isTerminal, openChargebacks, type Sale } from '#domain/transactions/sale.ts';
import type { Schedule, ScheduledTask } from '../ports/schedule.ts';
import { idIn, loadSaleFacts } from '../sales/saleFacts.ts';
import { refundFact } from './answers.ts';
import { askPayout } from './askProvider.ts';
import { type Policy, policy } from './policy.ts';
import type { PolicyDeps } from './policyDeps.ts';
import { recordFact } from './providerFacts.ts';
import { REFUNDS } from './refunds.ts';

const HANDLES = [
  'TransactionCancelled',
  'TransactionExpired',
  'PaymentCaptured',
  'PaymentMismatched',
  'DuplicateRefundRequested',
  'RefundFailed',
  'PayoutInitiated',
  'ProviderFactRecorded',
  'ChargebackOpened',
  'LateChargebackOpened',
  'CaseClosed',
] as const satisfies readonly DomainEvent['type'][];

type Deps = Pick<PolicyDeps, 'repository' | 'commands' | 'payments' | 'clock' | 'jobs'> & { schedule: Schedule };

type Subject = 'checkout' | 'refund' | 'duplicateRefund' | 'payout' | 'chargeback';

/** Long enough for the job and for the webhook. */
const PATIENCE = 2 * DAY;
/** Asked every day; whoever is silent then is a case of the staff. */
const LAST_QUESTION = 30;

const inquiry = (
  subject: string,
  reference: string,
  about: Subject,
  asked: number,
  dueAt: number,
  data: Record<string, string> = {},
): ScheduledTask => ({
  id: `inquiry.${[reference, data.series, asked].filter(Boolean).join('.')}`,
  kind: 'inquiry',
  subject,
  dueAt,
  data: { ...data, about, reference, asked: String(asked) },
});

type Question = { about: Subject; reference: string; data?: Record<string, string> };

/** Open, though the sale is over or was paid through an earlier one. */
const isLeftOpen = (sessionId: string, sale: Sale, history: readonly TransactionEvent[]): boolean =>
  sale.paymentId === null
    ? isTerminal(sale)
    : history.some(
        ({ type, data }) =>
          (type === 'PaymentCaptured' || type === 'PaymentMismatched') && data.sessionId !== sessionId,
      );

/** What the provider may have been asked about for the last time without an answer. */
const unanswered = (sale: Sale, history: readonly TransactionEvent[]): Question[] => {
  const { checkout, refund, duplicates } = sale;
  const questions: Question[] = Object.entries(duplicates).flatMap(([paymentId, { state, refundId, amount }]) =>
    state === 'requested'
      ? [{ about: 'duplicateRefund', reference: refundId, data: { paymentId, amount: String(amount) } }]
      : [],
  );
  if (refund?.state === 'failed') questions.push({ about: 'refund', reference: refund.id });
  if (checkout && isLeftOpen(checkout.sessionId, sale, history))
    questions.push({ about: 'checkout', reference: checkout.sessionId });
  return questions;
};

/** A person has read that the provider is silent, which brings nobody's money back. `series`: apart from the questions of before. */
const askAgain = async (
  id: string,
  series: string,
  dueAt: number,
  { repository, schedule }: Pick<Deps, 'repository' | 'schedule'>,
): Promise<void> => {
  const { state, history } = await repository.sales.loadWithHistory(id);
  const asked = await schedule.about('inquiry', id);
  const goesOn = ({ about, reference }: Question) =>
    asked.some(
      ({ data }) => data.about === about && data.reference === reference && Number(data.asked) < LAST_QUESTION,
    );
  for (const question of unanswered(state, history)) {
    const { about, reference, data } = question;
    if (!goesOn(question)) await schedule.put(inquiry(id, reference, about, 1, dueAt, { ...data, series }));
  }
};

/**
 * What may still move at the provider though no deadline of the sale watches it: the checkout of a sale that is over, or that was paid
 * through an earlier one, where a payer may be paying at this moment, a refund that counted as failed and may arrive all the same, that of
 * a payment that came twice, a payout that is silent beyond its watch, and a chargeback. Webhooks and jobs may be lost, so the provider is
 * asked, and once more from the beginning when staff have closed the case that it does not say.
 */
export const inquiries = ({ repository, schedule }: Pick<Deps, 'repository' | 'schedule'>): Policy =>
  policy({
    name: 'inquiries',
    handles: HANDLES,
    begins: { PaymentCaptured: 'start', PaymentMismatched: 'start', CaseClosed: 'start' },
    handle: async (event) => {
      const id = idIn(event.stream);
      const { at } = event.data;
      if (event.type === 'DuplicateRefundRequested') {
        const { refundId, paymentId, amount } = event.data;
        const data = { paymentId, amount: String(amount) };
        await schedule.put(inquiry(id, refundId, 'duplicateRefund', 1, at + PATIENCE, data));
        return;
      }
      if (event.type === 'RefundFailed') {
        const { refundId, attempt } = event.data;
        await schedule.put(inquiry(id, refundId, 'refund', 1, at + PATIENCE, { series: `failed${attempt}` }));
        return;
      }
      if (event.type === 'PayoutInitiated') {
        const { payoutId, watchUntil } = event.data;
        await schedule.put(inquiry(id, payoutId, 'payout', 1, watchUntil + DAY));
        return;
      }
      if (event.type === 'ChargebackOpened' || event.type === 'LateChargebackOpened') {
        // one that is opened again is another matter
        const data = { series: String(event.revision) };
        await schedule.put(inquiry(id, event.data.chargebackId, 'chargeback', 1, at + DAY, data));
        return;
      }
      if (event.type === 'CaseClosed') {
        if (event.data.kind === 'providerSilent')
          await askAgain(id, `closed${event.revision}`, at + DAY, { repository, schedule });
        return;
      }
      if (event.type === 'ProviderFactRecorded') {
        // a bank moves money through a checkout that was closed: the answer of before is none any more
        const { kind, reference } = event.data;
        if (kind === 'payment.processing')
          await schedule.put(inquiry(id, reference, 'checkout', 1, at + DAY, { series: 'processing' }));
        return;
      }
      const sale = await loadSaleFacts(repository, id);
      if (!sale?.sessionId) return;
      const paidThrough = event.type === 'PaymentCaptured' || event.type === 'PaymentMismatched';
      if (paidThrough ? event.data.sessionId !== sale.sessionId : sale.paymentId === null)
        await schedule.put(inquiry(id, sale.sessionId, 'checkout', 1, at));
    },
  });

/** Closed, so that nothing can be paid there any more; what was paid goes back as a late payment. */
const askCheckout = async ({ subject, data }: ScheduledTask, deps: Deps): Promise<boolean> => {
  const sessionId = data.reference ?? '';
  const answer = await deps.payments.expireCheckout(sessionId);
  if (answer.state === 'paid') {
    const { paymentId, captured, currency } = answer;
    const common = { eventId: `asked.${sessionId}.paid`, occurredAt: deps.clock.now(), transactionId: subject };
    await recordFact({ ...common, kind: 'payment.paid', sessionId, paymentId, captured, currency }, deps);
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

/** The sale has heard of the end in some other way. */
const hasEnded = async (
  { subject, data: { about, reference = '' } }: ScheduledTask,
  { repository }: Deps,
): Promise<boolean> => {
  if (about === 'chargeback') return !openChargebacks((await repository.sales.load(subject)).state).includes(reference);
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
  const fact = stands && refundFact({ refundId, transactionId: subject, occurredAt }, stands);
  if (!fact) return false;
  await recordFact(fact, deps);
  return true;
};

/** It is tried again while the sale lasts; of one that a chargeback has ended nobody else asks. */
const askFailedRefund = async ({ subject, data }: ScheduledTask, deps: Deps): Promise<boolean> => {
  const refundId = data.reference ?? '';
  const occurredAt = deps.clock.now();
  const stands = await deps.payments.askRefund(refundId);
  if (!stands) return true;
  const fact = refundFact({ refundId, transactionId: subject, occurredAt }, stands);
  // that it has failed is known
  if (fact?.kind === 'refund.done') await recordFact(fact, deps);
  return fact !== undefined;
};

/** The bank takes weeks, and its word may be lost. */
const askChargeback = async ({ subject, data }: ScheduledTask, deps: Deps): Promise<boolean> => {
  const chargebackId = data.reference ?? '';
  const occurredAt = deps.clock.now();
  const answer = await deps.payments.askChargeback(chargebackId);
  if (!answer || answer.state === 'open') return false;
  const { state, amount } = answer;
  const eventId = `asked.${chargebackId}.${state}.${occurredAt}`;
  const common = { eventId, occurredAt, transactionId: subject, chargebackId, amount };
  await recordFact({ ...common, kind: `chargeback.${state}` }, deps);
  return true;
};

const ask: Record<Subject, (task: ScheduledTask, deps: Deps) => Promise<boolean>> = {
  checkout: askCheckout,
  refund: askFailedRefund,
  duplicateRefund: askDuplicateRefund,
  payout: ({ subject }, deps) => askPayout(subject, deps),
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
  // a bank takes its time: staff have the case from the beginning, and can end it
  if (next <= LAST_QUESTION || subject === 'chargeback')
    await deps.schedule.put(inquiry(task.subject, reference, subject, next, deps.clock.now() + DAY, data));
  else {
    const cause = { id: task.id, step: 'silent' };
    await deps.commands.toSale(task.subject, { type: 'ReportSilence', about: subject }, cause);
  }
  return false;
};
