import { beforeEach, expect, test } from 'vitest';
import { openRecurringWork } from '#infrastructure/policies/recurringWork.ts';
import { openSealInProgress } from '#infrastructure/policies/sealInProgress.ts';
import { useDatabase } from '#tests/support/postgres.ts';

const database = useDatabase();
const work = () => openRecurringWork(database.knex);
beforeEach(async () => void (await database.knex('recurring_work').delete()));

test('work begins with the period that is at hand, and a restart begins nothing anew', async () => {
  await work().begin('report', '2026-03-02');
  await work().begin('report', '2026-03-09');
  expect(await work().find('report')).toEqual({ period: '2026-03-02', waitingSince: null });
  expect(await work().find('other')).toBeUndefined();
});

test('what is done is never taken back, by however many at the same moment', async () => {
  await work().begin('report', '2026-03-02');
  await Promise.all(['2026-03-09', '2026-03-16', '2026-03-09'].map((period) => work().done('report', period)));
  expect(await work().find('report')).toEqual({ period: '2026-03-16', waitingSince: null });
});

test('waiting counts from its first instant, until it is done or forgotten', async () => {
  await work().begin('report', '2026-03-02');
  await work().wait('report', 100);
  await work().wait('report', 200);
  expect(await work().find('report')).toEqual({ period: '2026-03-02', waitingSince: 100 });
  await work().wait('report', null);
  await work().wait('report', 300);
  expect((await work().find('report'))?.waitingSince).toBe(300);
  await work().done('report', '2026-03-09');
  expect((await work().find('report'))?.waitingSince).toBeNull();
});

test('how far the night’s seal has come is one place, the latest', async () => {
  const seal = openSealInProgress(database.knex);
  expect(await seal.load()).toBeUndefined();
  await seal.save({ position: '00000000000000000007', events: 7, digest: 'a'.repeat(64) });
  const further = { position: '00000000000000000009', events: 9, digest: 'b'.repeat(64) };
  await seal.save(further);
  expect(await seal.load()).toEqual(further);
});
