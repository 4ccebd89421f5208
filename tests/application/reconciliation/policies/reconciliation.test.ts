import { beforeEach, describe, expect, test } from 'vitest';
import type { ProviderObject } from '#application/ports/payments.ts';
import { GRACE } from '#application/reconciliation/policies/reconciliation.ts';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import { openCases } from '#domain/transactions/cases.ts';
import { FEE, fact, paid, people, TOTAL } from '../../policies/scenes.ts';
import { openStage, type Stage, TRANSACTION } from '../../policies/stage.ts';

let stage: Stage;
let payment: ProviderObject;
beforeEach(async () => {
  stage = await openStage();
  await people(stage);
  await paid(stage);
  const { paymentId } = await stage.saleState();
  payment = object({ id: paymentId ?? '' });
  stage.payments.objects = [payment];
});

/** The transaction's own payment as the provider lists it, with changes. */
const object = (changes: Partial<ProviderObject> & { id: string }): ProviderObject => ({
  kind: 'payment',
  reference: changes.id,
  saleId: TRANSACTION,
  amount: TOTAL,
  currency: 'EUR',
  state: 'done',
  createdAt: stage.clock.now(),
  ...changes,
});
const byHand = (changes: Partial<ProviderObject> = {}): ProviderObject =>
  object({ kind: 'refund', id: 're_1', amount: 700, paymentId: payment.id, ...changes });

const night = async (): Promise<void> => {
  stage.clock.advance(DAY);
  await stage.settle();
  await stage.sweep();
  await stage.settle();
};
const cases = async (): Promise<Told[]> => {
  const events = await stage.store.readAll({ limit: 1_000 });
  return events.flatMap(({ type, data }) => (type === 'UnmatchedObjectRecorded' ? [data as Told] : []));
};
type Told = { kind: string; reference: string; saleId: string | null; told: string };

describe('the provider’s objects', () => {
  test('match our events every night', async () => {
    await night();
    expect(await stage.reconciliation.last()).toMatchObject({ lookedAt: 1, unmatched: 0 });
    expect(await cases()).toEqual([]);
  });

  test('without an event become one case each, which names and informs the transaction', async () => {
    stage.payments.objects.push(byHand());
    await night();
    const told = '€7.00, done; no fact of ours tells of it';
    expect(await cases()).toMatchObject([{ kind: 'refund', reference: 're_1', saleId: TRANSACTION, told }]);
    expect(await stage.typesOf(`transaction-${TRANSACTION}`)).toContain('RefundMadeByHand');
    expect(openCases(await stage.saleState()).map(({ kind }) => kind)).toContain('providerFact');
    expect(await stage.reconciliation.last()).toMatchObject({ lookedAt: 2, unmatched: 1 });
    await night();
    expect(await cases()).toHaveLength(1);
    expect(await stage.reconciliation.last()).toMatchObject({ unmatched: 0 });
  });

  test('that came back after a manual transfer become a case and inform the transaction', async () => {
    stage.payments.objects.push(byHand());
    await night();
    stage.payments.objects = [payment, byHand({ state: 'failed' })];
    await night();
    await night();
    expect(await stage.typesOf(`transaction-${TRANSACTION}`)).toContain('RefundCameBack');
    expect(await cases()).toHaveLength(2);
    await night();
    expect(await cases()).toHaveLength(2);
  });

  test.each([
    ['another amount', { amount: TOTAL - 1 }],
    ['another currency', { currency: 'USD' }],
  ])('in %s than in our event become one case each', async (_, changes) => {
    stage.payments.objects = [{ ...payment, ...changes }];
    await night();
    await night();
    expect(await cases()).toMatchObject([{ kind: 'payment', saleId: TRANSACTION }]);
    expect((await cases())[0]?.told).toContain('our facts say something else');
    expect((await stage.saleState()).captured).toBe(TOTAL);
  });

  test('in another currency are reported in it', async () => {
    stage.payments.objects.push(object({ id: 'pay_9', amount: 5_000, currency: 'USD' }));
    await night();
    expect((await cases())[0]?.told).toBe('USD 50.00, done; no fact of ours tells of it');
    expect((await stage.saleState()).foreign).toEqual({ pay_9: 'USD' });
  });

  test('of no transaction become a case without one', async () => {
    stage.payments.objects.push(object({ kind: 'transfer', id: 'tr_9', saleId: null }));
    stage.payments.objects.push(byHand({ id: 're_9', saleId: '9'.repeat(32) }));
    await night();
    expect(await cases()).toMatchObject([{ saleId: null }, { saleId: null }]);
  });

  test('that are no longer listed become one case each', async () => {
    await night();
    stage.payments.objects = [];
    await night();
    await night();
    expect(await cases()).toMatchObject([
      {
        kind: 'payment',
        reference: payment.id,
        saleId: TRANSACTION,
        told: expect.stringContaining('does not list it'),
      },
    ]);
  });

  test('of a second payment concern only that payment: the transaction continues', async () => {
    stage.payments.objects.push(object({ kind: 'chargeback', id: 'cb_2', state: 'lost', paymentId: 'pay_2' }));
    await night();
    await night();
    const { status, chargebacks, lostOfOther } = await stage.saleState();
    expect([status, chargebacks.cb_2?.paymentId, lostOfOther]).toEqual(['AWAIT_SHIPPING', 'pay_2', { EUR: TOTAL }]);
  });

  test('with another end than ours become a case after a while', async () => {
    const opened = { kind: 'chargeback.opened', chargebackId: 'cb_1', amount: TOTAL } as const;
    await stage.told(fact(stage, opened));
    await stage.settle();
    const chargeback = object({ kind: 'chargeback', id: 'cb_1', state: 'open' });
    stage.payments.objects.push(chargeback);
    await night();
    expect(await cases()).toEqual([]);
    stage.payments.objects[1] = { ...chargeback, state: 'lost' };
    await night();
    expect(await cases()).toEqual([]);
    await night();
    expect(await cases()).toMatchObject([{ kind: 'chargeback', saleId: TRANSACTION }]);
    expect((await stage.saleState()).status).toBe('REFUNDED');
  });

  test('with returned money of a lost chargeback become a case, and each part is booked once', async () => {
    await stage.told(fact(stage, { kind: 'chargeback.lost', chargebackId: 'cb_1', amount: TOTAL }));
    await stage.settle();
    const given = async (back: number) => {
      const lost = object({ kind: 'chargeback', id: 'cb_1', state: 'lost', amount: TOTAL - back });
      stage.payments.objects[1] = { ...lost, back };
      await night();
      await night();
      return (await stage.saleState()).chargedBack;
    };
    expect(await given(300)).toBe(TOTAL - 300);
    expect(await given(500)).toBe(TOTAL - 500);
    expect(await cases()).toHaveLength(2);
  });

  describe('a transfer to a seller', () => {
    const AMOUNT = TOTAL - FEE;
    const moved = async () => {
      await stage.sale({ type: 'ConfirmShipment', trackingCode: null, carrier: null }, stage.seller);
      await stage.sale(
        { type: 'ConfirmDelivery', seller: { bankVerified: true, payoutsHeldUntil: null } },
        stage.buyer,
      );
      await stage.settle();
      stage.clock.advance(2 * DAY);
      await stage.sweep();
      const reference = (await stage.saleState()).payout.id ?? '';
      const transfer = object({ kind: 'transfer', id: 'tr_1', reference, amount: AMOUNT });
      stage.payments.objects.push(transfer);
      return transfer;
    };
    const told = async (kind: 'paid' | 'failed', payoutId: string) => {
      const failure = { reason: 'account closed', accountAtFault: true };
      await stage.told(fact(stage, { kind: `payout.${kind}`, payoutId, amount: AMOUNT, ...failure }));
      await stage.settle();
    };
    const nights = async (count: number) => {
      for (let n = 0; n < count; n++) await night();
    };

    test('that did not come back two days after its failed payout becomes one case', async () => {
      const { reference } = await moved();
      await told('failed', reference);
      await nights(2);
      expect(await cases()).toEqual([]);
      await nights(3);
      expect(await cases()).toMatchObject([{ kind: 'transfer', reference: 'tr_1', saleId: TRANSACTION }]);
    });

    test('is checked for as long as payouts may come back', async () => {
      const { reference } = await moved();
      await told('paid', reference);
      await nights(20);
      expect(await cases()).toEqual([]);
      const returned = { kind: 'payout.returned', payoutId: reference, reason: 'wrong holder', amount: AMOUNT };
      await stage.told(fact(stage, returned));
      await stage.settle();
      await nights(4);
      expect(await cases()).toMatchObject([{ kind: 'transfer', reference: 'tr_1' }]);
    });

    test('that failed after its arrival becomes a case and informs the transaction', async () => {
      const { reference } = await moved();
      await told('paid', reference);
      stage.payments.objects.push(object({ kind: 'payout', id: 'po_1', reference, amount: AMOUNT, state: 'failed' }));
      await nights(2);
      expect(await cases()).toMatchObject([{ kind: 'payout', saleId: TRANSACTION }]);
      expect(await stage.saleState()).toMatchObject({ status: 'ESCROW_COMPLETED', payable: AMOUNT, paidOut: 0 });
      expect((await stage.sellerAccount()).bankState).not.toBe('verified');
    });

    test('that came back, or arrived, matches our events', async () => {
      const transfer = await moved();
      await told('failed', transfer.reference);
      stage.payments.objects = [payment, { ...transfer, state: 'failed' }];
      await nights(5);
      expect(await cases()).toEqual([]);
      stage.payments.payoutStates.set(transfer.reference, 'paid');
      await told('paid', transfer.reference);
      stage.payments.objects = [payment, transfer];
      await nights(5);
      expect(await cases()).toEqual([]);
    });
  });

  test('gets time to be reported if it is recent', async () => {
    stage.clock.advance(DAY - GRACE + HOUR);
    stage.payments.objects.push(byHand({ createdAt: stage.clock.now() }));
    stage.clock.advance(GRACE - HOUR);
    await stage.sweep();
    expect(await stage.reconciliation.last()).toMatchObject({ lookedAt: 2, unmatched: 0 });
    await night();
    expect(await cases()).toHaveLength(1);
  });
});

describe('a reconciliation run', () => {
  beforeEach(() => {
    for (let n = 0; n < 5; n++) stage.payments.objects.push(byHand({ id: `re_${n}`, amount: 100 + n }));
  });
  const lookedAt = async () => (await stage.reconciliation.last())?.lookedAt;

  test('continues where an outage stopped it and counts nothing twice', async () => {
    let pages = 0;
    stage.payments.onPage = () => {
      stage.payments.down = ++pages === 3;
    };
    stage.clock.advance(DAY);
    await stage.sweep();
    expect(await stage.reconciliation.underWay()).toMatchObject({ kind: 'refund', lookedAt: 3 });
    stage.payments.down = false;
    await stage.sweep();
    expect(await lookedAt()).toBe(6);
    expect(await cases()).toHaveLength(5);
  });

  test('continues in the next process after a crash', async () => {
    stage.payments.onPage = () => {
      throw new Error('the process ends');
    };
    stage.clock.advance(DAY);
    await stage.sweep();
    stage.payments.onPage = () => undefined;
    await stage.stop();
    await stage.start();
    await stage.sweep();
    expect(await lookedAt()).toBe(6);
  });

  test('finds objects that appeared during its listing in the next night', async () => {
    let pages = 0;
    stage.payments.onPage = () => {
      if (++pages === 3) stage.payments.objects.splice(1, 0, byHand({ id: 're_new', createdAt: stage.clock.now() }));
    };
    await night();
    await night();
    const told = (await cases()).map(({ reference }) => reference);
    expect(told).toContain('re_new');
    expect(new Set(told).size).toBe(told.length);
  });

  test('runs once per night, and once after a week of downtime', async () => {
    stage.clock.advance(7 * DAY);
    await stage.sweep();
    const first = await stage.reconciliation.last();
    await stage.sweep();
    expect(await stage.reconciliation.last()).toEqual(first);
  });
});
