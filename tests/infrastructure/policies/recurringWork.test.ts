import { beforeEach, expect, test } from 'vitest';
import { openRecurringWork, openSealInProgress } from '#infrastructure/policies/progress.ts';
import { useDatabase } from '#tests/support/postgres.ts';

const database = useDatabase();
const work = () => openRecurringWork(database.knex);
const find = async (name: string) => (await work().find([name])).get(name);
beforeEach(async () => void (await database.knex('recurring_work').delete()));

test('starts work with the current period, also after a restart', async () => {
  await work().begin(new Map([['report', '2026-03-02']]));
  await work().begin(new Map([['report', '2026-03-09']]));
  expect(await find('report')).toEqual({ period: '2026-03-02', waitingSince: null });
  expect(await find('other')).toBeUndefined();
});

test('loads all requested work together, and only that', async () => {
  await work().begin(new Map(['report', 'seal', 'watch'].map((name) => [name, '2026-03-02'])));
  await work().done('seal', '2026-03-03');
  await work().begin(new Map([['seal', '2026-03-02']]));
  const known = [...(await work().find(['report', 'seal', 'other']))].map(([name, { period }]) => [name, period]);
  expect(known.sort()).toEqual([
    ['report', '2026-03-02'],
    ['seal', '2026-03-03'],
  ]);
});

test('never reverts finished work, even concurrently', async () => {
  await work().begin(new Map([['report', '2026-03-02']]));
  await Promise.all(['2026-03-09', '2026-03-16', '2026-03-09'].map((period) => work().done('report', period)));
  expect(await find('report')).toEqual({ period: '2026-03-16', waitingSince: null });
});

test('counts waiting from its first moment until it is done or dropped', async () => {
  await work().begin(new Map([['report', '2026-03-02']]));
  await work().wait('report', 100);
  await work().wait('report', 200);
  expect(await find('report')).toEqual({ period: '2026-03-02', waitingSince: 100 });
  await work().wait('report', null);
  await work().wait('report', 300);
  expect((await find('report'))?.waitingSince).toBe(300);
  await work().done('report', '2026-03-09');
  expect((await find('report'))?.waitingSince).toBeNull();
});

test('stores one position of the nightly seal, the latest', async () => {
  const seal = openSealInProgress(database.knex);
  expect(await seal.load()).toBeUndefined();
  await seal.save({ position: '00000000000000000007', events: 7, digest: 'a'.repeat(64) });
  const further = { position: '00000000000000000009', events: 9, digest: 'b'.repeat(64) };
  await seal.save(further);
  expect(await seal.load()).toEqual(further);
});
