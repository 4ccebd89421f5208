import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { StoredEvent } from '#application/ports/eventStore.ts';
import { bookChecksOf, checkChain, extendChain, START } from '#application/reconciliation/bookChecks.ts';
import { PATIENCE } from '#application/reconciliation/policies/bookChecks.ts';
import { property } from '#tests/support/property.ts';
import { paid, paidEvent, people, TOTAL } from '../../policies/scenes.ts';
import { openStage, type Stage } from '../../policies/stage.ts';

const DAY = 24 * 3_600_000;

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
  await people(stage);
  await paid(stage);
  stage.payments.held = TOTAL;
});

const nights = async () => bookChecksOf(stage.repository);
const nextNight = async () => {
  stage.clock.advance(DAY);
  await stage.sweep();
};

test('compares the books with the provider once per night, however often it runs', async () => {
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
        entries: 2,
        atProvider: TOTAL,
        expectedAtProvider: TOTAL,
      },
    },
  ]);
});

test('writes nothing twice after a crash between event and note', async () => {
  await nextNight();
  const [first] = await nights();
  stage.recurringWork.works.set('attestation', { period: '2026-03-02', waitingSince: null });
  await stage.stop();
  await stage.start();
  await stage.sweep();
  expect(await nights()).toEqual([first]);
  expect(stage.recurringWork.works.get('attestation')?.period).toBe('2026-03-03');
});

test('writes one event when two processes run it at once', async () => {
  stage.clock.advance(DAY);
  await Promise.all([stage.sweep(), stage.sweep(), stage.sweep()]);
  expect(await nights()).toHaveLength(1);
});

test('makes up for ten missed nights with one check', async () => {
  stage.clock.advance(10 * DAY);
  await stage.sweep();
  await stage.sweep();
  expect((await nights()).map(({ data }) => data.night)).toEqual(['2026-03-12']);
});

test('seals all earlier events in each digest and finds a changed one', async () => {
  await nextNight();
  await nextNight();
  expect(await checkChain(stage.repository, stage.store)).toMatchObject({ intact: true, nights: 2, unsealed: 1 });
  const tampered = {
    head: stage.store.head,
    readAll: async (options: Parameters<typeof stage.store.readAll>[0]) => {
      const events = await stage.store.readAll(options);
      return events.map((event) =>
        event.type === 'PaymentCaptured' ? { ...event, metadata: { ...event.metadata, hash: 'f'.repeat(64) } } : event,
      );
    },
  };
  expect(await checkChain(stage.repository, tampered)).toEqual({ intact: false, night: '2026-03-03' });
  const cutOff = {
    head: stage.store.head,
    readAll: async (options: Parameters<typeof stage.store.readAll>[0]) =>
      (await stage.store.readAll(options)).filter(({ type }) => type !== 'LedgerAttested'),
  };
  expect(await checkChain(stage.repository, cutOff)).toEqual({ intact: false, night: '2026-03-04' });
});

test('verifies a night sealed by the first method, and later nights that continue from it', async () => {
  const joined = (events: readonly { metadata: { hash: string } }[]) =>
    createHash('sha256')
      .update(events.map(({ metadata }) => metadata.hash).join(''))
      .digest('hex');
  const all = await stage.store.readAll({ limit: 1_000 });
  const { totals, entries } = { totals: { escrow: TOTAL, psp_clearing: -TOTAL }, entries: 2 };
  await stage.given('attestation-ledger', 'LedgerAttested', {
    night: '2026-03-02',
    totals,
    entries,
    position: all.at(-1)!.position,
    events: all.length,
    digest: joined(all),
    seal: 'joined',
    atProvider: TOTAL,
    expectedAtProvider: TOTAL,
  });
  await nextNight();
  expect((await nights()).map(({ data }) => data.seal)).toEqual(['linked', 'joined']);
  expect(await checkChain(stage.repository, stage.store)).toMatchObject({ intact: true, nights: 2 });
});

describe('a long history', () => {
  const sealed = () => stage.seal.kept.progress?.events ?? 0;

  beforeEach(async () => {
    stage = await openStage({ sealPortion: 3 });
    await people(stage);
    await paid(stage);
    stage.payments.held = TOTAL;
    stage.clock.advance(DAY);
  });

  test('is sealed in portions, one per sweep, while other due work continues', async () => {
    await stage.sweep();
    expect([sealed(), await nights()]).toEqual([3, []]);
    expect(stage.recurringWork.works.get('retention.tables')?.period).toBe('2026-03-03');
    expect(stage.recurringWork.works.get('attestation')).toEqual({ period: '2026-03-02', waitingSince: null });
    await stage.sweep();
    expect(sealed()).toBe(6);
    await vi.waitFor(async () => {
      await stage.sweep();
      expect(await nights()).toMatchObject([{ type: 'LedgerAttested' }]);
    });
    expect(await checkChain(stage.repository, stage.store)).toMatchObject({ intact: true, nights: 1 });
  });

  test('continues after a crash before or after saving a portion, and before recording the night', async () => {
    const { port, kept } = stage.seal;
    const { save } = port;
    const again = async () => {
      await stage.stop();
      await stage.start();
      await stage.sweep();
    };
    port.save = () => Promise.reject(new Error('killed'));
    await stage.sweep();
    expect(sealed()).toBe(0);
    port.save = async (progress) => {
      await save(progress);
      throw new Error('killed');
    };
    await again();
    expect(sealed()).toBe(3);
    await again();
    expect(sealed()).toBe(6);
    port.save = save;
    const { done } = stage.recurringWork;
    stage.recurringWork.done = (work, period) =>
      work === 'attestation' ? Promise.reject(new Error('killed')) : done(work, period);
    await vi.waitFor(async () => {
      await again();
      expect(await nights()).toHaveLength(1);
    });
    const saves = kept.saves;
    stage.recurringWork.done = done;
    await again();
    await again();
    expect([(await nights()).length, stage.recurringWork.works.get('attestation')?.period]).toEqual([1, '2026-03-03']);
    expect(kept.saves).toBeGreaterThanOrEqual(saves);
    expect(await checkChain(stage.repository, stage.store)).toMatchObject({ intact: true, nights: 1 });
  });
});

const at = (n: number): string => String(n).padStart(20, '0');
const logOf = (hashes: readonly string[]) => ({
  readAll: async ({ after = '', limit }: { after?: string | undefined; limit: number }) =>
    hashes
      .map((hash, index) => ({ position: at(index + 1), metadata: { hash } }) as StoredEvent)
      .filter(({ position }) => position > after)
      .slice(0, limit),
});

const someHash = fc.string({ unit: fc.constantFrom('0', '9', 'a', 'f'), minLength: 4, maxLength: 4 });

property([
  fc.array(someHash, { minLength: 1, maxLength: 60 }),
  fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 8 }),
])('the digest is the same in portions of any size and covers every event', async (hashes, portions) => {
  const upTo = at(hashes.length);
  const whole = await extendChain(logOf(hashes), START, upTo);
  expect(whole).toMatchObject({ position: upTo, events: hashes.length });
  let chain = START;
  for (let turn = 0; chain.position !== upTo; turn++) {
    const before = chain.events;
    chain = await extendChain(logOf(hashes), chain, upTo, portions[turn % portions.length]!);
    expect(chain.events).toBeGreaterThan(before);
  }
  expect(chain).toEqual(whole);
  const changed = hashes.with(hashes.length >> 1, 'bbbb');
  expect((await extendChain(logOf(changed), START, upTo)).digest).not.toBe(whole.digest);
});

describe('a difference to the provider', () => {
  test('does not count while money is in transit', async () => {
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

  test('that persists is recorded and logged with a code', async () => {
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

  test('shows money that belongs to no transaction', async () => {
    stage.payments.held = TOTAL * 2;
    await stage.told(paidEvent(stage, { transactionId: '9'.repeat(32) }));
    await nextNight();
    stage.clock.advance(PATIENCE);
    await stage.sweep();
    expect(await nights()).toMatchObject([{ type: 'LedgerDifferenceFound' }]);
  });

  test('waits while the provider is down, and its grace period starts again afterwards', async () => {
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
