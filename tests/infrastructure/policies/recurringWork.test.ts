import { beforeEach, expect, test } from 'vitest';
import { openRecurringWork, openSealInProgress } from '#infrastructure/policies/progress.ts';
import { useDatabase } from '#tests/support/postgres.ts';

const database = useDatabase();
const work = () => openRecurringWork(database.knex);
const find = async (name: string) => (await work().find([name])).get(name);
beforeEach(async () => void (await database.knex('recurring_work').delete()));

test('work begins with the period that is at hand, and a restart begins nothing anew', async () => {
  await work().begin(new Map([['report', '2026-03-02']]));
  await work().begin(new Map([['report', '2026-03-09']]));
  expect(await find('report')).toEqual({ period: '2026-03-02', waitingSince: null });
  expect(await find('other')).toBeUndefined();
});

test('all that begins together is known of together, and of what was asked only', async () => {
  await work().begin(new Map(['report', 'seal', 'watch'].map((name) => [name, '2026-03-02'])));
  await work().done('seal', '2026-03-03');
  await work().begin(new Map([['seal', '2026-03-02']]));
  const known = [...(await work().find(['report', 'seal', 'other']))].map(([name, { period }]) => [name, period]);
  expect(known.sort()).toEqual([
    ['report', '2026-03-02'],
    ['seal', '2026-03-03'],
  ]);
});

test('what is done is never taken back, by however many at the same moment', async () => {
  await work().begin(new Map([['report', '2026-03-02']]));
  await Promise.all(['2026-03-09', '2026-03-16', '2026-03-09'].map((period) => work().done('report', period)));
  expect(await find('report')).toEqual({ period: '2026-03-16', waitingSince: null });
});

test('waiting counts from its first instant, until it is done or forgotten', async () => {
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

test('how far the night’s seal has come is one place, the latest', async () => {
  const seal = openSealInProgress(database.knex);
  expect(await seal.load()).toBeUndefined();
  await seal.save({ position: '00000000000000000007', events: 7, digest: 'a'.repeat(64) });
  const further = { position: '00000000000000000009', events: 9, digest: 'b'.repeat(64) };
  await seal.save(further);
  expect(await seal.load()).toEqual(further);
});
