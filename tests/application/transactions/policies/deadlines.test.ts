import { beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_SHIPPING_RATES } from '#domain/transactions/shipping.ts';
import { bought, checkedOut, fact, paid, paidEvent, people, SESSION, shipped, TOTAL } from '../../policies/scenes.ts';
import { BUYER, openStage, SELLER, type Stage, TRANSACTION } from '../../policies/stage.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
  await people(stage);
});

const status = async () => (await stage.saleState()).status;
const eventCount = async () => (await stage.typesOf(`transaction-${TRANSACTION}`)).length;
const templates = () => stage.emails.map(({ template }) => template);

describe('the payment window', () => {
  test('closes the checkout at the provider first, then ends on time [L-061]', async () => {
    await checkedOut(stage);
    stage.clock.advance(30 * MINUTE - 1);
    await stage.sweep();
    expect(await status()).toBe('PAYMENT_PENDING');
    expect(stage.payments.expired).toEqual([]);
    stage.clock.advance(1);
    await stage.sweep();
    expect(stage.payments.expired).toContain(SESSION);
    expect(await status()).toBe('CANCELLED');
  });

  test('does not end while the provider is silent, and is retried [L-061]', async () => {
    await checkedOut(stage);
    stage.payments.down = true;
    stage.clock.advance(31 * MINUTE);
    expect(await stage.sweep()).toMatchObject({ waiting: 1 });
    expect(await status()).toBe('PAYMENT_PENDING');
    stage.payments.down = false;
    await stage.sweep();
    expect(await status()).toBe('CANCELLED');
  });

  test('records a payment that the provider reports, and counts the later webhook once [L-063]', async () => {
    await checkedOut(stage);
    stage.payments.checkouts.set(SESSION, { state: 'paid', paymentId: 'pay_1', captured: TOTAL, currency: 'EUR' });
    stage.clock.advance(31 * MINUTE);
    await stage.sweep();
    expect(await status()).toBe('AWAIT_SHIPPING');
    await stage.told(paidEvent(stage));
    await stage.settle();
    expect(await status()).toBe('AWAIT_SHIPPING');
    expect(stage.payments.refunds).toEqual([]);
  });

  test('pauses while a bank is processing, for seven days [L-054]', async () => {
    await checkedOut(stage);
    stage.payments.checkouts.set(SESSION, { state: 'processing' });
    await stage.told(fact(stage, { kind: 'payment.processing', sessionId: SESSION }));
    await stage.settle();
    stage.clock.advance(7 * DAY - 1);
    await stage.sweep();
    expect(await status()).toBe('PAYMENT_PENDING');
    expect((await stage.listingState()).reservation?.transactionId).toBe(TRANSACTION);
    stage.clock.advance(1);
    await stage.sweep();
    expect(await status()).toBe('CANCELLED');
  });

  test('learns from the provider that a bank is processing if the webhook was lost', async () => {
    await checkedOut(stage);
    stage.payments.checkouts.set(SESSION, { state: 'processing' });
    stage.clock.advance(31 * MINUTE);
    await stage.sweep();
    expect(await status()).toBe('PAYMENT_PENDING');
    expect(await stage.typesOf(`transaction-${TRANSACTION}`)).toContain('PaymentProcessing');
  });
});

describe('firing', () => {
  test('twice changes nothing [L-024]', async () => {
    await shipped(stage);
    stage.clock.advance(12 * DAY);
    await stage.sweep();
    const after = await eventCount();
    expect(await status()).toBe('READY_FOR_PAYOUT');
    await stage.sweep();
    await stage.sweep();
    expect(await eventCount()).toBe(after);
  });

  test('writes once for two sweeps and a wake-up at the same time [L-024]', async () => {
    await shipped(stage);
    stage.clock.advance(12 * DAY);
    await Promise.all([stage.sweep(), stage.sweep(), stage.jobs.runDue()]);
    const types = await stage.typesOf(`transaction-${TRANSACTION}`);
    expect(types.filter((type) => type === 'EscrowReleased')).toHaveLength(1);
  });

  test('does nothing for a wake-up of a cleared deadline [L-027]', async () => {
    await shipped(stage);
    const seller = { bankVerified: true, payoutsHeldUntil: null };
    await stage.sale({ type: 'ConfirmDelivery', seller }, stage.buyer);
    await stage.settle();
    expect(stage.jobs.known('deadlines').map(({ data }) => data.kind)).toContain('escrowEnd');
    stage.clock.advance(12 * DAY);
    await stage.jobs.runDue();
    await stage.sweep();
    const types = await stage.typesOf(`transaction-${TRANSACTION}`);
    expect(types.filter((type) => type === 'EscrowReleased')).toHaveLength(1);
  });

  test('works by wake-up alone, without a sweep', async () => {
    await bought(stage);
    await stage.settle();
    stage.clock.advance(30 * MINUTE);
    await stage.settle();
    expect(await status()).toBe('CANCELLED');
  });

  test('works by sweep alone when the job queue is lost [L-025]', async () => {
    await shipped(stage);
    stage.jobs.lose();
    stage.clock.advance(12 * DAY);
    await stage.settle();
    expect(await status()).toBe('IN_ESCROW');
    await stage.sweep();
    expect(await status()).toBe('READY_FOR_PAYOUT');
  });

  test('continues with other transactions when one fails, and raises an alarm', async () => {
    await bought(stage);
    await stage.settle();
    await stage.stop();
    const other = '8'.repeat(32);
    await stage.sale(
      {
        type: 'CreateTransaction',
        id: other,
        listingId: '2'.repeat(32),
        buyerId: BUYER,
        sellerId: SELLER,
        item: { title: 'Another', images: [] },
        amount: 1_000,
        sellerCountry: 'Netherlands',
        rates: DEFAULT_SHIPPING_RATES,
      },
      stage.buyer,
      other,
    );
    await stage.start();
    await stage.settle();
    stage.jobs.lose();
    stage.payments.expireCheckout = async () => {
      throw new Error('a bug');
    };
    const address = {
      fullName: 'A',
      streetAddress1: 'S',
      streetAddress2: '',
      city: 'U',
      postalCode: '1',
      country: 'Netherlands',
    };
    const checkout = { attempt: 1, sessionId: SESSION, url: '' };
    await stage.sale({ type: 'SetShipping', address, zone: 'domestic', shippingCost: 500, checkout }, stage.buyer);
    stage.clock.advance(30 * MINUTE);
    await stage.sweep();
    expect(await status()).toBe('PAYMENT_PENDING');
    expect((await stage.saleState(other)).status).toBe('CANCELLED');
    expect(stage.log.lines.some(({ level, details }) => level === 'error' && details.sale === TRANSACTION)).toBe(true);
  });
});

describe('reminders and notices', () => {
  test('remind the seller once, 24 hours before the shipment deadline [D2-381]', async () => {
    await paid(stage);
    stage.clock.advance(3 * DAY - 1);
    await stage.sweep();
    expect(templates()).not.toContain('shipReminder');
    stage.clock.advance(1);
    await stage.sweep();
    await stage.sweep();
    await stage.jobs.runDue();
    expect(templates().filter((template) => template === 'shipReminder')).toHaveLength(1);
    expect(stage.mailer.sent.at(-1)?.to).toBe('bert@example.com');
  });

  test('tell the buyer three days and one day before escrow ends [D2-385]', async () => {
    await shipped(stage);
    stage.clock.advance(9 * DAY);
    await stage.sweep();
    stage.clock.advance(2 * DAY);
    await stage.sweep();
    const notices = stage.emails.filter(({ template }) => template === 'escrowNotice');
    expect(notices.map(({ username, details }) => [username, details.daysLeft])).toEqual([
      ['Ada', 3],
      ['Ada', 1],
    ]);
  });

  test('state the time left when late, and are dropped once it is over', async () => {
    await shipped(stage);
    stage.clock.advance(10.5 * DAY);
    await stage.sweep();
    const notices = () => stage.emails.filter(({ template }) => template === 'escrowNotice');
    expect(notices().map(({ details }) => details.daysLeft)).toEqual([2]);
    stage.clock.advance(2 * DAY);
    await stage.sweep();
    await stage.jobs.runDue();
    expect(notices()).toHaveLength(1);
  });

  test('are combined when they come together', async () => {
    await shipped(stage);
    stage.clock.advance(11.5 * DAY);
    await stage.sweep();
    const notices = stage.emails.filter(({ template }) => template === 'escrowNotice');
    expect(notices.map(({ details }) => details.daysLeft)).toEqual([1]);
  });

  test('do not ask a seller to ship by a past day', async () => {
    await paid(stage);
    stage.clock.advance(5 * DAY);
    await stage.sweep();
    await stage.jobs.runDue();
    expect(templates()).not.toContain('shipReminder');
  });

  test('append nothing to the transaction', async () => {
    await paid(stage);
    const before = await eventCount();
    stage.clock.advance(3 * DAY);
    await stage.sweep();
    expect(await eventCount()).toBe(before);
  });
});
