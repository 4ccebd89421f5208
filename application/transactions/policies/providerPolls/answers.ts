import type { TransactionId } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';
import type { ProviderEvent } from '#domain/transactions/commands.ts';
import type { ChargebackState, RefundStanding } from '../../../ports/payments.ts';

/** The failure reason when the provider was asked. */
export const WHEN_ASKED = 'the provider says so when asked';

type Asked = { refundId: string; transactionId: TransactionId; occurredAt: Instant };

/**
 * The provider's answer about a refund as an event; undefined while pending. `question`: distinguishes equal
 * answers when the second is news.
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
 * The state of a chargeback as the events its bank would have sent: first the full loss, then what was returned.
 * The loss is dated earlier.
 */
export const chargebackEvents = (
  asked: AskedChargeback,
  { state, amount, back = 0, ...named }: ChargebackState,
): ProviderEvent[] => {
  if (state === 'open') return [{ ...asked, kind: 'chargeback.opened', amount, ...named }];
  if (back === 0) return [{ ...asked, kind: `chargeback.${state}`, amount }];
  const { eventId, occurredAt } = asked;
  return [
    { ...asked, kind: 'chargeback.lost', amount: amount + back, occurredAt: occurredAt - 1 },
    { ...asked, kind: 'chargeback.won', amount: back, eventId: `${eventId}.back.${back}` },
  ];
};
