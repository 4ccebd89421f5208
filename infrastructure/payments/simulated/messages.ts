import { z } from 'zod';
import type { ProviderEvent } from '#domain/transactions/commands.ts';

/** A webhook of this provider: event id, type, instant (epoch ms) and object. */
const message = z.object({
  id: z.string().min(1).max(100),
  type: z.string().max(100),
  createdAt: z.int(),
  data: z.object({
    transactionId: z.string().max(100),
    reference: z.string().max(100),
    /** Nullable: the domain rejects an impossible amount, not the parser. */
    amount: z.number().nullable().default(null),
    currency: z.string().default('EUR'),
    checkoutId: z.string().optional(),
    /** The payment of a chargeback. */
    paymentId: z.string().max(100).optional(),
    reason: z.string().default(''),
    /** The last day for evidence about a chargeback. */
    respondBy: z.int().optional(),
    accountAtFault: z.boolean().default(false),
  }),
});

export type ProviderMessage = z.input<typeof message>;
export type MessageData = ProviderMessage['data'];

/** Translates a message; an unknown type becomes `other`. Undefined if it is not a message. */
export const toProviderEvent = (body: Buffer): ProviderEvent | undefined => {
  let json: unknown;
  try {
    json = JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
  const parsed = message.safeParse(json);
  if (!parsed.success) return undefined;
  const { id, type, createdAt, data } = parsed.data;
  const { reference, reason, transactionId, accountAtFault, paymentId, respondBy } = data;
  const common = { eventId: id, occurredAt: createdAt, transactionId };
  const amount = data.amount ?? 0;
  const sessionId = data.checkoutId ?? reference;
  switch (type) {
    case 'checkout.processing':
      return { ...common, kind: 'payment.processing', sessionId };
    case 'checkout.paid':
      return {
        ...common,
        kind: 'payment.paid',
        sessionId,
        paymentId: reference,
        captured: amount,
        currency: data.currency,
      };
    case 'checkout.failed':
      return { ...common, kind: 'payment.failed', sessionId, reason };
    case 'refund.succeeded':
      return { ...common, kind: 'refund.done', refundId: reference, providerRefundId: reference, amount };
    case 'refund.failed':
      return { ...common, kind: 'refund.failed', refundId: reference, providerRefundId: reference, reason };
    case 'payout.paid':
      return { ...common, kind: 'payout.paid', payoutId: reference, amount };
    case 'payout.failed':
      return { ...common, kind: 'payout.failed', payoutId: reference, reason, accountAtFault };
    case 'payout.returned':
      return { ...common, kind: 'payout.returned', payoutId: reference, reason, amount };
    case 'chargeback.opened':
    case 'chargeback.won':
    case 'chargeback.lost':
      return {
        ...common,
        kind: type,
        chargebackId: reference,
        amount,
        currency: data.currency,
        ...(paymentId !== undefined && { paymentId }),
        ...(respondBy !== undefined && { reason, respondBy }),
      };
    default:
      return { ...common, kind: 'other', name: type, reference, amount: data.amount };
  }
};
