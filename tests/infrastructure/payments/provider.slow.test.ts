import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import express from 'express';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ProviderUnavailable } from '#application/ports/payments.ts';
import type { ProviderEvent } from '#domain/transactions/commands.ts';
import { openSimulatedProvider, type SimulatedProvider } from '#infrastructure/payments/simulated/provider.ts';
import { newId } from '#infrastructure/system/ids.ts';
import { manualClock } from '#tests/support/manualClock.ts';
import { useDatabase } from '#tests/support/postgres.ts';

const database = useDatabase();
const clock = manualClock();
const SECRET = 'shared by provider and marketplace';

let provider: SimulatedProvider;
let shop: Server;
let pages: Server;
let pagesUrl = '';
let received: { body: Buffer; headers: Record<string, string | string[] | undefined> }[] = [];
let answerWith = 200;

const listen = (server: Server): Promise<string> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });

beforeAll(async () => {
  shop = createServer(async (request, response) => {
    received.push({ body: await buffer(request), headers: request.headers });
    response.writeHead(answerWith).end();
  });
  const webhookUrl = await listen(shop);
  provider = openSimulatedProvider({
    db: database.knex,
    clock,
    webhookUrl,
    publicUrl: () => pagesUrl,
    secret: SECRET,
    newId,
  });
  pages = createServer(express().use('/simulated-provider', provider.router));
  pagesUrl = await listen(pages);
});
afterAll(() => {
  shop.close();
  pages.close();
});
beforeEach(async () => {
  answerWith = 200;
  await provider.deliverPending();
  received = [];
});

const events = (): Promise<ProviderEvent[]> =>
  Promise.all(
    received.map(async ({ body, headers }) => (await provider.payments.readWebhook(body, headers)) as ProviderEvent),
  );

const openCheckout = (transactionId = newId(), attempt = 1, amount = 6_325) =>
  provider.payments.openCheckout({
    transactionId,
    attempt,
    amount,
    description: 'A <painted> dragon & friends',
    strongAuthentication: amount > 10_000,
    returnUrl: 'http://shop.example/payment/complete?transaction_id=1',
    cancelUrl: 'http://shop.example/transactions/1',
    expiresAt: clock.now() + 30 * 60_000,
  });

const choose = (url: string, outcome: string, settles?: string) =>
  fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ outcome, ...(settles && { settles }) }),
    redirect: 'manual',
  });

const paid = async (amount = 6_325) => {
  const transactionId = newId();
  const { sessionId, url } = await openCheckout(transactionId, 1, amount);
  await choose(url, 'paid');
  await provider.deliverPending();
  const event = (await events()).find((candidate) => candidate?.kind === 'payment.paid');
  if (event?.kind !== 'payment.paid') throw new Error('no payment arrived');
  received = [];
  return { transactionId, sessionId, paymentId: event.paymentId };
};

describe('the page of the buyer’s bank', () => {
  const claim = (transactionId: string, choice: string) =>
    fetch(`${pagesUrl}/simulated-provider/bank/${transactionId}`, {
      method: 'POST',
      body: new URLSearchParams({ claim: choice }),
    });
  const answered = async (transactionId: string, choice: string) => {
    const answer = await claim(transactionId, choice);
    return [answer.status, await answer.text()];
  };

  test('asks for the whole payment back and decides its claim, each once, by webhooks', async () => {
    const { transactionId } = await paid();
    expect((await claim(transactionId, 'won')).status).toBe(409);
    expect(await answered(transactionId, 'opened')).toEqual([
      200,
      expect.stringContaining('asks for the whole payment'),
    ]);
    expect((await claim(transactionId, 'opened')).status).toBe(409);
    expect(await answered(transactionId, 'lost')).toEqual([200, expect.stringContaining('decided for the buyer')]);
    expect((await claim(transactionId, 'won')).status).toBe(409);
    await provider.deliverPending();
    expect((await events()).map((event) => event?.kind)).toEqual(['chargeback.opened', 'chargeback.lost']);
  });

  test('refuses other choices and unknown payments', async () => {
    const { transactionId } = await paid();
    expect((await claim(transactionId, 'none')).status).toBe(400);
    expect(await answered('none', 'opened')).toEqual([404, expect.stringContaining('Payment not found')]);
  });
});

describe('the checkout page', () => {
  test('shows the item without script or inline style', async () => {
    const { url } = await openCheckout(newId(), 1, 12_050);
    const response = await fetch(url);
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).toContain('A &lt;painted&gt; dragon &amp; friends');
    expect(html).toContain('€120.50');
    expect(html).toContain('Strong customer authentication');
    expect(html).toContain('<form method="post">');
    expect(html).not.toMatch(/<script|style=|<painted>/);
    expect((await fetch(new URL('/simulated-provider/style.css', url))).headers.get('content-type')).toContain(
      'text/css',
    );
  });

  test.each([
    ['paid', 'payment/complete', 'payment.paid'],
    ['processing', 'payment/complete', 'payment.processing'],
    ['failed', 'transactions/1', 'payment.failed'],
    ['cancelled', 'transactions/1', 'payment.failed'],
  ] as const)(
    'sends the payer back on "%s" and notifies the shop by a signed webhook [L-040]',
    async (outcome, target, kind) => {
      const transactionId = newId();
      const { sessionId, url } = await openCheckout(transactionId);
      const response = await choose(url, outcome);
      expect([response.status, response.headers.get('location')]).toEqual([303, expect.stringContaining(target)]);
      await provider.deliverPending();
      expect(await events()).toEqual([expect.objectContaining({ kind, transactionId, sessionId })]);
    },
  );

  test('reports "cancelled" as a failure with its cause [L-041]', async () => {
    const { url } = await openCheckout();
    await choose(url, 'cancelled');
    await provider.deliverPending();
    expect(await events()).toEqual([expect.objectContaining({ kind: 'payment.failed', reason: 'cancelled' })]);
  });

  test('accepts one choice only', async () => {
    const { url } = await openCheckout();
    await choose(url, 'paid');
    const again = await choose(url, 'paid');
    expect([again.status, await again.text()]).toEqual([410, expect.stringContaining('has been made')]);
    await provider.deliverPending();
    expect(await events()).toHaveLength(1);
  });

  test('refuses other outcomes and unknown checkouts', async () => {
    const { url } = await openCheckout();
    expect((await choose(url, 'free')).status).toBe(400);
    expect((await fetch(`${pagesUrl}/simulated-provider/checkout/none`)).status).toBe(404);
    expect((await choose(`${pagesUrl}/simulated-provider/checkout/none`, 'paid')).status).toBe(404);
  });

  test('processes a bank transfer first and settles or bounces it minutes later', async () => {
    const good = await openCheckout();
    const bad = await openCheckout();
    await choose(good.url, 'processing');
    await choose(bad.url, 'processing', 'failed');
    await provider.deliverPending();
    expect(await provider.payments.askCheckout(good.sessionId)).toEqual({ state: 'processing' });
    clock.advance(2 * 60_000);
    await provider.deliverPending();
    expect(await provider.payments.askCheckout(good.sessionId)).toMatchObject({ state: 'paid', captured: 6_325 });
    expect(await provider.payments.askCheckout(bad.sessionId)).toEqual({ state: 'failed' });
    const told = await events();
    const about = (session: string) =>
      told.flatMap((event) => (event && 'sessionId' in event && event.sessionId === session ? [event.kind] : []));
    expect(about(good.sessionId)).toEqual(['payment.processing', 'payment.paid']);
    expect(about(bad.sessionId)).toEqual(['payment.processing', 'payment.failed']);
  });
});

describe('checkouts', () => {
  test('are the same for the same transaction, attempt and amount, and differ between attempts', async () => {
    const transactionId = newId();
    const first = await openCheckout(transactionId);
    expect(await openCheckout(transactionId)).toEqual(first);
    expect(await openCheckout(transactionId, 2)).not.toEqual(first);
  });

  test('cannot be paid once expired, and return their final state', async () => {
    const { sessionId, url } = await openCheckout();
    expect(await provider.payments.expireCheckout(sessionId)).toEqual({ state: 'expired' });
    expect((await choose(url, 'paid')).status).toBe(410);
    const done = await paid();
    expect(await provider.payments.expireCheckout(done.sessionId)).toEqual({
      state: 'paid',
      paymentId: done.paymentId,
      captured: 6_325,
      currency: 'EUR',
    });
  });

  test('expire at their time', async () => {
    const { sessionId, url } = await openCheckout();
    clock.advance(30 * 60_000);
    expect((await choose(url, 'paid')).status).toBe(410);
    expect(await provider.payments.askCheckout(sessionId)).toEqual({ state: 'expired' });
  });
});

describe('webhooks', () => {
  test('are retried with growing pauses until a 2xx', async () => {
    const { url } = await openCheckout();
    answerWith = 500;
    await choose(url, 'paid');
    await provider.deliverPending();
    expect([received.length, await provider.controls.undelivered()]).toEqual([1, 1]);
    await provider.deliverPending();
    expect(received).toHaveLength(1);
    clock.advance(1_000);
    await provider.deliverPending();
    expect(received).toHaveLength(2);
    clock.advance(1_000);
    await provider.deliverPending();
    expect(received).toHaveLength(2);
    answerWith = 204;
    clock.advance(1_000);
    await provider.deliverPending();
    expect([received.length, await provider.controls.undelivered()]).toEqual([3, 0]);
    expect(new Set((await events()).map((event) => event?.eventId)).size).toBe(1);
  });

  test('survive the process: another one delivers what the first has written', async () => {
    const { url } = await openCheckout();
    provider.controls.holdWebhooks(true);
    await choose(url, 'paid');
    const webhookUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
    const restarted = openSimulatedProvider({
      db: database.knex,
      clock,
      webhookUrl,
      publicUrl: pagesUrl,
      secret: SECRET,
      newId,
    });
    expect(await restarted.deliverPending()).toBe(1);
    provider.controls.holdWebhooks(false);
    expect(await provider.deliverPending()).toBe(0);
    expect(await events()).toEqual([expect.objectContaining({ kind: 'payment.paid' })]);
  });

  test('can be made to arrive twice and newest first', async () => {
    provider.controls.holdWebhooks(true);
    const one = await openCheckout();
    const two = await openCheckout();
    await choose(one.url, 'paid');
    await choose(two.url, 'failed');
    provider.controls.sendTwice(true);
    provider.controls.newestFirst(true);
    provider.controls.holdWebhooks(false);
    await provider.deliverPending();
    provider.controls.sendTwice(false);
    provider.controls.newestFirst(false);
    const kinds = (await events()).map((event) => event?.kind);
    expect(kinds).toEqual(['payment.failed', 'payment.failed', 'payment.paid', 'payment.paid']);
  });

  test('are not read with a wrong, missing or stale signature, or another body [L-037]', async () => {
    const { url } = await openCheckout();
    await choose(url, 'paid');
    await provider.deliverPending();
    const { body, headers } = received[0]!;
    const read = provider.payments.readWebhook;
    expect(await read(body, headers)).toMatchObject({ kind: 'payment.paid' });
    expect(await read(Buffer.from(body.toString().replace('6325', '1')), headers)).toBeUndefined();
    expect(await read(body, {})).toBeUndefined();
    const signature = String(headers['x-provider-signature']);
    const forged = signature.slice(0, -1) + (signature.endsWith('0') ? '1' : '0');
    expect(await read(body, { 'x-provider-signature': forged })).toBeUndefined();
    expect(
      await read(body, { 'x-provider-signature': signature.replace(/t=\d+/, `t=${clock.now() + 1}`) }),
    ).toBeUndefined();
    clock.advance(5 * 60_000);
    expect(await read(body, headers)).toBeDefined();
    clock.advance(1);
    expect(await read(body, headers)).toBeUndefined();
  });

  test('of unknown kinds are reported as such', async () => {
    const body = Buffer.from(
      JSON.stringify({
        id: 'evt_1',
        type: 'account.review',
        createdAt: clock.now(),
        data: { transactionId: 'tx', reference: 'r1', amount: 5 },
      }),
    );
    expect(await provider.payments.readWebhook(body, provider.controls.signed(body))).toEqual({
      eventId: 'evt_1',
      occurredAt: clock.now(),
      transactionId: 'tx',
      kind: 'other',
      name: 'account.review',
      reference: 'r1',
      amount: 5,
    });
  });
});

describe('refunds', () => {
  test('happen once, however often they are requested', async () => {
    const { paymentId, transactionId } = await paid();
    const before = await provider.controls.balance();
    const refund = { refundId: newId(), attempt: 1, paymentId, amount: 6_325 };
    await provider.payments.refund(refund);
    await provider.payments.refund(refund);
    expect(await provider.payments.askRefund(refund.refundId)).toMatchObject({ state: 'pending', amount: 6_325 });
    clock.advance(2_000);
    await provider.deliverPending();
    await provider.payments.refund(refund);
    clock.advance(2_000);
    await provider.deliverPending();
    expect(await events()).toEqual([
      expect.objectContaining({ kind: 'refund.done', transactionId, refundId: refund.refundId, amount: 6_325 }),
    ]);
    expect(await provider.payments.askRefund(refund.refundId)).toMatchObject({ state: 'done' });
    expect(await provider.controls.balance()).toBe(before - 6_325);
  });

  test('that fail can only be retried with the next attempt', async () => {
    const { paymentId } = await paid();
    const refund = { refundId: newId(), attempt: 1, paymentId, amount: 100 };
    provider.controls.failRefunds(1);
    await provider.payments.refund(refund);
    clock.advance(2_000);
    await provider.deliverPending();
    await provider.payments.refund(refund);
    expect(await provider.payments.askRefund(refund.refundId)).toMatchObject({ state: 'failed' });
    await provider.payments.refund({ ...refund, attempt: 2 });
    clock.advance(2_000);
    await provider.deliverPending();
    expect((await events()).map((event) => event?.kind)).toEqual(['refund.failed', 'refund.done']);
  });

  test('never exceed the captured amount in total', async () => {
    const { paymentId } = await paid();
    for (const amount of [6_000, 326])
      await provider.payments.refund({ refundId: newId(), attempt: 1, paymentId, amount });
    clock.advance(2_000);
    await provider.deliverPending();
    expect((await events()).map((event) => event?.kind).toSorted()).toEqual(['refund.done', 'refund.failed']);
  });
});

describe('payouts and bank accounts', () => {
  const payOut = async (iban: string, amount = 5_000) => {
    await paid();
    const payoutId = newId();
    const request = { payoutId, transactionId: newId(), amount, destination: { accountHolder: 'A Seller', iban } };
    await provider.payments.payOut(request);
    await provider.payments.payOut(request);
    clock.advance(3_000);
    await provider.deliverPending();
    clock.advance(1_000);
    await provider.deliverPending();
    return { payoutId, state: await provider.payments.askPayout(payoutId) };
  };

  test.each([
    ['NL91ABNA0417164300', [{ kind: 'payout.paid', amount: 5_000 }], 'paid'],
    ['NL53SIMU0000000002', [{ kind: 'payout.failed', accountAtFault: false }], 'failed'],
    ['NL26SIMU0000000003', [{ kind: 'payout.failed', accountAtFault: true }], 'failed'],
    ['NL96SIMU0000000004', [{ kind: 'payout.paid' }, { kind: 'payout.returned', amount: 5_000 }], 'paid'],
  ])('end for %s as the table says', async (iban, expected, state) => {
    const payout = await payOut(iban);
    expect(await events()).toEqual(
      expected.map((event) => expect.objectContaining({ ...event, payoutId: payout.payoutId })),
    );
    expect(payout.state).toBe(state);
  });

  test('never exceed the balance', async () => {
    await payOut('NL91ABNA0417164300', 999_999_999);
    expect(await events()).toEqual([expect.objectContaining({ kind: 'payout.failed', accountAtFault: false })]);
  });

  test('fail verification for an account the bank does not know', async () => {
    const verify = (iban: string) => provider.payments.verifyBankAccount({ accountHolder: 'A Seller', iban });
    expect(await verify('NL91ABNA0417164300')).toEqual({ verified: true });
    expect(await verify('NL80SIMU0000000001')).toEqual({ verified: false, reason: expect.any(String) });
  });

  test('and refunds that were never requested are unknown', async () => {
    expect(await provider.payments.askPayout('none')).toBeUndefined();
    expect(await provider.payments.askRefund('none')).toBeUndefined();
  });
});

test('reports during an outage that nothing is known', async () => {
  provider.controls.outage(true);
  const { payments } = provider;
  const calls = [
    openCheckout(),
    payments.expireCheckout('x'),
    payments.askCheckout('x'),
    payments.refund({ refundId: 'x', attempt: 1, paymentId: 'x', amount: 1 }),
    payments.payOut({ payoutId: 'x', transactionId: 'x', amount: 1, destination: { accountHolder: '', iban: '' } }),
    payments.askRefund('x'),
    payments.askPayout('x'),
    payments.askChargeback('x'),
    payments.verifyBankAccount({ accountHolder: '', iban: '' }),
  ];
  for (const call of calls) await expect(call).rejects.toBeInstanceOf(ProviderUnavailable);
  provider.controls.outage(false);
  expect(await payments.askPayout('x')).toBeUndefined();
});

test('reports the stages of a chargeback under one id with its payment', async () => {
  const { transactionId } = await paid();
  const id = await provider.controls.chargeback(transactionId, 6_325, 'opened');
  await provider.controls.chargeback(transactionId, 6_325, 'lost', id, 'EUR', 'pay_2');
  await provider.deliverPending();
  expect(await events()).toEqual([
    expect.objectContaining({ kind: 'chargeback.opened', chargebackId: id, amount: 6_325 }),
    expect.objectContaining({ kind: 'chargeback.lost', chargebackId: id, amount: 6_325, paymentId: 'pay_2' }),
  ]);
});
