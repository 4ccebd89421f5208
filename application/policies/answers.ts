import type { TransactionId } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';
import type { ProviderFact } from '#domain/transactions/commands.ts';
import type { RefundStanding } from '../ports/payments.ts';

/** Why something has failed that the provider was asked about. */
export const WHEN_ASKED = 'the provider says so when asked';

type Asked = { refundId: string; transactionId: TransactionId; occurredAt: Instant };

/**
 * What the provider answers about a refund, as a fact; undefined while it is under way. `question`: tells apart two answers of the same
 * words, where the second is news.
 */
export const refundFact = (
  asked: Asked,
  { id: providerRefundId, state, amount }: RefundStanding,
  question?: string | number,
): ProviderFact | undefined => {
  if (state === 'pending') return undefined;
  const eventId = ['asked', asked.refundId, state, question].filter((part) => part !== undefined).join('.');
  return state === 'done'
    ? { ...asked, eventId, kind: 'refund.done', providerRefundId, amount }
    : { ...asked, eventId, kind: 'refund.failed', providerRefundId, reason: WHEN_ASKED };
};
