import { beforeAll, expect, test } from 'vitest';
import { openSimulatedProvider, type SimulatedProvider } from '#infrastructure/payments/simulated/provider.ts';
import { newId } from '#infrastructure/system/ids.ts';
import { manualClock } from '#tests/support/manualClock.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { balanceContract, type ProviderInHand } from './balanceContract.ts';

const database = useDatabase();
const clock = manualClock();
let provider: SimulatedProvider;

beforeAll(() => {
  // nobody receives its webhooks; its books do not depend on them
  provider = openSimulatedProvider({
    db: database.knex,
    clock,
    newId,
    secret: 'shared',
    webhookUrl: 'http://127.0.0.1:9/',
    publicUrl: 'http://127.0.0.1:9',
  });
  provider.controls.holdWebhooks(true);
});

const inHand = (): ProviderInHand => ({
  payments: provider.payments,
  pay: async (amount) => {
    const transactionId = newId();
    const { sessionId } = await provider.payments.openCheckout({
      transactionId,
      attempt: 1,
      amount,
      description: 'A dragon',
      strongAuthentication: false,
      returnUrl: 'http://shop.example/',
      cancelUrl: 'http://shop.example/',
      expiresAt: clock.now() + 60_000,
    });
    await provider.controls.captureAnyway(sessionId, amount);
    const { id } = await database.knex('simulated_provider.payments').where({ checkout_id: sessionId }).first();
    return { transactionId, paymentId: id };
  },
  settle: async () => {
    clock.advance(10_000);
    await provider.deliverPending();
  },
  chargeback: provider.controls.chargeback,
  failNextRefund: () => provider.controls.failRefunds(1),
  ibans: {
    good: 'NL91ABNA0417164300',
    refusing: 'NL18SIMU0000000003',
    returning: 'NL88SIMU0000000004',
  },
  outage: provider.controls.outage,
  newId,
});

balanceContract(inHand);

test('ignores money in other currencies', async () => {
  const { transactionId, paymentId } = await inHand().pay(0);
  await database
    .knex('simulated_provider.payments')
    .where({ id: paymentId })
    .update({ captured: 7_000, currency: 'USD' });
  const before = await provider.payments.balance();
  await provider.payments.refund({ refundId: newId(), attempt: 1, paymentId, amount: 5_000 });
  expect(await provider.payments.balance()).toEqual(before);
  await inHand().settle();
  await provider.controls.chargeback(transactionId, 2_000, 'lost', 'cb_usd', 'USD');
  expect(await provider.payments.balance()).toEqual(before);
});

test('deducts a payout that will bounce while it is under way', async () => {
  const { payments, pay, ibans } = inHand();
  const { transactionId } = await pay(4_000);
  const { available, pending } = await payments.balance();
  const destination = { accountHolder: 'Bert', iban: ibans.returning };
  await payments.payOut({ payoutId: newId(), transactionId, amount: 4_000, destination });
  expect(await payments.balance()).toEqual({ available: available - 4_000, pending: pending + 4_000 });
  clock.advance(3_000);
  await provider.deliverPending();
  expect(await payments.balance()).toEqual({ available: available - 4_000, pending });
});

test('lists its objects page by page, oldest first', async () => {
  const from = clock.now() + 1;
  clock.advance(1);
  const transactions: string[] = [];
  for (let n = 0; n < 103; n++) {
    const { transactionId, paymentId } = await inHand().pay(1_000 + n);
    transactions.push(transactionId);
    if (n < 2) await provider.payments.refund({ refundId: `${transactionId}r1`, attempt: 1, paymentId, amount: 700 });
  }
  await inHand().settle();
  const first = await provider.payments.listObjects({ kind: 'payment', from, after: null });
  const second = await provider.payments.listObjects({ kind: 'payment', from, after: first.next });
  expect([first.objects.length, second.objects.length, second.next]).toEqual([100, 3, null]);
  expect(new Set([...first.objects, ...second.objects].map(({ saleId }) => saleId))).toEqual(new Set(transactions));
  expect((await provider.payments.listObjects({ kind: 'refund', from, after: null })).objects).toMatchObject([
    { reference: expect.stringContaining('r1'), amount: 700, currency: 'EUR', state: 'done' },
    { amount: 700, state: 'done' },
  ]);
  await provider.controls.chargeback(transactions[0] ?? '', 1_000, 'opened', 'cb_listed');
  expect((await provider.payments.listObjects({ kind: 'chargeback', from, after: null })).objects).toMatchObject([
    { id: 'cb_listed', saleId: transactions[0], state: 'open' },
  ]);
  expect((await provider.payments.listObjects({ kind: 'payout', from, after: null })).objects).toEqual([]);
});
