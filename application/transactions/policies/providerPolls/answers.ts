import type { TransactionId } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';
import type { ProviderEvent } from '#domain/transactions/commands.ts';
import type { ChargebackState, RefundStanding } from '../../../ports/payments.ts';

/** Why something has failed that the provider was asked about. */
export const WHEN_ASKED = 'the provider says so when asked';

type Asked = { refundId: string; transactionId: TransactionId; occurredAt: Instant };

/**
 * What the provider answers about a refund, as a fact; undefined while it is under way. `question`: tells apart two answers of the same
 * words, where the second is news.
 */
export const refundEvent = (
  asked: Asked,
  { id: providerRefundId, state, amount }: RefundStanding,
  question?: string | number,
): ProviderEvent | undefined => {
  if (state === 'pending') return undefined;
  const eventId = ['asked', asked.refundId, state, question].filter((part) => part !== undefined).join('.');
  return state === 'done'
    ? { ...asked, eventId, kind: 'refund.done', providerRefundId, amount }
    : { ...asked, eventId, kind: 'refund.failed', providerRefundId, reason: WHEN_ASKED };
};

type AskedChargeback = {
  eventId: string;
  transactionId: TransactionId;
  chargebackId: string;
  occurredAt: Instant;
  currency?: string;
  paymentId?: string;
};

/**
 * How a chargeback stands, as its bank would have told it: that it took all, and then what it has given back of it since. Whichever is
 * heard first, the loss is the older word.
 */
export const chargebackEvents = (
  asked: AskedChargeback,
  { state, amount, back = 0 }: ChargebackState,
): ProviderEvent[] => {
  if (state === 'open') return [{ ...asked, kind: 'chargeback.opened', amount }];
  if (back === 0) return [{ ...asked, kind: `chargeback.${state}`, amount }];
  const { eventId, occurredAt } = asked;
  return [
    { ...asked, kind: 'chargeback.lost', amount: amount + back, occurredAt: occurredAt - 1 },
    { ...asked, kind: 'chargeback.won', amount: back, eventId: `${eventId}.back.${back}` },
  ];
};
