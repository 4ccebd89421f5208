import type { PolicyDeps } from '../../shared/policyDeps.ts';
import type { DueDeadline } from '../storage.ts';
import { askAboutPayout, PAYOUTS } from './payouts.ts';
import { recordEvent } from './providerEvents.ts';
import { refundEvent, WHEN_ASKED } from './providerPolls/answers.ts';
import { askAboutRefund, REFUNDS } from './refunds.ts';

type Deps = Pick<PolicyDeps, 'repository' | 'commands' | 'payments' | 'clock' | 'jobs'>;

/**
 * Before an unpaid sale expires its checkout is closed at the provider; after that nothing can be paid there. An answer that is news
 * goes to the sale as a fact, under an id that says which question it answers. @throws ProviderUnavailable
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
  // a bank that is still processing stops the window; after the settlement term it had its time
  if (answer.state === 'processing' && kind === 'paymentWindow') {
    await recordEvent({ ...common, eventId: `asked.${sessionId}.processing`, kind: 'payment.processing' }, deps);
    return 'processing';
  }
  return 'unpaid';
};

/**
 * The refund under way, asked because its webhook is overdue; true when the provider knew the end. One that the provider does not know has
 * never gone out (its job has died, or was lost), so it is sent again under its own key. @throws ProviderUnavailable
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

/** The payout under way, likewise. @throws ProviderUnavailable */
export const askPayout = async (saleId: string, deps: Deps): Promise<boolean> => {
  // the answer may be long on its way, and what it tells is not later than the question
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
