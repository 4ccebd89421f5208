import { describe, expect, test } from 'vitest';
import { ProviderMisconfigured, ProviderRefused, ProviderUnavailable } from '#application/ports/payments.ts';
import { newId } from '#infrastructure/system/ids.ts';
import { useStripe } from './stripeAtPeer.ts';

const stripe = useStripe();
const { checkout, paid, payout, sellerReady } = stripe;

/** A unique owner per test, hence a separate connected account. */
let owners = 0;
const seller = () => ({ accountHolder: `${'Ada'.padEnd(10 + ++owners, 'a')}`, iban: 'NL91ABNA0417164300' });
/** The SDK tries three times; only the first meets the fault. */
const keysOf = (call: string) => [...new Set(stripe.peer.made(call).map(({ key }) => key))];

describe('a stored error at checkout', () => {
  test('does not block the purchase although Stripe replays it for a day', async () => {
    const request = checkout();
    stripe.peer.next('settingMissing');
    await expect(stripe.payments.openCheckout(request)).rejects.toThrow(ProviderMisconfigured);
    const { sessionId } = await stripe.payments.openCheckout(request);
    expect(await stripe.payments.openCheckout(request)).toMatchObject({ sessionId });
    expect(await stripe.payments.askCheckout(sessionId)).toEqual({ state: 'open' });
  });

  test('goes unnoticed when it is a replayed 500', async () => {
    const request = checkout();
    stripe.peer.next('failed');
    const { sessionId } = await stripe.payments.openCheckout(request);
    expect(await stripe.payments.askCheckout(sessionId)).toEqual({ state: 'open' });
    const base = `checkout-${request.transactionId}-1-6325`;
    expect(keysOf('POST /v1/checkout/sessions').slice(-2)).toEqual([base, `${base}.2`]);
  });

  test('creates no second session when the first exists despite a 500', async () => {
    const request = checkout();
    stripe.peer.next('failedAfterwards');
    const { sessionId } = await stripe.payments.openCheckout(request);
    const made = stripe.peer.of('checkout.session', ({ client_reference_id: id }) => id === request.transactionId);
    expect(made).toMatchObject([{ id: sessionId }]);
    expect((await stripe.payments.openCheckout(request)).sessionId).toBe(sessionId);
  });

  test('is skipped by another process after a crash before it was recorded', async () => {
    const request = checkout();
    stripe.peer.next('settingMissing');
    await expect(stripe.payments.openCheckout(request)).rejects.toThrow(ProviderUnavailable);
    await stripe.database.knex('stripe.keys').delete();
    await expect(stripe.payments.openCheckout(request)).resolves.toMatchObject({});
  });

  test('keeps its key while it is unknown whether the call reached Stripe', async () => {
    const request = checkout();
    stripe.peer.next('unavailable', 'unavailable', 'unavailable');
    await expect(stripe.payments.openCheckout(request)).rejects.toThrow(ProviderUnavailable);
    stripe.peer.next('rateLimited');
    await expect(stripe.payments.openCheckout(request)).rejects.toThrow(ProviderUnavailable);
    await stripe.payments.openCheckout(request);
    expect(keysOf('POST /v1/checkout/sessions').at(-1)).toBe(`checkout-${request.transactionId}-1-6325`);
  });
});

describe('money', () => {
  test.each(['failed', 'failedAfterwards', 'settingMissing'] as const)(
    'is refunded once when the refund is answered with: %s',
    async (fault) => {
      const { transactionId, paymentId } = await paid();
      const refund = { refundId: `${transactionId}r1`, attempt: 1, paymentId, amount: 2_000 };
      stripe.peer.nextOf('POST /v1/refunds', fault);
      await stripe.payments.refund(refund).catch((error: unknown) => expect(error).toBeInstanceOf(ProviderUnavailable));
      await stripe.payments.refund(refund);
      await stripe.payments.refund(refund);
      expect(stripe.peer.of('refund', ({ payment_intent: intent }) => intent === paymentId)).toHaveLength(1);
      expect(await stripe.payments.askRefund(refund.refundId)).toMatchObject({ state: 'pending' });
    },
  );

  test.each(['failed', 'failedAfterwards', 'settingMissing'] as const)(
    'is paid out once when transfer and payout are answered with: %s',
    async (fault) => {
      await sellerReady();
      const { transactionId } = await paid();
      const request = payout(transactionId);
      stripe.peer.nextOf('POST /v1/transfers', fault);
      stripe.peer.nextOf('POST /v1/payouts', fault);
      for (let tries = 0; tries < 3; tries++)
        await stripe.payments
          .payOut(request)
          .catch((error: unknown) => expect(error).toBeInstanceOf(ProviderUnavailable));
      const ours = (object: string) =>
        stripe.peer.of(
          object,
          ({ metadata }) => (metadata as { payoutId?: string } | undefined)?.payoutId === request.payoutId,
        );
      expect([ours('transfer').length, ours('payout').length]).toEqual([1, 1]);
      expect(await stripe.payments.askPayout(request.payoutId)).toBe('pending');
      stripe.peer.endPayout(ours('payout')[0]!.id, 'failed', 'could_not_process');
      stripe.peer.nextOf('POST /v1/transfers/:id/reversals', fault);
      for (let tries = 0; tries < 3; tries++)
        await stripe.payments
          .recallPayout(request.payoutId)
          .catch((error: unknown) => expect(error).toBeInstanceOf(ProviderUnavailable));
      expect(ours('transfer')).toMatchObject([{ reversed: true, amount_reversed: 5_000 }]);
    },
  );

  test('leaves once the balance suffices, despite the stored error', async () => {
    await sellerReady();
    const { transactionId } = await paid();
    const request = payout(transactionId, 1, 20_000_000);
    await expect(stripe.payments.payOut(request)).rejects.toThrow(ProviderUnavailable);
    stripe.peer.topUp(20_000_000);
    await stripe.payments.payOut(request);
    expect(await stripe.payments.askPayout(request.payoutId)).toBe('pending');
  });

  test('is not refused to its seller when the platform may not send it', async () => {
    await sellerReady();
    const { transactionId } = await paid();
    for (const code of ['transfers_not_allowed', 'account_invalid', 'parameter_unknown', undefined]) {
      stripe.peer.refuse('POST /v1/transfers', code);
      await expect(stripe.payments.payOut(payout(transactionId))).rejects.toThrow(ProviderMisconfigured);
    }
    await stripe.payments.payOut(payout(transactionId));
    expect(await stripe.payments.askPayout(`${transactionId}p1`)).toBe('pending');
  });

  test.each([['charge_disputed'], ['charge_already_refunded'], ['amount_too_large']])(
    'that cannot be refunded is refused for good: %s',
    async (code) => {
      const { transactionId, paymentId } = await paid();
      stripe.peer.refuse('POST /v1/refunds', code);
      const refund = { refundId: `${transactionId}r1`, attempt: 1, paymentId, amount: 2_000 };
      await expect(stripe.payments.refund(refund)).rejects.toThrow(new ProviderRefused(code));
    },
  );
});

describe('a bank account', () => {
  test('is not rejected for a missing platform setting but checked again', async () => {
    const destination = seller();
    stripe.peer.nextOf('POST /v1/accounts', 'settingMissing');
    await expect(stripe.payments.verifyBankAccount(destination)).rejects.toThrow(ProviderMisconfigured);
    expect(await stripe.payments.verifyBankAccount(destination)).toEqual({ verified: 'pending' });
  });

  test.each([
    ['country_unsupported', 'country'],
    ['parameter_unknown', 'external_account[account_holder_type]'],
    ['platform_account_required', undefined],
    ['account_invalid', undefined],
    ['invalid_account_number', undefined],
  ])('is not rejected by %s about the parameter %s', async (code, param) => {
    stripe.peer.refuse('POST /v1/accounts', code, param);
    await expect(stripe.payments.verifyBankAccount(seller())).rejects.toThrow(ProviderMisconfigured);
  });

  test.each([
    ['account_number_invalid', 'external_account[account_number]'],
    [undefined, 'external_account'],
  ])('is rejected by %s about the parameter %s', async (code, param) => {
    const destination = seller();
    stripe.peer.refuse('POST /v1/accounts', code, param);
    expect(await stripe.payments.verifyBankAccount(destination)).toMatchObject({ verified: false });
    const { transactionId } = await paid();
    stripe.peer.refuse('POST /v1/accounts', code, param);
    await expect(stripe.payments.payOut({ ...payout(transactionId), destination })).rejects.toMatchObject({
      name: 'ProviderRefused',
      accountAtFault: true,
    });
  });

  test('has one connected account although Stripe answered 500 after creating it', async () => {
    const destination = seller();
    const before = stripe.peer.of('account').length;
    stripe.peer.nextOf('POST /v1/accounts', 'failedAfterwards');
    expect(await stripe.payments.verifyBankAccount(destination)).toEqual({ verified: 'pending' });
    expect(await stripe.payments.verifyBankAccount(destination)).toEqual({ verified: 'pending' });
    expect(stripe.peer.of('account')).toHaveLength(before + 1);
  });

  test('waits for the verification page while the platform lacks a setting', async () => {
    const destination = seller();
    stripe.peer.refuse('POST /v1/account_links', undefined);
    await expect(stripe.payments.identityPage(destination, 'https://reliquary.example/settings')).rejects.toThrow(
      ProviderMisconfigured,
    );
  });
});

test('closing a checkout that was just paid answers that it is paid', async () => {
  const { sessionId } = await stripe.payments.openCheckout(checkout());
  stripe.peer.beforeNext('POST /v1/checkout/sessions/:id/expire', () => void stripe.peer.pay(sessionId));
  expect(await stripe.payments.expireCheckout(sessionId)).toMatchObject({ state: 'paid' });
});

test('closing a checkout waits while Stripe rejects the call', async () => {
  const { sessionId } = await stripe.payments.openCheckout(checkout(newId()));
  stripe.peer.refuse('POST /v1/checkout/sessions/:id/expire', undefined);
  await expect(stripe.payments.expireCheckout(sessionId)).rejects.toThrow(ProviderUnavailable);
  expect(await stripe.payments.expireCheckout(sessionId)).toEqual({ state: 'expired' });
});
