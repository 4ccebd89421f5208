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

/** The sale's own payment, as the provider lists it, or something else. */
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

describe('what the provider has', () => {
  test('is looked at each night, and fits our facts', async () => {
    await night();
    expect(await stage.reconciliation.last()).toMatchObject({ lookedAt: 1, unmatched: 0 });
    expect(await cases()).toEqual([]);
  });

  test('and no fact tells of is a case that names the sale, once, and the sale hears of it', async () => {
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

  test('to have come back of what was sent by hand is a case, and the sale hears of it', async () => {
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
  ])('in %s than our fact says is a case, once', async (_, changes) => {
    stage.payments.objects = [{ ...payment, ...changes }];
    await night();
    await night();
    expect(await cases()).toMatchObject([{ kind: 'payment', saleId: TRANSACTION }]);
    expect((await cases())[0]?.told).toContain('our facts say something else');
    expect((await stage.saleState()).captured).toBe(TOTAL);
  });

  test('in another currency is told in that currency', async () => {
    stage.payments.objects.push(object({ id: 'pay_9', amount: 5_000, currency: 'USD' }));
    await night();
    expect((await cases())[0]?.told).toBe('USD 50.00, done; no fact of ours tells of it');
    expect((await stage.saleState()).foreign).toEqual({ pay_9: 'USD' });
  });

  test('of no sale of ours is a case without one', async () => {
    stage.payments.objects.push(object({ kind: 'transfer', id: 'tr_9', saleId: null }));
    stage.payments.objects.push(byHand({ id: 're_9', saleId: '9'.repeat(32) }));
    await night();
    expect(await cases()).toMatchObject([{ saleId: null }, { saleId: null }]);
  });

  test('and does not list any more is a case, once', async () => {
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

  test('that names a second payment is one of that alone: the sale goes on', async () => {
    stage.payments.objects.push(object({ kind: 'chargeback', id: 'cb_2', state: 'lost', paymentId: 'pay_2' }));
    await night();
    await night();
    const { status, chargebacks, lostOfOther } = await stage.saleState();
    expect([status, chargebacks.cb_2?.paymentId, lostOfOther]).toEqual(['AWAIT_SHIPPING', 'pay_2', { EUR: TOTAL }]);
  });

  test('with another end than we know of is a case, when that has stood for a while', async () => {
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

  test('to have been given back of a chargeback that was lost is a case, and stands in the books, each part once', async () => {
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

  describe('to have moved towards a seller', () => {
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

    test('and not to have come back two days after its payout failed is a case, once', async () => {
      const { reference } = await moved();
      await told('failed', reference);
      await nights(2);
      expect(await cases()).toEqual([]);
      await nights(3);
      expect(await cases()).toMatchObject([{ kind: 'transfer', reference: 'tr_1', saleId: TRANSACTION }]);
    });

    test('is found as long as payouts may come back', async () => {
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

    test('and to have failed once it had arrived is a case, and the sale hears of it', async () => {
      const { reference } = await moved();
      await told('paid', reference);
      stage.payments.objects.push(object({ kind: 'payout', id: 'po_1', reference, amount: AMOUNT, state: 'failed' }));
      await nights(2);
      expect(await cases()).toMatchObject([{ kind: 'payout', saleId: TRANSACTION }]);
      expect(await stage.saleState()).toMatchObject({ status: 'ESCROW_COMPLETED', payable: AMOUNT, paidOut: 0 });
      expect((await stage.sellerAccount()).bankState).not.toBe('verified');
    });

    test('and to have come back fits our facts, and so does what has arrived', async () => {
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

  test('has just made is given time to be told', async () => {
    stage.clock.advance(DAY - GRACE + HOUR);
    stage.payments.objects.push(byHand({ createdAt: stage.clock.now() }));
    stage.clock.advance(GRACE - HOUR);
    await stage.sweep();
    expect(await stage.reconciliation.last()).toMatchObject({ lookedAt: 2, unmatched: 0 });
    await night();
    expect(await cases()).toHaveLength(1);
  });
});

describe('a run', () => {
  beforeEach(() => {
    for (let n = 0; n < 5; n++) stage.payments.objects.push(byHand({ id: `re_${n}`, amount: 100 + n }));
  });
  const lookedAt = async () => (await stage.reconciliation.last())?.lookedAt;

  test('goes on where the provider went away, and counts nothing twice', async () => {
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

  test('that a process died in goes on in the next', async () => {
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

  test('finds in the next night what appeared while it listed', async () => {
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

  test('comes once a night, and once after a week of standstill', async () => {
    stage.clock.advance(7 * DAY);
    await stage.sweep();
    const first = await stage.reconciliation.last();
    await stage.sweep();
    expect(await stage.reconciliation.last()).toEqual(first);
  });
});
