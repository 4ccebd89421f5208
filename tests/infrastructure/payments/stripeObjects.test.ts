import { describe, expect, test } from 'vitest';
import {
  type ObjectPage,
  type ObjectQuery,
  type ProviderObject,
  ProviderUnavailable,
} from '#application/ports/payments.ts';
import { useStripe } from './stripeAtPeer.ts';

const MINUTE = 60_000;
const stripe = useStripe();
const { stripeItself, paid, sellerReady, payout } = stripe;

describe('the provider’s objects', () => {
  const all = async (kind: ObjectQuery['kind'], from = Date.now() - MINUTE): Promise<ProviderObject[]> => {
    const found: ProviderObject[] = [];
    let after: string | null = null;
    do {
      const page: ObjectPage = await stripe.payments.listObjects({ kind, from, after });
      found.push(...page.objects);
      after = page.next;
    } while (after !== null);
    return found;
  };
  const about = async (kind: ObjectQuery['kind'], transaction: string) =>
    (await all(kind)).filter(({ saleId }) => saleId === transaction);

  test('include payments, our and manual refunds, and chargebacks, each with its transaction', async () => {
    const { transactionId, paymentId } = await paid();
    const refundId = `${transactionId}r1`;
    await stripe.payments.refund({ refundId, attempt: 1, paymentId, amount: 1_000 });
    const byHand = await stripeItself().refunds.create({ payment_intent: paymentId, amount: 700 });
    stripe.peer.endRefund(byHand.id, 'succeeded');
    const chargebackId = stripe.peer.dispute(paymentId, 2_000);
    stripe.peer.dispute(paymentId, 100, 'warning_needs_response');
    expect(await about('payment', transactionId)).toMatchObject([
      { id: paymentId, reference: paymentId, amount: 6_325, currency: 'EUR', state: 'done' },
    ]);
    expect(await about('refund', transactionId)).toMatchObject([
      { id: byHand.id, reference: byHand.id, paymentId, amount: 700, state: 'done' },
      { reference: refundId, paymentId, amount: 1_000, state: 'pending' },
    ]);
    expect(await about('chargeback', transactionId)).toMatchObject([
      { id: chargebackId, paymentId, amount: 2_000, state: 'open' },
    ]);
  });

  test('include transfers, and payouts of each connected account', async () => {
    await stripe.database.knex('stripe.accounts').delete();
    await sellerReady();
    const { transactionId } = await paid();
    await stripe.payments.payOut(payout(transactionId));
    const payoutId = `${transactionId}p1`;
    stripe.peer.endPayout(stripe.peer.of('payout')[0]!.id, 'paid');
    expect(await about('transfer', transactionId)).toMatchObject([
      { reference: payoutId, amount: 5_000, state: 'done' },
    ]);
    expect(await about('payout', transactionId)).toMatchObject([{ reference: payoutId, amount: 5_000, state: 'done' }]);
  });

  test('come page by page, once each, only since the given time', async () => {
    const created = Math.floor(Date.now() / 1_000) + 1_000;
    for (let n = 0; n < 305; n++)
      stripe.peer.put({
        id: `pi_many_${n}`,
        object: 'payment_intent',
        amount_received: n + 1,
        currency: 'jpy',
        metadata: {},
        status: 'succeeded',
        created,
      });
    const first = await stripe.payments.listObjects({ kind: 'payment', from: created * 1_000, after: null });
    expect(first.objects).toHaveLength(300);
    const found = await all('payment', created * 1_000);
    expect(new Set(found.map(({ id }) => id)).size).toBe(305);
    expect(found).toHaveLength(305);
    expect(found[0]).toMatchObject({ currency: 'JPY', saleId: null, createdAt: created * 1_000 });
  });

  test('are unavailable while the provider does not answer', async () => {
    stripe.peer.next('unavailable', 'unavailable', 'unavailable');
    await expect(stripe.payments.listObjects({ kind: 'refund', from: 0, after: null })).rejects.toThrow(
      ProviderUnavailable,
    );
  });
});
