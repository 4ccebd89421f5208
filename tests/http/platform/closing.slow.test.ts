import { expect, test } from 'vitest';
import { openClosing } from '#infrastructure/system/closing.ts';
import { openProxy } from '#tests/chaos/proxy.ts';
import { hangingClock } from '#tests/support/hangingClock.ts';
import { startMarketplace } from '#tests/support/marketplace.ts';
import { createDatabase } from '#tests/support/postgres.ts';
import { silentLog } from '#tests/support/silentLog.ts';

const never = () => new Promise<never>(() => undefined);

/** Opens and closes an embedded marketplace; the part `hangs` is asked to close and never does. */
const closed = async (hangs?: string) => {
  const log = silentLog();
  const asked: string[] = [];
  const ended: string[] = [];
  let endLeft: () => Promise<unknown> = async () => undefined;
  const time = hangingClock(() => asked.at(-1) === hangs);
  const market = await startMarketplace({
    closingOf: () => {
      const closing = openClosing(log, { time });
      return {
        ...closing,
        with: (name, close) =>
          closing.with(name, async () => {
            asked.push(name);
            if (name === hangs) {
              endLeft = close;
              return never();
            }
            await close();
            ended.push(name);
          }),
      };
    },
  });
  await market.close();
  // an abandoned part would keep running during the next tests, without its database
  await Promise.allSettled([endLeft()]);
  // an abandoned part may report the missing database
  const told = log.lines.filter(({ level, details }) => level === 'error' && 'part' in details);
  return { asked, ended, told, passed: time.now() };
};

const { asked: PARTS } = await closed();

test('closes every opened part under its own name', () => {
  expect(new Set(PARTS).size).toBe(PARTS.length);
  expect(PARTS).toEqual([
    'event streams',
    'http',
    'wake-ups',
    'security events',
    'provider',
    'share of the leases',
    'log of the events',
    'witnesses',
    'policies',
    'jobs',
    'read models',
    'leases',
    'connections of subscriptions',
    'push',
    'files',
    'mail',
    'pictures',
    'effects',
    'quarantine',
    'living processes',
    'event store',
    'connections to the database',
    'embedded database',
    'disk',
    'tracing',
  ]);
});

test.each(PARTS)(
  '%s hangs: only this part is abandoned after ten seconds, and every other one closes',
  async (part) => {
    const { ended, told, passed } = await closed(part);
    expect(told).toEqual([
      { level: 'error', details: { part }, message: 'a part did not close in time and was abandoned' },
    ]);
    expect(ended).toEqual(PARTS.filter((name) => name !== part));
    expect(passed).toBe(10_000);
  },
);

test.each(['away', 'halfOpen'] as const)(
  'asks every part to close and ends although the database is gone (%s)',
  async (how) => {
    const database = await createDatabase('opened');
    const proxy = await openProxy(Number(new URL(database.url).port));
    const through = new URL(database.url);
    through.port = String(proxy.port);
    const log = silentLog();
    const asked: string[] = [];
    const market = await startMarketplace({
      databaseUrl: through.href,
      closingOf: () => {
        const closing = openClosing(log, { within: 200 });
        return {
          ...closing,
          with: (name, close) =>
            closing.with(name, () => {
              asked.push(name);
              return close();
            }),
        };
      },
    });
    await market.seller('closingseller');
    proxy.turn(how);
    await market.marketplace.close();
    expect(asked).toEqual(PARTS);
    expect(log.lines.map(({ details }) => details.part)).toContain('living processes');
    // end the abandoned part before its database is dropped
    proxy.turn('away');
    proxy.close();
    await market.close();
    await database.drop();
  },
);
