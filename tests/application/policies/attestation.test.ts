import { beforeEach, describe, expect, test } from 'vitest';
import { attestationsOf, checkChain } from '#application/attestations.ts';
import { PATIENCE } from '#application/policies/attestation.ts';
import { paid, paidFact, people, TOTAL } from './scenes.ts';
import { openStage, type Stage } from './stage.ts';

const DAY = 24 * 3_600_000;

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
  await people(stage);
  await paid(stage);
  stage.payments.held = TOTAL;
});

const nights = async () => attestationsOf(stage.journal);
const nextNight = async () => {
  stage.clock.advance(DAY);
  await stage.sweep();
};

test('each night the books and what the provider holds are attested, once however often it is asked', async () => {
  await stage.sweep();
  expect(await nights()).toEqual([]);
  await nextNight();
  await stage.sweep();
  expect(await nights()).toMatchObject([
    {
      type: 'LedgerAttested',
      data: {
        night: '2026-03-03',
        totals: { escrow: TOTAL, psp_clearing: -TOTAL },
        ...{ entries: 2, atProvider: TOTAL, expectedAtProvider: TOTAL },
      },
    },
  ]);
});

test('a process that dies between the fact and its note writes nothing twice', async () => {
  await nextNight();
  const [first] = await nights();
  stage.recurringWork.works.set('attestation', { period: '2026-03-02', waitingSince: null });
  await stage.stop();
  await stage.start();
  await stage.sweep();
  expect(await nights()).toEqual([first]);
  expect(stage.recurringWork.works.get('attestation')?.period).toBe('2026-03-03');
});

test('two processes at the same moment write one', async () => {
  stage.clock.advance(DAY);
  await Promise.all([stage.sweep(), stage.sweep(), stage.sweep()]);
  expect(await nights()).toHaveLength(1);
});

test('ten nights of standstill are followed by one attestation', async () => {
  stage.clock.advance(10 * DAY);
  await stage.sweep();
  await stage.sweep();
  expect((await nights()).map(({ data }) => data.night)).toEqual(['2026-03-12']);
});

test('each digest seals all events before it, and the check finds one that was changed', async () => {
  await nextNight();
  await nextNight();
  expect(await checkChain(stage.journal, stage.store)).toEqual({ intact: true, nights: 2 });
  const tampered = {
    readAll: async (options: Parameters<typeof stage.store.readAll>[0]) => {
      const events = await stage.store.readAll(options);
      return events.map((event) =>
        event.type === 'PaymentCaptured' ? { ...event, metadata: { ...event.metadata, hash: 'f'.repeat(64) } } : event,
      );
    },
  };
  expect(await checkChain(stage.journal, tampered)).toEqual({ intact: false, night: '2026-03-03' });
  const cutOff = {
    readAll: async (options: Parameters<typeof stage.store.readAll>[0]) =>
      (await stage.store.readAll(options)).filter(({ type }) => type !== 'LedgerAttested'),
  };
  expect(await checkChain(stage.journal, cutOff)).toEqual({ intact: false, night: '2026-03-04' });
});

describe('when the provider holds something else', () => {
  test('a moment’s difference is no difference: what is under way arrives', async () => {
    stage.payments.held = TOTAL + 100;
    await nextNight();
    expect(await nights()).toEqual([]);
    stage.clock.advance(PATIENCE - 1);
    await stage.sweep();
    expect(await nights()).toEqual([]);
    stage.payments.held = TOTAL;
    await stage.sweep();
    expect(await nights()).toMatchObject([{ type: 'LedgerAttested' }]);
  });

  test('one that stands is found, written down and told in the log under a code', async () => {
    stage.payments.held = TOTAL - 100;
    await nextNight();
    stage.clock.advance(PATIENCE);
    await stage.sweep();
    expect(await nights()).toMatchObject([
      {
        type: 'LedgerDifferenceFound',
        data: { faults: ['providerDiffers'], since: '2026-03-03', atProvider: TOTAL - 100, expectedAtProvider: TOTAL },
      },
    ]);
    expect(stage.log.lines).toContainEqual(
      expect.objectContaining({
        level: 'error',
        details: expect.objectContaining({ code: 'ledgerDiffers', difference: -100 }),
      }),
    );
  });

  test('money that the provider took for no sale of ours is found', async () => {
    stage.payments.held = TOTAL * 2;
    await stage.told(paidFact(stage, { transactionId: '9'.repeat(32) }));
    await nextNight();
    stage.clock.advance(PATIENCE);
    await stage.sweep();
    expect(await nights()).toMatchObject([{ type: 'LedgerDifferenceFound' }]);
  });

  test('a provider that is away says nothing: the night waits, and its return begins the patience anew', async () => {
    stage.payments.held = TOTAL + 100;
    await nextNight();
    stage.payments.down = true;
    stage.clock.advance(PATIENCE);
    await stage.sweep();
    stage.payments.down = false;
    await stage.sweep();
    expect(await nights()).toEqual([]);
    stage.payments.held = TOTAL;
    await stage.sweep();
    expect(await nights()).toMatchObject([{ type: 'LedgerAttested' }]);
  });
});
