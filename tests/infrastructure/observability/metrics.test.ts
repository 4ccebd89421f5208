import { expect, test } from 'vitest';
import {
  measureBooks,
  measureQuarantine,
  measureSubscriptions,
  openMetrics,
} from '#infrastructure/observability/metrics.ts';

test('omits the book check while there is none, instead of dating it 1970', async () => {
  const metrics = openMetrics();
  let last: { at: number; difference: number; faults: number } | undefined;
  measureBooks(metrics, async () => last);
  const said = async () =>
    (await metrics.registry.metrics()).split('\n').filter((line) => line.startsWith('reliquary_ledger'));
  expect(await said()).toEqual([]);
  last = { at: 1_795_713_600_000, difference: 0, faults: 0 };
  expect(await said()).toEqual([
    'reliquary_ledger_difference_cents 0',
    'reliquary_ledger_faults 0',
    'reliquary_ledger_attested_timestamp_seconds 1795713600',
  ]);
});

test('reports what is known while the database is down, and nothing stale', async () => {
  const metrics = openMetrics();
  let away = false;
  const answer = async <Value>(value: Value): Promise<Value> => {
    if (away) throw new Error('connect ECONNREFUSED');
    return value;
  };
  measureQuarantine(metrics, () => 2);
  measureSubscriptions(metrics, () => answer([{ name: 'ledger', behind: 3, stopped: null }]), {
    counts: () => answer({ mail: { waiting: 1, active: 0, delayed: 0, failed: 4 } }),
  });
  expect(await metrics.registry.metrics()).toContain('reliquary_events_behind{name="ledger"} 3');
  expect(await metrics.registry.metrics()).toContain('reliquary_jobs{queue="mail",state="failed"} 4');
  away = true;
  const said = await metrics.registry.metrics();
  expect(said).toContain('reliquary_quarantined_streams 2');
  expect(said).not.toContain('reliquary_events_behind{');
  expect(said).not.toContain('reliquary_jobs{');
});
