import type { PolicyDeps } from '../../shared/policyDeps.ts';
import type { DueDeadline } from '../storage.ts';
import { askAboutPayout, PAYOUTS } from './payouts.ts';
import { recordEvent } from './providerEvents.ts';
import { refundEvent, WHEN_ASKED } from './providerPolls/answers.ts';
import { askAboutRefund, REFUNDS } from './refunds.ts';

type Deps = Pick<PolicyDeps, 'repository' | 'commands' | 'payments' | 'clock' | 'jobs'>;

/**
 * Closes the checkout before an unpaid transaction expires, so that nothing can be paid afterwards. A new answer
 * is recorded as an event whose id names the question. @throws ProviderUnavailable
 */
export const closeCheckout = async (
  { transactionId, kind }: DueDeadline,
  deps: Deps,
): Promise<'unpaid' | 'paid' | 'processing'> => {
  const transaction = await deps.repository.saleFacts(transactionId);
  if (!transaction?.sessionId) return 'unpaid';
  const { sessionId } = transaction;
  const answer = await deps.payments.expireCheckout(sessionId);
  const common = { occurredAt: deps.clock.now(), transactionId, sessionId };
  if (answer.state === 'paid') {
    const { paymentId, captured, currency } = answer;
    const eventId = `asked.${sessionId}.paid`;
    await recordEvent({ ...common, eventId, kind: 'payment.paid', paymentId, captured, currency }, deps);
    return 'paid';
  }
  // a bank transfer in progress stops the payment window, but not the settlement term
  if (answer.state === 'processing' && kind === 'paymentWindow') {
    await recordEvent({ ...common, eventId: `asked.${sessionId}.processing`, kind: 'payment.processing' }, deps);
    return 'processing';
  }
  return 'unpaid';
};

/**
 * Asks about a refund whose webhook is overdue. True if the provider knew its end. A refund unknown to the
 * provider was never sent, so its job is queued again with the same key. @throws ProviderUnavailable
 */
export const askRefund = async (saleId: string, deps: Deps): Promise<boolean> => {
  const occurredAt = deps.clock.now();
  const refund = await askAboutRefund(saleId, deps);
  if (!refund) return false;
  const { refundId, attempt, stands } = refund;
  if (!stands) {
    const id = `refund.${refundId}.${attempt}.again.${occurredAt}`;
    await deps.jobs.add([{ queue: REFUNDS, id, data: { saleId, refundId, attempt } }]);
  }
  const event = stands && refundEvent({ refundId, transactionId: saleId, occurredAt }, stands, occurredAt);
  if (!event) return false;
  await recordEvent(event, deps);
  return true;
};

/** The same for a payout. @throws ProviderUnavailable */
export const askPayout = async (saleId: string, deps: Deps): Promise<boolean> => {
  // taken before the call: the answer describes this moment or an earlier one
  const occurredAt = deps.clock.now();
  const payout = await askAboutPayout(saleId, deps);
  if (payout && payout.state === undefined) {
    const { payoutId } = payout;
    const id = `payout.${payoutId}.again.${deps.clock.now()}`;
    await deps.jobs.add([{ queue: PAYOUTS, id, data: { saleId, payoutId } }]);
  }
  if (payout?.state !== 'paid' && payout?.state !== 'failed') return false;
  const { payoutId, amount, state } = payout;
  const common = {
    eventId: `asked.${payoutId}.${state}`,
    occurredAt,
    transactionId: saleId,
    payoutId,
  };
  const event =
    state === 'paid'
      ? ({ ...common, kind: 'payout.paid', amount } as const)
      : ({ ...common, kind: 'payout.failed', reason: WHEN_ASKED, accountAtFault: false } as const);
  await recordEvent(event, deps);
  return true;
};
