import { expect, test } from 'vitest';
import { ProviderMisconfigured, ProviderUnavailable } from '#application/ports/payments.ts';
import { NotAsked, openBreaker } from '#application/transactions/policies/breaker.ts';
import { DEFAULT_SHIPPING_RATES } from '#domain/transactions/shipping.ts';
import { fakePayments } from '../../policies/fakePayments.ts';
import { AMOUNT, paid, people } from '../../policies/scenes.ts';
import { BUYER, LISTING, openStage, SELLER } from '../../policies/stage.ts';

const DAY = 86_400_000;
const UNPAID = Array.from({ length: 101 }, (_, n) => String(n).padStart(32, '0'));

const FORGOTTEN = 'f'.repeat(32);
const item = { title: 'A painted dragon', images: [] };
const SOLD = { listingId: LISTING, buyerId: BUYER, sellerId: SELLER, item, amount: AMOUNT } as const;

/** One transaction is never shipped, 101 others are never paid, and the provider is silent. */
const openWith = async () => {
  const stage = await openStage();
  await people(stage);
  await paid(stage);
  const home = { fullName: 'Ada', streetAddress1: 'Street 1', streetAddress2: '', city: 'Utrecht', postalCode: '1' };
  const address = { ...home, country: 'Netherlands' };
  for (const id of UNPAID) {
    await stage.sale(
      { type: 'CreateTransaction', id, ...SOLD, sellerCountry: 'Netherlands', rates: DEFAULT_SHIPPING_RATES },
      stage.buyer,
      id,
    );
    const checkout = { attempt: 1, sessionId: `cs_${id}`, url: 'https://provider.example/' };
    const shipping = { type: 'SetShipping', address, zone: 'domestic', shippingCost: 500, checkout } as const;
    await stage.sale(shipping, stage.buyer, id);
  }
  await stage.settle();
  const asked: string[] = [];
  const answers = stage.payments.expireCheckout;
  const answerWith = (answer: typeof answers) => {
    stage.payments.expireCheckout = (session) => {
      asked.push(session);
      return answer(session);
    };
  };
  return { stage, asked, answers, answerWith };
};

test('fires other deadlines on time while 101 wait for a silent provider', async () => {
  const { stage, asked, answerWith } = await openWith();
  answerWith(() => new Promise(() => undefined));
  stage.clock.advance(5 * DAY);
  void stage.jobs.runSchedules('sweepAtProvider');
  await stage.jobs.runSchedules('sweep');
  expect((await stage.saleState()).status).toBe('REFUND_BUYER');
  expect(asked).toHaveLength(1);
});

test('asks a silent provider three times, then once per round until it answers, and then fires everything', async () => {
  const { stage, asked, answers, answerWith } = await openWith();
  answerWith(async () => {
    throw new ProviderUnavailable('no answer in time');
  });
  stage.clock.advance(5 * DAY);
  const round = async () => {
    asked.length = 0;
    await stage.jobs.runSchedules('sweepAtProvider');
    return new Set(asked).size;
  };
  expect([await round(), await round(), await round()]).toEqual([3, 1, 1]);
  answerWith(answers);
  expect(await round()).toBe(101);
  expect(new Set(await Promise.all(UNPAID.map(async (id) => (await stage.saleState(id)).status)))).toEqual(
    new Set(['CANCELLED']),
  );
});

test('fires deadlines of that lane on time if they need no answer', async () => {
  const { stage, answerWith } = await openWith();
  await stage.sale(
    { type: 'CreateTransaction', id: FORGOTTEN, ...SOLD, sellerCountry: 'Netherlands', rates: DEFAULT_SHIPPING_RATES },
    stage.buyer,
    FORGOTTEN,
  );
  answerWith(async () => {
    throw new ProviderUnavailable('no answer in time');
  });
  stage.clock.advance(5 * DAY);
  await stage.jobs.runSchedules('sweepAtProvider');
  expect((await stage.saleState(FORGOTTEN)).status).toBe('CANCELLED');
  const waits = (await Promise.all(UNPAID.map(stage.saleState))).filter(({ status }) => status !== 'CANCELLED');
  expect(waits).toHaveLength(UNPAID.length);
});

test('keeps asking a provider that reports a missing setting of ours', async () => {
  const payments = fakePayments();
  payments.askPayout = async () => {
    throw new ProviderMisconfigured('Stripe: account_invalid');
  };
  const breaker = openBreaker(payments);
  breaker.begin();
  for (let asked = 0; asked < 5; asked++)
    expect(await breaker.payments.askPayout('po_1').catch((error: unknown) => error)).not.toBeInstanceOf(NotAsked);
});

test('treats one answer among silent ones as a responding provider', async () => {
  const payments = fakePayments();
  const breaker = openBreaker(payments);
  breaker.begin();
  const ask = () => breaker.payments.askPayout('po_1').catch((error: unknown) => error);
  for (const down of [true, true, false, true, true, true]) {
    payments.down = down;
    expect(await ask()).not.toBeInstanceOf(NotAsked);
  }
  payments.down = false;
  expect(await ask()).toBeInstanceOf(NotAsked);
});
