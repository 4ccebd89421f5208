import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { ProviderRefused, ProviderUnavailable } from '#application/ports/payments.ts';
import { providerTimeout } from '#application/shared/providerTimeout.ts';
import { newId } from '#infrastructure/system/ids.ts';
import { startStripePeer, WEBHOOK_SECRETS } from '#tests/support/stripePeer/peer.ts';
import { SELLER, useStripe } from './stripeAtPeer.ts';

const stripe = useStripe();
const { openAt, stripeItself, checkout, facts, paid, sellerReady, payout } = stripe;

describe('checkout sessions', () => {
  test('use EUR, the transaction’s transfer group and Stripe’s minimum lifetime', async () => {
    const request = checkout();
    const { sessionId, url } = await stripe.payments.openCheckout(request);
    expect(url).toBe(`https://checkout.stripe.test/c/pay/${sessionId}`);
    const made = stripe.peer.made('POST /v1/checkout/sessions').at(-1);
    expect(made?.key).toBe(`checkout-${request.transactionId}-1-6325`);
    expect(made?.sent).toMatchObject({
      mode: 'payment',
      'line_items[0][price_data][unit_amount]': '6325',
      'line_items[0][price_data][currency]': 'eur',
      'payment_intent_data[transfer_group]': request.transactionId,
      'payment_intent_data[metadata][transactionId]': request.transactionId,
      'payment_method_options[card][request_three_d_secure]': 'automatic',
      'adaptive_pricing[enabled]': 'false',
    });
    expect(await stripe.payments.askCheckout(sessionId)).toEqual({ state: 'open' });
  });

  test('request strong authentication above €100 [D2-376]', async () => {
    await stripe.payments.openCheckout(checkout(newId(), { strongAuthentication: true }));
    expect(stripe.peer.made('POST /v1/checkout/sessions').at(-1)?.sent).toMatchObject({
      'payment_method_options[card][request_three_d_secure]': 'challenge',
    });
  });

  test('are reused when requested again, even after a lost answer', async () => {
    const request = checkout();
    stripe.peer.next('lostAnswer');
    const first = await stripe.payments.openCheckout(request);
    expect(await stripe.payments.openCheckout(request)).toEqual(first);
    expect(
      stripe.peer.of('checkout.session', ({ client_reference_id: id }) => id === request.transactionId),
    ).toHaveLength(1);
  });

  test('are created once when Stripe answers too late', async () => {
    const request = checkout();
    stripe.peer.next('keptBack');
    await expect(providerTimeout(200)(() => stripe.payments.openCheckout(request))).rejects.toThrow(
      ProviderUnavailable,
    );
    const made = () =>
      stripe.peer.of('checkout.session', ({ client_reference_id: id }) => id === request.transactionId);
    await vi.waitFor(() => expect(made()).toHaveLength(1));
    const { sessionId } = await stripe.payments.openCheckout(request);
    stripe.peer.release();
    expect(made()).toMatchObject([{ id: sessionId }]);
  });

  test('that are paid report amount and payment', async () => {
    const { transactionId, sessionId, paymentId } = await paid();
    expect(await stripe.payments.askCheckout(sessionId)).toEqual({
      state: 'paid',
      paymentId,
      captured: 6_325,
      currency: 'EUR',
    });
    expect(await stripe.payments.expireCheckout(sessionId)).toMatchObject({ state: 'paid' });
    stripe.peer.tell('checkout.session.completed', stripe.peer.find(sessionId));
    expect(await facts()).toMatchObject([
      { kind: 'payment.paid', transactionId, sessionId, paymentId, captured: 6_325, currency: 'EUR' },
    ]);
  });

  test('paid by bank transfer are processing until the bank decides', async () => {
    for (const outcome of ['paid', 'failed'] as const) {
      const { sessionId } = await stripe.payments.openCheckout(checkout());
      stripe.peer.pay(sessionId, 'processing');
      expect(await stripe.payments.expireCheckout(sessionId)).toEqual({ state: 'processing' });
      stripe.peer.settle(sessionId, outcome);
      expect(await stripe.payments.askCheckout(sessionId)).toMatchObject({ state: outcome });
      expect((await facts()).map(({ kind }) => kind)).toEqual(['payment.processing', `payment.${outcome}`]);
    }
  });

  test('cannot be paid once closed, and closing twice is harmless', async () => {
    const { sessionId } = await stripe.payments.openCheckout(checkout());
    expect(await stripe.payments.expireCheckout(sessionId)).toEqual({ state: 'expired' });
    expect(await stripe.payments.expireCheckout(sessionId)).toEqual({ state: 'expired' });
    expect(await facts()).toMatchObject([{ kind: 'payment.failed', sessionId, reason: 'expired' }]);
    expect(await stripe.payments.askCheckout('cs_test_nobody')).toEqual({ state: 'expired' });
  });
});

describe('refunds', () => {
  test('name payment, amount and our id, with a key of refund and attempt', async () => {
    const { transactionId, paymentId } = await paid();
    const refund = { refundId: `${transactionId}r1`, attempt: 1, paymentId, amount: 2_000 };
    await stripe.payments.refund(refund);
    const made = stripe.peer.made('POST /v1/refunds').at(-1);
    expect([made?.key, made?.sent]).toEqual([
      `refund-${refund.refundId}-1`,
      { payment_intent: paymentId, amount: '2000', 'metadata[refundId]': refund.refundId, 'metadata[attempt]': '1' },
    ]);
    expect(await stripe.payments.askRefund(refund.refundId)).toMatchObject({ state: 'pending', amount: 2_000 });
    stripe.peer.endRefund(stripe.peer.of('refund')[0]!.id, 'succeeded');
    expect(await stripe.payments.askRefund(refund.refundId)).toMatchObject({ state: 'done' });
    expect(await facts()).toMatchObject([
      { kind: 'refund.done', transactionId, refundId: refund.refundId, amount: 2_000 },
    ]);
  });

  test('are made once: after a lost answer, a repeat, and days later without the key', async () => {
    const { transactionId, paymentId } = await paid();
    const refund = { refundId: `${transactionId}r1`, attempt: 1, paymentId, amount: 3_000 };
    stripe.peer.next('lostRequest', 'lostRequest');
    await stripe.payments.refund(refund);
    await stripe.payments.refund(refund);
    stripe.peer.forgetKeys();
    await stripe.payments.refund(refund);
    await stripe.payments.refund({ ...refund, attempt: 2 }); // the decision was premature: the first is still under way
    expect(stripe.peer.of('refund', ({ payment_intent: intent }) => intent === paymentId)).toHaveLength(1);
  });

  test('that failed are retried under the next attempt, with each outcome reported once', async () => {
    const { transactionId, paymentId } = await paid();
    const refund = { refundId: `${transactionId}r1`, attempt: 1, paymentId, amount: 6_325 };
    await stripe.payments.refund(refund);
    const [first] = stripe.peer.of('refund');
    stripe.peer.endRefund(first!.id, 'failed');
    stripe.peer.tell('refund.updated', stripe.peer.find(first!.id));
    await stripe.payments.refund(refund); // a repeat of the failed attempt
    await stripe.payments.refund({ ...refund, attempt: 2 });
    stripe.peer.endRefund(stripe.peer.of('refund')[0]!.id, 'succeeded');
    expect(await stripe.payments.askRefund(refund.refundId)).toMatchObject({ state: 'done' });
    const told = await facts();
    expect(told.map(({ kind }) => kind)).toEqual(['refund.failed', 'refund.failed', 'refund.done']);
    expect(new Set(told.map(({ eventId }) => eventId)).size).toBe(2);
  });

  test('made in Stripe’s dashboard are reported once for the transaction of their payment', async () => {
    const { transactionId, paymentId } = await paid();
    await facts();
    const made = await stripeItself().refunds.create({ payment_intent: paymentId, amount: 1_500 });
    expect(await facts()).toEqual([]);
    stripe.peer.endRefund(made.id, 'succeeded');
    stripe.peer.tell('refund.updated', stripe.peer.find(made.id));
    const told = await facts();
    expect(told).toMatchObject([
      { kind: 'refund.done', transactionId, refundId: made.id, amount: 1_500, paymentId },
      {},
    ]);
    expect(new Set(told.map(({ eventId }) => eventId)).size).toBe(1);
  });

  test('above the paid amount are refused for good', async () => {
    const { transactionId, paymentId } = await paid();
    const refund = { refundId: `${transactionId}r1`, attempt: 1, paymentId, amount: 9_999 };
    await expect(stripe.payments.refund(refund)).rejects.toThrow(new ProviderRefused('charge_already_refunded'));
    expect(await stripe.payments.askRefund(refund.refundId)).toBeUndefined();
  });
});

describe('sellers', () => {
  test('get a connected account, which needs its owner’s verification before payouts', async () => {
    expect(await stripe.payments.verifyBankAccount(SELLER)).toEqual({ verified: 'pending' });
    const account = await sellerReady();
    const made = stripe.peer.made('POST /v1/accounts').at(-1);
    expect(made?.sent).toMatchObject({
      country: 'NL',
      'capabilities[transfers][requested]': 'true',
      'settings[payouts][schedule][interval]': 'manual',
      'external_account[account_number]': SELLER.iban,
    });
    expect(await stripe.payments.verifyBankAccount(SELLER)).toEqual({ verified: true });
    expect(stripe.peer.of('account')).toHaveLength(1);
    expect(await stripe.payments.identityPage(SELLER, 'https://reliquary.example/settings?tab=seller')).toBe(
      `https://connect.stripe.test/setup/${account}`,
    );
    const kept = await stripe.database.knex('stripe.accounts').select();
    expect(JSON.stringify(kept)).not.toContain(SELLER.iban);
  });

  test('are told when their bank or account is refused', async () => {
    const wrong = { accountHolder: 'Eve', iban: 'DE00000000000000000000' };
    expect(await stripe.payments.verifyBankAccount(wrong)).toEqual({
      verified: false,
      reason: 'the account was refused: invalid_account_number',
    });
    const other = { accountHolder: 'Mallory', iban: 'FR7630006000011234567890189' };
    await stripe.payments.verifyBankAccount(other);
    stripe.peer.change(stripe.peer.of('account')[0]!.id, { requirements: { disabled_reason: 'rejected.fraud' } });
    expect(await stripe.payments.verifyBankAccount(other)).toMatchObject({ verified: false });
  });
});

describe('payouts', () => {
  beforeAll(async () => {
    await sellerReady();
  });

  test('move to the seller’s account and then to the bank, each once', async () => {
    const { transactionId } = await paid();
    const request = payout(transactionId);
    stripe.peer.next('lostRequest');
    await stripe.payments.payOut(request);
    await stripe.payments.payOut(request);
    stripe.peer.forgetKeys();
    await stripe.database.knex('stripe.payouts').where({ payout_id: request.payoutId }).delete();
    await stripe.payments.payOut(request); // as if the process died before recording anything
    const [transfer, ...others] = stripe.peer.of('transfer', ({ transfer_group: group }) => group === transactionId);
    expect([transfer?.amount, others]).toEqual([5_000, []]);
    const sent = stripe.peer.of(
      'payout',
      ({ metadata }) => (metadata as { payoutId: string }).payoutId === request.payoutId,
    );
    expect(sent).toHaveLength(1);
    expect(stripe.peer.made('POST /v1/payouts').at(-1)).toMatchObject({
      key: `payout-${request.payoutId}`,
      account: transfer?.destination,
    });
    expect(await stripe.payments.askPayout(request.payoutId)).toBe('pending');
    stripe.peer.endPayout(sent[0]!.id, 'paid');
    expect(await stripe.payments.askPayout(request.payoutId)).toBe('paid');
    expect(await facts()).toMatchObject([
      { kind: 'payout.paid', transactionId, payoutId: request.payoutId, amount: 5_000 },
    ]);
  });

  test.each([
    ['no_account', true],
    ['could_not_process', false],
  ])('that failed with %s are recalled before a new attempt', async (code, accountAtFault) => {
    const { transactionId } = await paid();
    await stripe.payments.payOut(payout(transactionId));
    await stripe.payments.recallPayout(`${transactionId}p1`); // still under way
    expect(stripe.peer.of('transfer')[0]).toMatchObject({ reversed: false });
    stripe.peer.endPayout(stripe.peer.of('payout')[0]!.id, 'failed', code);
    expect(await facts()).toMatchObject([{ kind: 'payout.failed', transactionId, reason: code, accountAtFault }]);
    await stripe.payments.recallPayout(`${transactionId}p1`);
    await stripe.payments.recallPayout(`${transactionId}p1`);
    expect(stripe.peer.of('transfer')[0]).toMatchObject({ reversed: true, amount_reversed: 5_000 });
    await stripe.payments.payOut(payout(transactionId, 2));
    const open = stripe.peer.of('transfer', (found) => found.transfer_group === transactionId && !found.reversed);
    expect(open).toHaveLength(1);
    await stripe.payments.payOut(payout(transactionId)); // a late job sends nothing
    expect(
      stripe.peer.of('payout', ({ metadata }) => Object.values(metadata as object).includes(transactionId)),
    ).toHaveLength(2);
  });

  test('to an account without payouts are refused at the account’s fault', async () => {
    const { transactionId } = await paid();
    const destination = { accountHolder: 'Not ready', iban: 'BE68539007547034' };
    await expect(stripe.payments.payOut({ ...payout(transactionId), destination })).rejects.toMatchObject({
      name: 'ProviderRefused',
      message: 'insufficient_capabilities_for_transfer',
      accountAtFault: true,
    });
  });

  test('wait until the paid money is available', async () => {
    await expect(stripe.payments.payOut(payout(newId(), 1, 90_000_000))).rejects.toThrow(ProviderUnavailable);
  });
});

describe('chargebacks', () => {
  test('are reported for the transaction of the payment: opened once, then won or lost', async () => {
    for (const outcome of ['won', 'lost'] as const) {
      const { transactionId, paymentId } = await paid();
      const id = stripe.peer.dispute(paymentId, 6_325);
      stripe.peer.closeDispute(id, outcome);
      const told = await facts();
      const common = { transactionId, paymentId, chargebackId: id, amount: 6_325 };
      const opened = { ...common, kind: 'chargeback.opened', eventId: `${id}.opened` };
      const ended = { ...common, kind: `chargeback.${outcome}` };
      expect(told).toMatchObject([opened, opened, ...(outcome === 'won' ? [ended, ended] : [ended])]);
    }
  });

  test('that are decided again are reported again', async () => {
    const { paymentId } = await paid();
    const id = stripe.peer.dispute(paymentId, 6_325);
    stripe.peer.closeDispute(id, 'lost');
    stripe.peer.closeDispute(id, 'won');
    stripe.peer.closeDispute(id, 'lost');
    const ends = (await facts()).filter(({ kind }) => kind !== 'chargeback.opened');
    expect(ends.map(({ kind }) => kind)).toEqual([
      'chargeback.lost',
      'chargeback.won',
      'chargeback.won',
      'chargeback.lost',
      'chargeback.lost',
    ]);
    expect(new Set(ends.map(({ eventId }) => eventId)).size).toBe(ends.length);
  });

  test('with a partial reinstatement are lost for the rest', async () => {
    const { paymentId } = await paid();
    const id = stripe.peer.dispute(paymentId, 6_325);
    stripe.peer.closeDispute(id, 'lost');
    stripe.peer.events();
    stripe.peer.closeDispute(id, 'lost', 2_000);
    expect(await facts()).toMatchObject([
      { kind: 'chargeback.lost', amount: 6_325 },
      { kind: 'chargeback.won', amount: 2_000 },
    ]);
    const stands = { state: 'lost', amount: 4_325, back: 2_000 };
    expect(await stripe.payments.askChargeback(id)).toEqual(stands);
    const listed = await stripe.payments.listObjects({ kind: 'chargeback', from: 0, after: null });
    expect(listed.objects.find((object) => object.id === id)).toMatchObject(stands);
    const atOnce = stripe.peer.dispute((await paid()).paymentId, 6_325);
    stripe.peer.events();
    stripe.peer.closeDispute(atOnce, 'lost', 2_000);
    expect(await facts()).toMatchObject([
      { kind: 'chargeback.lost', amount: 6_325 },
      { kind: 'chargeback.won', amount: 2_000 },
    ]);
  });

  test('with several reinstatements report the total since the last withdrawal', async () => {
    const { paymentId } = await paid();
    const id = stripe.peer.dispute(paymentId, 6_325);
    stripe.peer.closeDispute(id, 'lost');
    stripe.peer.closeDispute(id, 'lost', 2_000);
    stripe.peer.closeDispute(id, 'lost', 1_000);
    const parts = (await facts()).filter(({ kind }) => kind === 'chargeback.won');
    expect(parts).toMatchObject([{ amount: 2_000 }, { amount: 3_000 }]);
    stripe.peer.closeDispute(id, 'lost', 3_325);
    stripe.peer.closeDispute(id, 'lost');
    stripe.peer.events();
    stripe.peer.closeDispute(id, 'lost', 500);
    expect((await facts()).filter(({ kind }) => kind === 'chargeback.won')).toMatchObject([{ amount: 500 }]);
  });

  test('with a full reinstatement are won, whatever their status', async () => {
    const { paymentId } = await paid();
    const id = stripe.peer.dispute(paymentId, 6_325);
    stripe.peer.closeDispute(id, 'lost');
    stripe.peer.events();
    stripe.peer.closeDispute(id, 'lost', 6_325);
    expect(new Set((await facts()).map(({ kind }) => kind))).toEqual(new Set(['chargeback.won']));
    expect(await stripe.payments.askChargeback(id)).toEqual({ state: 'won', amount: 6_325 });
  });

  test('end as their money says when prevented; stay open under appeal or in an unknown status', async () => {
    const taken = stripe.peer.dispute((await paid()).paymentId, 6_325);
    stripe.peer.closeDispute(taken, 'prevented');
    expect(await stripe.payments.askChargeback(taken)).toEqual({ state: 'lost', amount: 6_325 });
    const given = stripe.peer.dispute((await paid()).paymentId, 6_325);
    stripe.peer.closeDispute(given, 'prevented', 6_325);
    expect(await stripe.payments.askChargeback(given)).toEqual({ state: 'won', amount: 6_325 });
    stripe.peer.events();
    for (const status of ['appeal_needs_response', 'appeal_under_review', 'asked_again']) {
      const id = stripe.peer.dispute((await paid()).paymentId, 6_325, status);
      expect((await facts()).map(({ kind }) => kind)).toEqual(['chargeback.opened', 'chargeback.opened']);
      expect(await stripe.payments.askChargeback(id)).toMatchObject({ state: 'open', amount: 6_325 });
    }
  });

  test('an inquiry moves no money and changes nothing', async () => {
    const { paymentId } = await paid();
    stripe.peer.dispute(paymentId, 6_325, 'warning_needs_response');
    expect(await facts()).toEqual([]);
  });
});

describe('the balance', () => {
  test('is incoming minus outgoing and arrived money, without Stripe’s fees', async () => {
    const fresh = await startStripePeer();
    await stripe.database.knex('stripe.books').update({ read_until: 0, seen: [], total: 0 });
    await stripe.database.knex('stripe.payouts').delete();
    await stripe.database.knex('stripe.refunds').delete();
    await stripe.database.knex('stripe.accounts').delete();
    const other = openAt(fresh.apiBase);
    const held = async () => {
      const { available, pending } = await other.balance();
      return available + pending;
    };
    try {
      const payFor = async (transactionId: string, amount: number) =>
        fresh.pay((await other.openCheckout(checkout(transactionId, { amount }))).sessionId);
      const [one, two, three] = [newId(), newId(), newId()];
      const intents = [await payFor(one, 10_000), await payFor(two, 20_000), await payFor(three, 30_000)];
      expect(await held()).toBe(60_000);

      await other.refund({ refundId: `${one}r1`, attempt: 1, paymentId: intents[0]!, amount: 4_000 });
      expect(await held()).toBe(60_000);
      fresh.endRefund(fresh.of('refund')[0]!.id, 'succeeded');
      expect(await held()).toBe(56_000);

      await other.verifyBankAccount(SELLER);
      fresh.approve(fresh.of('account')[0]!.id);
      await other.payOut(payout(two, 1, 15_000));
      expect(await held()).toBe(56_000);
      fresh.endPayout(fresh.of('payout')[0]!.id, 'failed', 'could_not_process');
      expect(await held()).toBe(56_000);
      await other.recallPayout(`${two}p1`);
      await other.payOut(payout(two, 2, 15_000));
      fresh.endPayout(fresh.of('payout')[0]!.id, 'paid');
      expect(await held()).toBe(41_000);

      const dispute = fresh.dispute(intents[2]!, 30_000);
      expect(await held()).toBe(41_000);
      fresh.closeDispute(dispute, 'lost');
      expect(await held()).toBe(11_000);
    } finally {
      await fresh.close();
    }
  });
});

describe('webhooks', () => {
  const told = async () => {
    const { sessionId } = await stripe.payments.openCheckout(checkout());
    stripe.peer.events();
    stripe.peer.pay(sessionId);
    return stripe.peer.events()[0]!;
  };

  test('of both endpoints are read; with another signature, body or age they are not [L-037]', async () => {
    const { body, headers } = await told();
    expect(await stripe.payments.readWebhook(body, headers)).toMatchObject({ kind: 'payment.paid' });
    expect(
      await stripe.payments.readWebhook(Buffer.from(body.toString().replace('6325', '1')), headers),
    ).toBeUndefined();
    expect(await stripe.payments.readWebhook(body, {})).toBeUndefined();
    const signed = (secret: string, timestamp?: number) => ({
      'stripe-signature': Stripe.webhooks.generateTestHeaderString({
        payload: body.toString(),
        secret,
        ...(timestamp !== undefined && { timestamp }),
      }),
    });
    expect(await stripe.payments.readWebhook(body, signed(WEBHOOK_SECRETS[1]))).toMatchObject({ kind: 'payment.paid' });
    expect(await stripe.payments.readWebhook(body, signed('whsec_other'))).toBeUndefined();
    const old = Math.floor(Date.now() / 1_000) - 301;
    expect(await stripe.payments.readWebhook(body, signed(WEBHOOK_SECRETS[0], old))).toBeUndefined();
  });

  test('of test mode are ignored where money is real', async () => {
    const { body, headers } = await told();
    const live = openAt(stripe.peer.apiBase, 'sk_live_peer');
    expect(await live.readWebhook(body, headers)).toBe('unused');
  });

  test('about unknown objects are read and ignored', async () => {
    stripe.peer.tell('customer.created', { id: 'cus_1', object: 'customer' });
    stripe.peer.tell('payout.paid', { id: 'po_own', object: 'payout', status: 'paid', amount: 1, metadata: {} });
    const read = await Promise.all(
      stripe.peer.events().map(({ body, headers }) => stripe.payments.readWebhook(body, headers)),
    );
    expect(read).toEqual(['unused', 'unused']);
  });
});

describe('a call that', () => {
  test.each(['lostRequest', 'unavailable', 'rateLimited'] as const)(
    'is %s repeatedly is not our fault',
    async (fault) => {
      stripe.peer.next(fault, fault, fault);
      await expect(stripe.payments.openCheckout(checkout())).rejects.toThrow(ProviderUnavailable);
    },
  );

  test('has a wrong key is retried after a fix, without revealing the key', async () => {
    const wrong = openAt(stripe.peer.apiBase, 'sk_test_hunter2');
    await expect(wrong.openCheckout(checkout())).rejects.toThrow(ProviderUnavailable);
    await expect(wrong.openCheckout(checkout())).rejects.not.toThrow(/hunter2/);
  });

  test('is redirected does not follow', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      request.resume();
      response.writeHead(307, { Location: '/elsewhere' }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const there = openAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    await expect(there.openCheckout(checkout())).rejects.toThrow();
    expect([...new Set(asked)]).toEqual(['/v1/checkout/sessions']);
    server.closeAllConnections();
    server.close();
  });

  test('has an undocumented parameter fails at the peer as at Stripe', async () => {
    const itself = stripeItself();
    const wrong = { payment_intent: 'pi_1', sum: 5 } as Stripe.RefundCreateParams;
    await expect(itself.refunds.create(wrong)).rejects.toMatchObject({ code: 'parameter_unknown', param: 'sum' });
  });
});
