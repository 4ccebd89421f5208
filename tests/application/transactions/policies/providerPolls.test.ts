import { beforeEach, describe, expect, test } from 'vitest';
import { openCases } from '#domain/transactions/cases.ts';
import { checkedOut, fact, paid, paidEvent, people, released, SESSION, TOTAL } from '../../policies/scenes.ts';
import { LISTING, openStage, type Stage, TRANSACTION } from '../../policies/stage.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
  await people(stage);
});

const cancel = () => stage.sale({ type: 'Cancel', reason: 'SHIPPING_ISSUES', otherReason: null }, stage.seller);
const status = async () => (await stage.saleState()).status;

describe('the checkout of a cancelled transaction', () => {
  beforeEach(async () => {
    await checkedOut(stage);
  });

  test('is closed at the provider, so that nobody can still pay [L-064]', async () => {
    await cancel();
    await stage.settle();
    await stage.sweep();
    expect(stage.payments.expired).toEqual([SESSION]);
  });

  test('that was already paid is found with or without a webhook, and refunded', async () => {
    stage.payments.checkouts.set(SESSION, { state: 'paid', paymentId: 'pay_1', captured: TOTAL, currency: 'EUR' });
    await cancel();
    await stage.settle();
    await stage.sweep();
    expect(await status()).toBe('REFUND_BUYER');
    expect(stage.payments.refunds).toEqual([expect.objectContaining({ paymentId: 'pay_1', amount: TOTAL })]);
    await stage.told(paidEvent(stage));
    await stage.settle();
    expect(stage.payments.refunds).toHaveLength(1);
  });

  test('is polled daily while a bank is processing', async () => {
    stage.payments.checkouts.set(SESSION, { state: 'processing' });
    await cancel();
    await stage.settle();
    await stage.sweep();
    expect(await status()).toBe('CANCELLED');
    stage.payments.checkouts.set(SESSION, { state: 'paid', paymentId: 'pay_1', captured: TOTAL, currency: 'EUR' });
    stage.clock.advance(DAY);
    await stage.sweep();
    expect(await status()).toBe('REFUND_BUYER');
    const asked = stage.payments.expired.length;
    stage.clock.advance(10 * DAY);
    await stage.sweep();
    expect(stage.payments.expired).toHaveLength(asked);
  });

  test('is polled again if a bank moves money through it after closing [L-039]', async () => {
    stage.payments.checkouts.set(SESSION, { state: 'expired' });
    await cancel();
    await stage.settle();
    await stage.sweep();
    await stage.told(fact(stage, { kind: 'payment.processing', sessionId: SESSION }));
    await stage.settle();
    expect(await status()).toBe('CANCELLED');
    stage.payments.checkouts.set(SESSION, { state: 'processing' });
    stage.clock.advance(DAY);
    await stage.sweep();
    stage.payments.checkouts.set(SESSION, { state: 'paid', paymentId: 'pay_1', captured: TOTAL, currency: 'EUR' });
    stage.clock.advance(DAY);
    await stage.sweep();
    expect(await status()).toBe('REFUND_BUYER');
  });

  test('waits while the provider is down, without blocking other tasks [L-048]', async () => {
    const unmatchedEvent = '8'.repeat(32);
    await cancel();
    await stage.settle();
    stage.payments.down = true;
    const until = stage.clock.now();
    await stage.given(`listing-${LISTING}`, 'ListingReserved', {
      transactionId: unmatchedEvent,
      buyerId: 'b'.repeat(32),
      until,
    });
    await stage.settle();
    stage.clock.advance(HOUR);
    await stage.sweep();
    expect((await stage.listingState()).reservation).toBeNull();
    stage.payments.down = false;
    await stage.sweep();
    expect(stage.payments.expired).toEqual([SESSION]);
  });
});

describe('a checkout left open by a payment through an earlier one', () => {
  const LATER = 'cs_later';
  const EARLIER = 'cs_earlier';
  beforeEach(async () => {
    await checkedOut(stage);
    await stage.given(`transaction-${TRANSACTION}`, 'CheckoutOpened', {
      attempt: 2,
      sessionId: LATER,
      checkoutUrl: 'https://pay.example/later',
    });
  });

  test.each([
    ['with another sum', TOTAL - 100],
    ['with the right sum', TOTAL],
  ])('is closed at the provider, and an unreported payment is refunded: %s', async (_, captured) => {
    stage.payments.checkouts.set(LATER, { state: 'paid', paymentId: 'pay_2', captured: TOTAL, currency: 'EUR' });
    await stage.told(
      fact(stage, { kind: 'payment.paid', sessionId: EARLIER, paymentId: 'pay_1', captured, currency: 'EUR' }),
    );
    await stage.settle();
    await stage.sweep();
    expect(stage.payments.expired).toEqual([LATER]);
    await stage.settle();
    expect(stage.payments.refunds).toContainEqual(expect.objectContaining({ paymentId: 'pay_2', amount: TOTAL }));
  });

  test('is polled until the bank knows, if it moves money', async () => {
    stage.payments.checkouts.set(LATER, { state: 'processing' });
    await stage.told(
      fact(stage, { kind: 'payment.paid', sessionId: EARLIER, paymentId: 'pay_1', captured: TOTAL, currency: 'EUR' }),
    );
    await stage.settle();
    await stage.sweep();
    stage.payments.checkouts.set(LATER, { state: 'paid', paymentId: 'pay_2', captured: TOTAL, currency: 'EUR' });
    stage.clock.advance(DAY);
    await stage.sweep();
    await stage.settle();
    expect(stage.payments.refunds).toContainEqual(expect.objectContaining({ paymentId: 'pay_2', amount: TOTAL }));
  });

  test('is left alone if the transaction was paid through it', async () => {
    await stage.told(
      fact(stage, { kind: 'payment.paid', sessionId: LATER, paymentId: 'pay_1', captured: TOTAL, currency: 'EUR' }),
    );
    await stage.settle();
    await stage.sweep();
    expect(stage.payments.expired).toEqual([]);
  });
});

test('spends three timeouts on hundreds of polls during an outage, then does the work behind them', async () => {
  for (let count = 0; count < 450; count++)
    await stage.schedule.put({
      id: `inquiry.${count}`,
      kind: 'inquiry',
      subject: TRANSACTION,
      dueAt: 1,
      data: { about: 'checkout', reference: `cs_${count}`, asked: '1' },
    });
  const unmatchedEvent = '8'.repeat(32);
  const reserved = { transactionId: unmatchedEvent, buyerId: 'b'.repeat(32), until: stage.clock.now() };
  await stage.given(`listing-${LISTING}`, 'ListingReserved', reserved);
  await stage.settle();
  stage.clock.advance(HOUR);
  let asked = 0;
  const { expireCheckout } = stage.payments;
  stage.payments.expireCheckout = (sessionId) => {
    asked++;
    return expireCheckout(sessionId);
  };
  stage.payments.down = true;
  await stage.sweep();
  expect(asked).toBe(3);
  expect((await stage.listingState()).reservation).toBeNull();
  stage.payments.down = false;
  await stage.sweep();
  expect(stage.payments.expired).toHaveLength(450);
});

describe('a refund retried after a failure', () => {
  const triedAgain = async (state: 'pending' | 'done') => {
    await paid(stage);
    await cancel();
    await stage.settle();
    const refundId = (await stage.saleState()).refund?.id ?? '';
    await stage.told(fact(stage, { kind: 'refund.failed', refundId, reason: 'a passing fault' }));
    await stage.settle();
    stage.payments.refundStates.set(refundId, state);
    stage.clock.advance(2 * HOUR);
    await stage.sweep();
    expect(await stage.typesOf(`transaction-${TRANSACTION}`)).toContain('RefundRetried');
  };

  test('is not sent again while running, because a provider treats a higher attempt as a new refund [L-116]', async () => {
    await triedAgain('pending');
    expect(stage.payments.refunds).toHaveLength(1);
  });

  test('that succeeded meanwhile ends the transaction, and nothing is sent', async () => {
    await triedAgain('done');
    expect(stage.payments.refunds).toHaveLength(1);
    expect(await status()).toBe('REFUNDED');
  });
});

describe('a failed refund whose money a chargeback took', () => {
  const taken = async () => {
    await paid(stage);
    await cancel();
    await stage.settle();
    const refundId = (await stage.saleState()).refund?.id ?? '';
    stage.payments.refundStates.set(refundId, 'pending');
    await stage.told(fact(stage, { kind: 'chargeback.opened', chargebackId: 'cb_1', amount: TOTAL }));
    await stage.told(fact(stage, { kind: 'refund.failed', refundId, reason: 'disputed' }));
    await stage.settle();
    await stage.told(fact(stage, { kind: 'chargeback.lost', chargebackId: 'cb_1', amount: TOTAL }));
    await stage.settle();
    expect(await status()).toBe('REFUNDED');
    expect((await stage.saleState()).platformLoss).toBe(0);
    return refundId;
  };
  const days = async (count: number) => {
    for (let day = 0; day < count; day++) {
      stage.clock.advance(DAY);
      await stage.sweep();
    }
  };

  test('is polled until the provider knows its end, and booked if it arrived', async () => {
    const refundId = await taken();
    await days(5);
    stage.payments.refundStates.set(refundId, 'done');
    await days(1);
    expect(await stage.typesOf(`transaction-${TRANSACTION}`)).toContain('RefundArrivedLate');
    expect((await stage.saleState()).platformLoss).toBe(TOTAL);
    expect(stage.payments.refunds).toHaveLength(1);
  });

  test('becomes a case if the provider never answers', async () => {
    await taken();
    const silent = async () => openCases(await stage.saleState()).some(({ kind }) => kind === 'providerSilent');
    await days(20);
    expect(await silent()).toBe(false);
    await days(20);
    expect(await silent()).toBe(true);
  });
});

describe('a payout', () => {
  const initiated = async () => {
    await released(stage);
    stage.clock.advance(2 * DAY);
    await stage.sweep();
    return (await stage.saleState()).payout;
  };

  test('whose job was lost is sent a day later if the provider does not know it', async () => {
    stage.payments.down = true;
    const { id } = await initiated();
    stage.jobs.lose();
    stage.payments.down = false;
    expect(stage.payments.payouts).toEqual([]);
    stage.clock.advance(DAY);
    await stage.sweep();
    expect(stage.payments.payouts).toEqual([expect.objectContaining({ payoutId: id })]);
  });

  test('silent beyond its watch is polled daily until the provider knows its end', async () => {
    const { id } = await initiated();
    stage.payments.payoutStates.set(id ?? '', 'pending');
    stage.clock.advance(9 * DAY);
    await stage.sweep();
    stage.clock.advance(3 * DAY);
    await stage.sweep();
    expect(await status()).toBe('PAYOUT_INITIATED');
    stage.payments.payoutStates.set(id ?? '', 'paid');
    stage.clock.advance(DAY);
    await stage.sweep();
    expect(await status()).toBe('COMPLETED');
    expect(stage.payments.payouts).toHaveLength(1);
  });
});

describe('the refund of a duplicate payment', () => {
  const twice = async ({ down = true } = {}) => {
    await paid(stage);
    stage.payments.down = down;
    const again = { kind: 'payment.paid', sessionId: 'cs_2', paymentId: 'pay_2', captured: TOTAL, currency: 'EUR' };
    await stage.told(fact(stage, again));
    await stage.settle();
    stage.payments.down = false;
  };

  test('is sent after all if its job was lost [L-129]', async () => {
    await twice();
    stage.jobs.lose();
    stage.clock.advance(2 * DAY);
    await stage.sweep();
    expect(stage.payments.refunds).toEqual([expect.objectContaining({ paymentId: 'pay_2', amount: TOTAL })]);
  });

  test('is known as done even if its webhook never came [L-130]', async () => {
    await twice({ down: false });
    const refundId = Object.values((await stage.saleState()).duplicates)[0]?.refundId ?? '';
    stage.payments.refundStates.set(refundId, 'done');
    stage.clock.advance(2 * DAY);
    await stage.sweep();
    expect(await stage.typesOf(`transaction-${TRANSACTION}`)).toContain('DuplicateRefundCompleted');
  });

  test('becomes a case if the provider is silent for 7 business days [L-130]', async () => {
    await twice();
    const refundId = Object.values((await stage.saleState()).duplicates)[0]?.refundId ?? '';
    stage.payments.refundStates.set(refundId, 'pending');
    const silent = async () => openCases(await stage.saleState()).some(({ kind }) => kind === 'providerSilent');
    for (let day = 0; day < 13; day++) {
      stage.clock.advance(DAY);
      await stage.sweep();
      if (day < 8) expect(await silent()).toBe(false);
    }
    expect(await silent()).toBe(true);
  });

  test('is retried automatically after the provider refused it [L-130]', async () => {
    await twice({ down: false });
    const refundId = Object.values((await stage.saleState()).duplicates)[0]?.refundId ?? '';
    await stage.told(fact(stage, { kind: 'refund.failed', refundId, reason: 'card closed' }));
    await stage.settle();
    const asked = stage.payments.refunds.length;
    stage.clock.advance(HOUR);
    await stage.sweep();
    expect(stage.payments.refunds.slice(asked)).toEqual([
      expect.objectContaining({ paymentId: 'pay_2', amount: TOTAL, attempt: 1 }),
    ]);
  });
});

describe('a chargeback with an unreported end', () => {
  const CHARGEBACK = 'cb_1';
  const claimed = async () => {
    await paid(stage);
    await stage.told(fact(stage, { kind: 'chargeback.opened', chargebackId: CHARGEBACK, amount: TOTAL }));
    await stage.settle();
  };

  test('is polled daily for as long as it is open', async () => {
    await claimed();
    stage.payments.chargebackStates.set(CHARGEBACK, { state: 'open', amount: TOTAL });
    for (let day = 1; day <= 45; day++) {
      stage.clock.advance(DAY);
      await stage.sweep();
    }
    expect((await stage.saleState()).chargeback).toBe('open');
    stage.payments.chargebackStates.set(CHARGEBACK, { state: 'lost', amount: TOTAL });
    stage.clock.advance(DAY);
    await stage.sweep();
    expect(await status()).toBe('REFUNDED');
  });

  test('counts a returned part once when more is returned later', async () => {
    await claimed();
    stage.payments.chargebackStates.set(CHARGEBACK, { state: 'lost', amount: TOTAL - 300, back: 300 });
    stage.clock.advance(DAY);
    await stage.sweep();
    expect((await stage.saleState()).chargebacks[CHARGEBACK]).toMatchObject({ stands: 'lost', amount: TOTAL - 300 });
    stage.payments.chargebackStates.set(CHARGEBACK, { state: 'lost', amount: TOTAL - 500, back: 500 });
    stage.clock.advance(DAY);
    await stage.told(fact(stage, { kind: 'chargeback.won', chargebackId: CHARGEBACK, amount: 500 }));
    await stage.settle();
    expect((await stage.saleState()).chargedBack).toBe(TOTAL - 500);
  });

  test('changes its end when the provider says so', async () => {
    await claimed();
    const told = async (kind: 'chargeback.won' | 'chargeback.lost', state: 'won' | 'lost') => {
      stage.payments.chargebackStates.set(CHARGEBACK, { state, amount: TOTAL });
      await stage.told(fact(stage, { kind, chargebackId: CHARGEBACK, amount: TOTAL }));
      await stage.settle();
      return status();
    };
    expect(await told('chargeback.lost', 'lost')).toBe('REFUNDED');
    // outdated: it was won once and is lost now
    expect(await told('chargeback.won', 'lost')).toBe('REFUNDED');
    // never shipped: returned money belongs to the buyer
    expect(await told('chargeback.won', 'won')).toBe('REFUND_BUYER');
  });
});

describe('a refund silent beyond its watch', () => {
  const cases = async () => openCases(await stage.saleState()).map(({ kind }) => kind);
  const refundId = async () => (await stage.saleState()).refund?.id ?? '';
  const days = async (count: number) => {
    for (let day = 0; day < count; day++) {
      stage.clock.advance(DAY);
      await stage.sweep();
    }
  };
  const silent = async () => {
    await paid(stage);
    await cancel();
    await stage.settle();
    stage.payments.refundStates.set(await refundId(), 'pending');
    await days(12);
  };

  test('becomes a staff case at once and is polled daily until its end is known [L-115]', async () => {
    await silent();
    expect(await cases()).toEqual(['refundSilent']);
    await days(40);
    expect(await cases()).toEqual(['refundSilent']);
    expect(
      (await stage.typesOf(`transaction-${TRANSACTION}`)).filter((type) => type === 'EscalatedToStaff'),
    ).toHaveLength(1);
    expect(await stage.typesOf(`transaction-${TRANSACTION}`)).not.toContain('RefundFailed');
    stage.payments.refundStates.set(await refundId(), 'done');
    await days(1);
    expect([await status(), await cases()]).toEqual(['REFUNDED', []]);
    expect(stage.payments.refunds).toHaveLength(1);
  });

  test('is retried when the provider reports its failure after the silence', async () => {
    await silent();
    stage.payments.refundStates.set(await refundId(), 'failed');
    await days(1);
    expect(await stage.typesOf(`transaction-${TRANSACTION}`)).toContain('RefundFailed');
    expect(await cases()).toEqual([]);
    await days(1);
    expect(await stage.typesOf(`transaction-${TRANSACTION}`)).toContain('RefundRetried');
  });
});

test('becomes a staff case after 7 silent business days for a second payment', async () => {
  await paid(stage);
  const again = { kind: 'payment.paid', sessionId: 'cs_2', paymentId: 'pay_2', captured: TOTAL, currency: 'EUR' };
  await stage.told(fact(stage, again));
  await stage.settle();
  const second = async () => (await stage.saleState()).duplicates.pay_2;
  stage.payments.refundStates.set((await second())?.refundId ?? '', 'pending');
  const silences = async () =>
    (await stage.typesOf(`transaction-${TRANSACTION}`)).filter((type) => type === 'EscalatedToStaff').length;
  stage.clock.advance(8 * DAY);
  await stage.sweep();
  expect(await silences()).toBe(0);
  for (let day = 8; day < 13; day++) {
    stage.clock.advance(DAY);
    await stage.sweep();
  }
  expect(openCases(await stage.saleState()).map(({ kind }) => kind)).toContain('providerSilent');
  expect(await silences()).toBe(1);
});
