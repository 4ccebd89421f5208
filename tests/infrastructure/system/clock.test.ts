import { beforeEach, expect, test, vi } from 'vitest';
import { DAY } from '#domain/shared/instants.ts';
import { openMovableClock } from '#infrastructure/system/clock.ts';
import { eventually } from '#tests/support/marketplace.ts';
import { useDatabase } from '#tests/support/postgres.ts';

const database = useDatabase();
beforeEach(() => database.knex('marketplace_clock').delete());

const CURRENT_TERMS = Date.parse('2026-06-30T12:00:00Z');
const system = { now: () => CURRENT_TERMS };
const open = () => openMovableClock(database.knex, system);

test('sets a new store’s clock back once', async () => {
  const clock = await open();
  expect(await clock.begin(CURRENT_TERMS - 30 * DAY)).toBe(true);
  expect(clock.now()).toBe(CURRENT_TERMS - 30 * DAY);
  expect(await clock.begin(CURRENT_TERMS - 60 * DAY)).toBe(false);
  expect(clock.now()).toBe(CURRENT_TERMS - 30 * DAY);
});

test('a reader during the change does not keep it at today', async () => {
  const clock = await open();
  let asking = true;
  const ask = (): void => {
    clock.now();
    if (asking) setImmediate(ask);
  };
  ask();
  await clock.begin(CURRENT_TERMS - 30 * DAY);
  asking = false;
  expect(clock.now()).toBe(CURRENT_TERMS - 30 * DAY);
});

test('a following process goes back and forward with it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const [clock, other] = [await open(), await open()];
  const stop = other.follow({ warn: () => expect.unreachable() });
  try {
    expect(other.now()).toBe(CURRENT_TERMS);
    await clock.begin(CURRENT_TERMS - 30 * DAY);
    vi.advanceTimersByTime(1_000);
    await eventually(async () => other.now() === CURRENT_TERMS - 30 * DAY);
    await clock.advanceTo(CURRENT_TERMS - 3 * DAY);
    vi.advanceTimersByTime(1_000);
    await eventually(async () => other.now() === CURRENT_TERMS - 3 * DAY);
  } finally {
    await stop();
    vi.useRealTimers();
  }
});

test('ignores an instant in the past, also after a restart', async () => {
  const clock = await open();
  await clock.advanceTo(CURRENT_TERMS - DAY);
  expect([clock.now(), (await open()).now()]).toEqual([CURRENT_TERMS, CURRENT_TERMS]);
  await clock.advance(DAY);
  await clock.advanceTo(CURRENT_TERMS);
  expect([clock.now(), (await open()).now()]).toEqual([CURRENT_TERMS + DAY, CURRENT_TERMS + DAY]);
});

test('moves forward from wherever it was set back to', async () => {
  const clock = await open();
  await clock.begin(CURRENT_TERMS - 30 * DAY);
  await clock.advance(DAY);
  expect(clock.now()).toBe(CURRENT_TERMS - 29 * DAY);
  await clock.advanceTo(CURRENT_TERMS - 10 * DAY);
  expect([clock.now(), (await open()).now()]).toEqual([CURRENT_TERMS - 10 * DAY, CURRENT_TERMS - 10 * DAY]);
});
