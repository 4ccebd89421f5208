import { expect, test } from 'vitest';
import { openClosing } from '#infrastructure/system/closing.ts';
import { hangingClock } from '#tests/support/hangingClock.ts';
import { silentLog } from '#tests/support/silentLog.ts';

const NAMES = ['engines', 'outside', 'subscriptions', 'http'];
const never = () => new Promise<never>(() => undefined);

test.each(NAMES)('logs a part that does not close (%s) and closes all others', async (hanging) => {
  const log = silentLog();
  const closing = openClosing(log, { within: 20 });
  const closed: string[] = [];
  for (const name of NAMES) closing.with(name, name === hanging ? never : async () => closed.push(name));
  await closing.all();
  expect(closed).toEqual(NAMES.filter((name) => name !== hanging).reverse());
  expect(log.lines).toEqual([
    { level: 'error', details: { part: hanging }, message: 'a part did not close in time and was abandoned' },
  ]);
});

test.each([
  ['promises and fails', () => Promise.reject(new Error('gone'))],
  [
    'throws at once',
    () => {
      throw new Error('gone');
    },
  ],
])('logs a part that %s once and closes those below it', async (_how, close) => {
  const log = silentLog();
  const closing = openClosing(log, { within: 20 });
  const closed: string[] = [];
  closing.with('engines', async () => closed.push('engines'));
  closing.with('outside', close);
  await closing.all();
  expect(closed).toEqual(['engines']);
  expect(log.lines.map(({ details }) => details)).toEqual([{ part: 'outside', error: 'Error: gone' }]);
});

test('gives every part its turn within a minute, however many hang', async () => {
  const log = silentLog();
  const time = hangingClock(() => true);
  const closing = openClosing(log, { time });
  const asked: number[] = [];
  for (let part = 0; part < 30; part++)
    closing.with(String(part), () => {
      asked.push(part);
      return never();
    });
  await closing.all();
  expect(asked).toHaveLength(30);
  expect(log.lines).toHaveLength(30);
  expect(time.now()).toBeLessThanOrEqual(55_000);
});
