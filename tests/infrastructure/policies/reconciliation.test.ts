import { describe, expect, test } from 'vitest';
import type { ProviderObject } from '#application/ports/payments.ts';
import { openReconciliation } from '#infrastructure/policies/reconciliation.ts';
import { memoryReconciliation } from '#tests/application/policies/memoryReconciliation.ts';
import { useDatabase } from '#tests/support/postgres.ts';

const database = useDatabase();

const refund = (id: string, changes: Partial<ProviderObject> = {}): ProviderObject => ({
  kind: 'refund',
  id,
  reference: id,
  saleId: null,
  amount: 700,
  currency: 'EUR',
  state: 'done',
  createdAt: 1_000,
  ...changes,
});

describe.each([
  ['in a database', () => openReconciliation(database.knex)],
  ['in memory', memoryReconciliation],
] as const)('objects of the provider, %s', (_, open) => {
  test('count from their creation or from the first discrepancy', async () => {
    const store = open();
    expect(await store.seen([], 'a', 0)).toEqual(new Map());
    expect(await store.seen([refund('r1'), refund('r2')], '1', 5_000)).toEqual(
      new Map([
        ['r1', 1_000],
        ['r2', 1_000],
      ]),
    );
    expect(await store.seen([refund('r1', { state: 'failed' })], '2', 6_000)).toEqual(new Map([['r1', 6_000]]));
    expect(await store.seen([refund('r1', { state: 'failed' })], '3', 7_000)).toEqual(new Map([['r1', 6_000]]));
    expect(await store.object('refund', 'r1')).toEqual(refund('r1', { state: 'failed' }));
    expect(await store.object('payment', 'r1')).toBeUndefined();
    expect(await store.vanished('refund', 0, '2', 10)).toEqual([refund('r2')]);
    expect(await store.vanished('refund', 2_000, '2', 10)).toEqual([]);
    expect(await store.vanished('payment', 0, '2', 10)).toEqual([]);
    await store.forget([refund('r2')]);
    expect(await store.object('refund', 'r2')).toBeUndefined();
    expect(await store.vanished('refund', 0, '2', 10)).toEqual([]);
  });

  test('stores a run while it is under way, and its end', async () => {
    const store = open();
    expect([await store.underWay(), await store.last()]).toEqual([undefined, undefined]);
    const run = { run: '2026-03-02', begunAt: 1, kind: 'refund', after: 'r1', lookedAt: 2, unmatched: 1 } as const;
    await store.save(run);
    expect(await store.underWay()).toEqual(run);
    const last = { run: '2026-03-02', begunAt: 1, lookedAt: 3, unmatched: 1, endedAt: 9 };
    await store.finish(last);
    expect([await store.underWay(), await store.last()]).toEqual([undefined, last]);
  });
});
