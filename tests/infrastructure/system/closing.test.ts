import { expect, test } from 'vitest';
import { openClosing } from '#infrastructure/system/closing.ts';
import { silentLog } from '#tests/support/silentLog.ts';

const NAMES = ['engines', 'outside', 'subscriptions', 'http'];
const never = () => new Promise<never>(() => undefined);

test.each(NAMES)(
  'a part that does not close (%s) is named and left, and every other part is closed',
  async (hanging) => {
    const log = silentLog();
    const closing = openClosing(log, 20);
    const closed: string[] = [];
    for (const name of NAMES) closing.with(name, name === hanging ? never : async () => closed.push(name));
    await closing.all();
    expect(closed).toEqual(NAMES.filter((name) => name !== hanging).reverse());
    expect(log.lines).toEqual([
      { level: 'error', details: { part: hanging }, message: 'a part did not close in time and is left' },
    ]);
  },
);

test('a part that fails to close is named, once', async () => {
  const log = silentLog();
  const closing = openClosing(log, 20);
  const closed: string[] = [];
  closing.with('engines', async () => closed.push('engines'));
  closing.with('outside', () => Promise.reject(new Error('gone')));
  await closing.all();
  expect(closed).toEqual(['engines']);
  expect(log.lines.map(({ details }) => details)).toEqual([{ part: 'outside', error: 'Error: gone' }]);
});
