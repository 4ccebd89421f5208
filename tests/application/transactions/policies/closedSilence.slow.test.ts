import { beforeEach, describe, expect, test } from 'vitest';
import { openCases } from '#domain/transactions/cases.ts';
import { checkedOut, fact, paid, people, SESSION, TOTAL } from '../../policies/scenes.ts';
import { openStage, type Stage, TRANSACTION } from '../../policies/stage.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
  await people(stage);
});

const cancel = () => stage.sale({ type: 'Cancel', reason: 'SHIPPING_ISSUES', otherReason: null }, stage.seller);
const status = async () => (await stage.saleState()).status;

describe('after staff close a case about a silent provider', () => {
  const isSilent = async () => openCases(await stage.saleState()).some(({ kind }) => kind === 'providerSilent');
  const days = async (count: number) => {
    for (let day = 0; day < count; day++) {
      stage.clock.advance(DAY);
      await stage.sweep();
    }
  };
  const close = async () => {
    const staff = { id: 'e'.repeat(32), role: 'staff' } as const;
    await stage.sale({ type: 'CloseCase', kind: 'providerSilent', note: 'nobody answers' }, staff);
    await stage.settle();
  };
  const closed = async () => {
    await days(40);
    expect(await isSilent()).toBe(true);
    await close();
    expect(await isSilent()).toBe(false);
  };

  describe('the refund of a duplicate payment', () => {
    const duplicate = async () => (await stage.saleState()).duplicates.pay_2;
    const twice = async () => {
      await paid(stage);
      const again = { kind: 'payment.paid', sessionId: 'cs_2', paymentId: 'pay_2', captured: TOTAL, currency: 'EUR' };
      await stage.told(fact(stage, again));
      await stage.settle();
    };
    const pending = async () => {
      await twice();
      stage.payments.refundStates.set((await duplicate())?.refundId ?? '', 'pending');
      await closed();
    };

    test('is polled again until the provider knows its end', async () => {
      await pending();
      await days(20);
      expect((await duplicate())?.state).toBe('requested');
      stage.payments.refundStates.set((await duplicate())?.refundId ?? '', 'done');
      await days(1);
      expect((await duplicate())?.state).toBe('done');
    });

    test('becomes a case again if the provider never answers', async () => {
      await pending();
      await days(29);
      expect(await isSilent()).toBe(false);
      await days(2);
      expect(await isSilent()).toBe(true);
    });

    test('is sent after all if the provider never knew it', async () => {
      const { refund } = stage.payments;
      stage.payments.refund = async () => undefined;
      await twice();
      await closed();
      stage.payments.refund = refund;
      await days(1);
      const sent = { paymentId: 'pay_2', amount: TOTAL };
      expect(stage.payments.refunds).toContainEqual(expect.objectContaining(sent));
    });

    test('is polled once a day even if polling was still running', async () => {
      await pending();
      const { askRefund } = stage.payments;
      const asked: string[] = [];
      stage.payments.askRefund = (refundId) => {
        asked.push(refundId);
        return askRefund(refundId);
      };
      await stage.given(`transaction-${TRANSACTION}`, 'EscalatedToStaff', { cause: 'providerSilent' });
      await close();
      await days(5);
      const refundId = (await duplicate())?.refundId;
      expect(asked.filter((each) => each === refundId)).toHaveLength(5);
    });
  });

  test('the checkout of a cancelled transaction is polled again', async () => {
    await checkedOut(stage);
    stage.payments.checkouts.set(SESSION, { state: 'processing' });
    await cancel();
    await stage.settle();
    await closed();
    stage.payments.checkouts.set(SESSION, { state: 'paid', paymentId: 'pay_1', captured: TOTAL, currency: 'EUR' });
    await days(1);
    expect(await status()).toBe('REFUND_BUYER');
  });

  test('the checkout left open by a payment through an earlier one is polled again', async () => {
    await checkedOut(stage);
    const later = { attempt: 2, sessionId: 'cs_later', checkoutUrl: 'https://pay.example/later' };
    await stage.given(`transaction-${TRANSACTION}`, 'CheckoutOpened', later);
    stage.payments.checkouts.set('cs_later', { state: 'processing' });
    const payment = { sessionId: 'cs_earlier', paymentId: 'pay_1', captured: TOTAL, currency: 'EUR' };
    await stage.told(fact(stage, { kind: 'payment.paid', ...payment }));
    await stage.settle();
    await stage.given(`transaction-${TRANSACTION}`, 'EscalatedToStaff', { cause: 'providerSilent' });
    stage.schedule.tasks.clear();
    await close();
    stage.payments.checkouts.set('cs_later', { state: 'paid', paymentId: 'pay_2', captured: TOTAL, currency: 'EUR' });
    await days(1);
    expect(stage.payments.refunds).toContainEqual(expect.objectContaining({ paymentId: 'pay_2', amount: TOTAL }));
  });

  test('a failed refund is polled again', async () => {
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
    await closed();
    stage.payments.refundStates.set(refundId, 'done');
    await days(1);
    expect(await stage.typesOf(`transaction-${TRANSACTION}`)).toContain('RefundArrivedLate');
  });
});
