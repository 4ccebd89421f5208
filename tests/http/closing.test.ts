import { expect, test } from 'vitest';
import { openClosing } from '#infrastructure/system/closing.ts';
import { startMarketplace } from '#tests/support/marketplace.ts';
import { silentLog } from '#tests/support/silentLog.ts';

const never = () => new Promise<never>(() => undefined);

/** Everything that a marketplace with all that it has in embedded mode closes, in that order. */
const PARTS = [
  'event streams',
  'http',
  'wake-ups',
  'security events',
  'provider',
  'subscriptions',
  'outside',
  'quarantine',
  'living processes',
  'event store',
  'connections to the database',
  'embedded database',
  'disk',
  'tracing',
];

test('whichever part of a marketplace does not close is named and left, and each of the others is closed', async () => {
  const log = silentLog();
  const closed: string[] = [];
  const market = await startMarketplace({
    closingOf: () => {
      const closing = openClosing(log, 200);
      return {
        ...closing,
        // each does its work, and then hangs
        with: (name, close) =>
          closing.with(name, async () => {
            await close();
            closed.push(name);
            return never();
          }),
      };
    },
  });
  await market.close();
  expect(log.lines.map(({ message }) => message)).toEqual(PARTS.map(() => 'a part did not close in time and is left'));
  expect(log.lines.map(({ details }) => details.part)).toEqual(PARTS);
  expect(closed.sort()).toEqual([...PARTS].sort());
});
