import { beforeAll, expect, test } from 'vitest';
import { MINUTE } from '#domain/shared/instants.ts';
import { succeeded } from '#infrastructure/demo/client.ts';
import { type Member, useMarketplace } from '#tests/support/marketplace.ts';
import { sales } from '../../http/sale.ts';

const market = useMarketplace();
const { bought, checkout, becomes, paid, shipped } = sales(market);
let seller: Member;
let buyer: Member;
beforeAll(async () => {
  seller = await market().seller('Bertram');
  buyer = await market().member('Adalene');
});

const controls = () => market().marketplace.provider.controls;
const typesOf = async (id: string) =>
  (await market().marketplace.journal.load(`transaction-${id}`)).events.map(({ type }) => type);
const countOf = async (id: string, type: string) => (await typesOf(id)).filter((each) => each === type).length;

test('a transaction from checkout page to payout [L-040] [L-123]', async () => {
  const transaction = await shipped(buyer, seller);
  succeeded(await buyer.post(`transaction/${transaction.id}/confirm-delivery`), 'delivery');
  await becomes(buyer, transaction, 'READY_FOR_PAYOUT');
  await market().passDays(8);
  await market().advance(MINUTE);
  await becomes(buyer, transaction, 'COMPLETED');
  expect(await controls().balance()).toBe(325);
  const subjects = (await market().emails(seller.email)).map(({ subject }) => subject);
  expect(subjects).toContain('Paid out: €55.00');
});

test('sends one verification e-mail per registration', async () => {
  const emails = await market().emails(seller.email);
  expect(emails.filter(({ text }) => text.includes('/verify-email?token='))).toHaveLength(1);
});

test('counts duplicate and reordered webhooks once [L-038]', async () => {
  const sold = await bought(buyer, seller);
  const page = await checkout(buyer, sold);
  controls().holdWebhooks(true);
  await market().pay(page, 'processing');
  await market().advance(3 * MINUTE);
  controls().sendTwice(true);
  controls().newestFirst(true);
  controls().holdWebhooks(false);
  await becomes(buyer, sold, 'AWAIT_SHIPPING');
  await market().settle();
  controls().sendTwice(false);
  controls().newestFirst(false);
  expect(await countOf(sold.id, 'PaymentCaptured')).toBe(1);
  expect(await countOf(sold.id, 'RefundRequested')).toBe(0);
});

test('answers 400 to a forged webhook and changes nothing [L-037]', async () => {
  const sold = await bought(buyer, seller);
  await checkout(buyer, sold);
  const data = { transactionId: sold.id, reference: 'pay_x', checkoutId: 'cs_x', amount: 5_825 };
  const body = JSON.stringify({ id: 'evt_forged', type: 'checkout.paid', createdAt: Date.now(), data });
  const headers = {
    'x-provider-signature': `t=${Date.now()},v1=${'0'.repeat(64)}`,
    'content-type': 'application/json',
  };
  const response = await fetch(`${market().url}/api/webhooks/payments`, { method: 'POST', body, headers });
  expect(response.status).toBe(400);
  await market().settle();
  expect(await countOf(sold.id, 'PaymentCaptured')).toBe(0);
});

test('completes a refund once the provider is back', async () => {
  const sold = await paid(buyer, seller);
  controls().outage(true);
  succeeded(
    await seller.post(`transaction/${sold.id}/cancel`, { reason: 'SHIPPING_ISSUES', otherReason: null }),
    'cancel',
  );
  await becomes(buyer, sold, 'REFUND_BUYER');
  controls().outage(false);
  await becomes(buyer, sold, 'REFUND_BUYER');
  await expect
    .poll(() => market().marketplace.provider.payments.askRefund(`${sold.id}r1`))
    .toMatchObject({ state: 'pending' });
  await market().advance(MINUTE);
  await becomes(buyer, sold, 'REFUNDED');
  expect(await countOf(sold.id, 'RefundCompleted')).toBe(1);
});

test('refunds a wrong amount automatically [L-039]', async () => {
  const sold = await bought(buyer, seller);
  const page = await checkout(buyer, sold);
  const sessionId = new URL(page).pathname.split('/').at(-1) ?? '';
  await controls().captureAnyway(sessionId, 100);
  await market().settle();
  await becomes(buyer, sold, 'REFUND_BUYER');
  await market().advance(MINUTE);
  await becomes(buyer, sold, 'REFUNDED');
});
