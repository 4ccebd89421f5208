import { beforeEach, describe, expect, test } from 'vitest';
import { ProviderRefused, ProviderUnavailable } from '#application/ports/payments.ts';
import { openCases } from '#domain/transactions/cases.ts';
import { fact, people, released } from '../../policies/scenes.ts';
import { openStage, type Stage, TRANSACTION } from '../../policies/stage.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
  await people(stage);
});

const status = async () => (await stage.saleState()).status;

describe('the money of a failed payout', () => {
  const days = async (count: number) => {
    for (let day = 0; day < count; day++) {
      stage.clock.advance(DAY);
      await stage.sweep();
    }
  };
  /** The recalls requested from the provider, which fails while `away`. */
  const recalls = () => {
    const fetched: string[] = [];
    const bank = { away: undefined as Error | undefined, fetched };
    stage.payments.recallPayout = async (payoutId) => {
      if (bank.away) throw bank.away;
      fetched.push(payoutId);
    };
    return bank;
  };
  const initiated = async () => {
    await released(stage);
    stage.clock.advance(2 * DAY);
    await stage.sweep();
    return (await stage.saleState()).payout.id ?? '';
  };
  const tell = async (details: Record<string, unknown>) => {
    await stage.told(fact(stage, details));
    await stage.settle();
  };
  const refused = async (payoutId: string) =>
    tell({ kind: 'payout.failed', payoutId, reason: 'no account', accountAtFault: true });
  const isSilent = async () => openCases(await stage.saleState()).some(({ kind }) => kind === 'providerSilent');

  test.each([
    ['is away', new ProviderUnavailable('down')],
    ['says no', new ProviderRefused('no balance')],
  ])('is recalled after all if the job died because the provider %s', async (_, away) => {
    const payoutId = await initiated();
    const bank = recalls();
    bank.away = away;
    await refused(payoutId);
    stage.jobs.lose();
    await days(5);
    bank.away = undefined;
    await days(5);
    expect(bank.fetched).toEqual([payoutId]);
  });

  test.each([
    ['is away', new ProviderUnavailable('down')],
    ['says no', new ProviderRefused('no balance')],
  ])('becomes a case if the provider %s for a month, and is retried once closed', async (_, away) => {
    const payoutId = await initiated();
    const bank = recalls();
    bank.away = away;
    await refused(payoutId);
    stage.jobs.lose();
    await days(30);
    expect(await isSilent()).toBe(false);
    await days(2);
    expect(await isSilent()).toBe(true);
    await days(5);
    const staff = { id: 'e'.repeat(32), role: 'staff' } as const;
    await stage.sale({ type: 'CloseCase', kind: 'providerSilent', note: 'the bank was written to' }, staff);
    await stage.settle();
    bank.away = undefined;
    await days(1);
    expect(bank.fetched).toEqual([payoutId]);
  });

  test.each([
    ['failed', { kind: 'payout.failed', reason: 'bank away', accountAtFault: false }],
    ['was returned', { kind: 'payout.returned', reason: 'wrong holder', amount: 5_500 }],
  ])('is recalled even if its job was lost when it %s', async (_, end) => {
    const payoutId = await initiated();
    if (end.kind === 'payout.returned') await tell({ kind: 'payout.paid', payoutId, amount: 5_500 });
    const bank = recalls();
    bank.away = new ProviderUnavailable('down');
    await tell({ ...end, payoutId });
    stage.jobs.lose();
    bank.away = undefined;
    await days(1);
    expect(bank.fetched).toEqual([]);
    await days(1);
    expect(bank.fetched).toEqual([payoutId]);
  });

  test('is recalled if it exceeded the sum due, and comes back', async () => {
    const payoutId = await initiated();
    await tell({ kind: 'payout.failed', payoutId, reason: 'bank away', accountAtFault: false });
    await days(1);
    expect((await stage.saleState()).payout.attempt).toBe(2);
    stage.payments.payoutStates.set(payoutId, 'paid');
    await tell({ kind: 'payout.paid', payoutId, amount: 5_500 });
    await days(5);
    const bank = recalls();
    stage.clock.advance(1);
    await tell({ kind: 'payout.returned', payoutId, reason: 'wrong holder', amount: 5_500 });
    expect(await stage.typesOf(`transaction-${TRANSACTION}`)).toContain('OverpaymentReturned');
    await stage.sweep();
    expect(bank.fetched).toContain(payoutId);
  });

  test('waits while the provider is silent, and is then recalled at once', async () => {
    for (let count = 0; count < 3; count++)
      await stage.schedule.put({
        id: `inquiry.${count}`,
        kind: 'inquiry',
        subject: TRANSACTION,
        dueAt: stage.clock.now() + 4 * DAY,
        data: { about: 'checkout', reference: `cs_${count}`, asked: '1' },
      });
    const payoutId = await initiated();
    const bank = recalls();
    bank.away = new ProviderUnavailable('down');
    await refused(payoutId);
    stage.jobs.lose();
    bank.away = undefined;
    stage.payments.down = true;
    await days(2);
    expect(bank.fetched).toEqual([]);
    stage.payments.down = false;
    await stage.sweep();
    expect(bank.fetched).toEqual([payoutId]);
  });

  test('stays with the seller if it arrives after all', async () => {
    const payoutId = await initiated();
    const bank = recalls();
    bank.away = new ProviderUnavailable('down');
    await tell({ kind: 'payout.failed', payoutId, reason: 'bank away', accountAtFault: false });
    stage.jobs.lose();
    stage.payments.payoutStates.set(payoutId, 'paid');
    await tell({ kind: 'payout.paid', payoutId, amount: 5_500 });
    expect(await status()).toBe('COMPLETED');
    bank.away = undefined;
    await days(5);
    expect(bank.fetched).toEqual([]);
  });
});
