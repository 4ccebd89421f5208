import type { Knex } from 'knex';
import type Stripe from 'stripe';
import type { Clock } from '#application/ports/clock.ts';
import type { RefundRequest, RefundStanding } from '#application/ports/payments.ts';
import { callStripe, known } from './calls.ts';
import type { Keys } from './keys.ts';

type Options = { stripe: Stripe; db: Knex; keys: Keys; clock: Clock };

export const stateOf = ({ status }: Pick<Stripe.Refund, 'status'>): RefundStanding['state'] => {
  if (status === 'succeeded') return 'done';
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending';
};

export const openRefunds = ({ stripe, db, keys, clock }: Options) => {
  /** Keys expire after a day, so a late repeat searches the list of refunds. */
  const findLive = async ({ refundId, attempt, paymentId }: RefundRequest): Promise<Stripe.Refund | undefined> => {
    for await (const refund of stripe.refunds.list({ payment_intent: paymentId, limit: 100 })) {
      const { refundId: ours, attempt: made } = refund.metadata ?? {};
      if (ours === refundId && (stateOf(refund) !== 'failed' || Number(made) >= attempt)) return refund;
    }
    return undefined;
  };

  return {
    refund: async (request: RefundRequest): Promise<void> => {
      const { refundId, attempt, paymentId, amount } = request;
      const metadata = { refundId, attempt: String(attempt) };
      const refund = await callStripe(
        async () =>
          (await findLive(request)) ??
          keys.once(`refund-${refundId}-${attempt}`, {
            find: () => findLive(request),
            make: (idempotencyKey) =>
              stripe.refunds.create({ payment_intent: paymentId, amount, metadata }, { idempotencyKey }),
          }),
      );
      await db('stripe.refunds')
        .insert({ refund_id: refundId, stripe_id: refund.id, amount, created_at: clock.now() })
        .onConflict('stripe_id')
        .ignore();
    },

    ask: async (refundId: string): Promise<RefundStanding | undefined> => {
      const latest = await db('stripe.refunds')
        .where({ refund_id: refundId })
        .orderBy([{ column: 'created_at', order: 'desc' }])
        .first('stripe_id');
      if (!latest) return undefined;
      const refund = await known(() => stripe.refunds.retrieve(latest.stripe_id as string));
      return refund && { id: refund.id, state: stateOf(refund), amount: refund.amount };
    },

    /** Cents that have left our balance with an unknown outcome. */
    underWay: async (): Promise<number> => {
      let sum = 0;
      for (const { stripe_id: id, amount } of await db('stripe.refunds').where({ ended: false })) {
        const refund = await known(() => stripe.refunds.retrieve(id as string));
        if (refund && stateOf(refund) === 'pending') sum += refund.currency === 'eur' ? Number(amount) : 0;
        else await db('stripe.refunds').where({ stripe_id: id }).update({ ended: true });
      }
      return sum;
    },
  };
};
