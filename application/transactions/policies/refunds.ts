import type { DomainEvent } from '#domain/events.ts';
import type { JobHandler } from '../../ports/jobs.ts';
import { ProviderRefused, type RefundStanding } from '../../ports/payments.ts';
import { type Policy, policy } from '../../shared/policy.ts';
import type { PolicyDeps } from '../../shared/policyDeps.ts';
import { idIn, transactionSummaryOf } from '../../streams/transactionSummary.ts';
import { keepEvent } from './providerEvents.ts';
import { refundEvent } from './providerPolls/answers.ts';

export const REFUNDS = 'refunds';

const HANDLES = [
  'RefundRequested',
  'RefundRetried',
  'DuplicateRefundRequested',
] as const satisfies readonly DomainEvent['type'][];

/** Turns a decided refund into a job. The event's id is the job id; the refund's id is the provider's key. */
export const refunds = ({ jobs }: Pick<PolicyDeps, 'jobs'>): Policy =>
  policy({
    name: 'refunds',
    handles: HANDLES,
    handle: async (event) => {
      const { refundId } = event.data;
      const attempt = event.type === 'RefundRetried' ? event.data.attempt : 1;
      const data: Record<string, unknown> = { saleId: idIn(event.stream), refundId, attempt };
      // a duplicate payment is refunded on its own, because it is not part of the transaction's money
      if (event.type === 'DuplicateRefundRequested')
        Object.assign(data, { paymentId: event.data.paymentId, amount: event.data.amount });
      await jobs.add([{ queue: REFUNDS, id: `refund.${event.id}`, data }]);
    },
  });

type Sending = Pick<PolicyDeps, 'repository' | 'payments' | 'providerEvents' | 'jobs' | 'clock' | 'log'>;

/**
 * Requests a refund from the provider. A silent attempt counts as failed after its watch, so an earlier attempt
 * may still be running: we ask first, because some providers treat a higher attempt as a new refund. A final
 * refusal counts as failed. @throws ProviderUnavailable, and the job is retried
 */
export const sendRefund =
  (deps: Sending): JobHandler =>
  async ({ data }) => {
    const { saleId, refundId, attempt } = data as { saleId: string; refundId: string; attempt: number };
    const from = typeof data.paymentId === 'string' ? duplicateIn(data) : await refundOf(saleId, refundId, deps);
    if (!from) return deps.log.error({ sale: saleId, refund: refundId }, 'a refund has no payment to come from');
    const { paymentId, amount, latest, wanted } = from;
    // the job waited so long that a newer attempt or a chargeback has replaced it
    if (latest > attempt || !wanted) return;
    const stands = attempt > 1 ? await deps.payments.askRefund(refundId) : undefined;
    if (stands?.state === 'pending') return;
    const common = { occurredAt: deps.clock.now(), transactionId: saleId, refundId };
    const done = stands?.state === 'done' ? refundEvent(common, stands, attempt) : undefined;
    if (done) return keepEvent(done, deps);
    try {
      await deps.payments.refund({ refundId, attempt, paymentId, amount });
    } catch (error) {
      if (!(error instanceof ProviderRefused)) throw error;
      const eventId = `refused.${refundId}.${attempt}`;
      await keepEvent({ ...common, eventId, kind: 'refund.failed', reason: error.message }, deps);
    }
  };

/** `latest`: the highest attempt decided. `wanted`: the money is still here to be refunded. */
type Source = { paymentId: string; amount: number; latest: number; wanted: boolean };

const duplicateIn = ({ paymentId, amount }: Record<string, unknown>): Source => ({
  paymentId: paymentId as string,
  amount: amount as number,
  latest: 1,
  wanted: true,
});

const refundOf = async (
  saleId: string,
  refundId: string,
  { repository }: Pick<PolicyDeps, 'repository'>,
): Promise<Source | undefined> => {
  const { history, state } = await repository.transactions.loadWithHistory(saleId);
  const transaction = transactionSummaryOf(history);
  const asked = history.findLast(
    ({ type, data }) => (type === 'RefundRequested' || type === 'RefundRetried') && data.refundId === refundId,
  );
  if (!transaction?.paymentId || !asked) return undefined;
  const attempts = history.flatMap((event) =>
    event.type === 'RefundRetried' && event.data.refundId === refundId ? [event.data.attempt] : [],
  );
  const { refund, money } = state;
  // a chargeback may have taken all or part of it since
  const amount = refund?.id === refundId ? refund.amount : 0;
  const wanted = amount > 0 && money === 'refunding';
  return { paymentId: transaction.paymentId, amount, latest: Math.max(1, ...attempts), wanted };
};

/** The state of the current refund, asked because its webhook is overdue. */
export const askAboutRefund = async (
  saleId: string,
  { repository, payments }: Pick<PolicyDeps, 'repository' | 'payments'>,
): Promise<{ refundId: string; attempt: number; stands: RefundStanding | undefined } | undefined> => {
  const { refund } = (await repository.transactions.load(saleId)).state;
  if (refund?.state !== 'requested') return undefined;
  const { id: refundId, attempt } = refund;
  return { refundId, attempt, stands: await payments.askRefund(refundId) };
};
