import type { DomainEvent } from '#domain/events.ts';
import { type Policy, policy } from '../follow.ts';
import type { JobHandler } from '../ports/jobs.ts';
import type { PolicyDeps } from './policyDeps.ts';
import { PROVIDER_FACTS } from './providerFacts.ts';
import { idIn, saleFactsOf } from './saleFacts.ts';

export const REFUNDS = 'refunds';

const HANDLES = [
  'RefundRequested',
  'RefundRetried',
  'DuplicateRefundRequested',
] as const satisfies readonly DomainEvent['type'][];

/** A refund that was decided becomes a job; the job's id is the fact's, the provider's key is the refund's. */
export const refunds = ({ jobs }: Pick<PolicyDeps, 'jobs'>): Policy =>
  policy({
    name: 'refunds',
    handles: HANDLES,
    handle: async (event) => {
      const { refundId } = event.data;
      const attempt = event.type === 'RefundRetried' ? event.data.attempt : 1;
      const data: Record<string, unknown> = { saleId: idIn(event.stream), refundId, attempt };
      // a duplicate payment goes back by itself: it is not the sale's money
      if (event.type === 'DuplicateRefundRequested')
        Object.assign(data, { paymentId: event.data.paymentId, amount: event.data.amount });
      await jobs.add([{ queue: REFUNDS, id: `refund.${event.id}`, data }]);
    },
  });

type Sending = Pick<PolicyDeps, 'journal' | 'payments' | 'providerEvents' | 'jobs' | 'clock' | 'log'>;

/**
 * Asks the provider to pay back. Silence past the watch counts as a failure, so a retry may follow an attempt that is still under way:
 * the provider is asked first, because to some a higher attempt is another refund. @throws ProviderUnavailable, and the job comes again.
 */
export const sendRefund =
  ({ journal, payments, providerEvents, jobs, clock, log }: Sending): JobHandler =>
  async ({ data }) => {
    const { saleId, refundId, attempt } = data as { saleId: string; refundId: string; attempt: number };
    if (typeof data.paymentId === 'string')
      return payments.refund({ refundId, attempt, paymentId: data.paymentId, amount: data.amount as number });
    const { events } = await journal.load(`transaction-${saleId}`);
    const sale = saleFactsOf(saleId, events);
    const requested = events.find((event) => event.type === 'RefundRequested' && event.data.refundId === refundId);
    if (!sale?.paymentId || requested?.type !== 'RefundRequested') {
      log.error({ sale: saleId, refund: refundId }, 'a refund has no payment to come from');
      return;
    }
    // this job waited so long that another attempt has taken its place
    const isOutdated = events.some(
      (event) => event.type === 'RefundRetried' && event.data.refundId === refundId && event.data.attempt > attempt,
    );
    if (isOutdated) return;
    const state = attempt > 1 ? await payments.askRefund(refundId) : undefined;
    if (state === 'pending') return;
    if (state === 'done') {
      const eventId = `asked.${refundId}.done.${attempt}`;
      const common = { eventId, occurredAt: clock.now(), transactionId: saleId };
      await providerEvents.keep(
        { ...common, kind: 'refund.done', refundId, amount: requested.data.amount },
        clock.now(),
      );
      await jobs.add([{ queue: PROVIDER_FACTS, id: eventId, data: { eventId } }]);
      return;
    }
    await payments.refund({ refundId, attempt, paymentId: sale.paymentId, amount: requested.data.amount });
  };

/** What became of the refund under way, asked of the provider because its webhook is overdue. */
export const askAboutRefund = async (
  saleId: string,
  { journal, payments }: Pick<PolicyDeps, 'journal' | 'payments'>,
): Promise<{ refundId: string; amount: number; state: 'pending' | 'done' | 'failed' | undefined } | undefined> => {
  const { events } = await journal.load(`transaction-${saleId}`);
  const last = events.findLast((event) => event.type === 'RefundRequested');
  if (last?.type !== 'RefundRequested') return undefined;
  const { refundId, amount } = last.data;
  return { refundId, amount, state: await payments.askRefund(refundId) };
};
