// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { DAY, HOUR } from '#domain/shared/instants.ts';
import { freshBrowser, json, MEMBER_REPLIES, open, serve, signedIn } from '#tests/support/browser.tsx';
import { aTransaction } from '#tests/web/transactions/aSale.ts';
import { sawDate, serverNow } from '#web/api/serverTime.ts';
import { dueTime } from '#web/ui/dates.ts';

freshBrowser();
afterEach(() => sawDate(new Date().toUTCString()));

test('runs a countdown by the server’s clock, not the device’s', async () => {
  const moved = Date.now() + 242 * DAY;
  const dueAt = new Date(moved + 3 * DAY + HOUR / 2).toISOString();
  const transaction = aTransaction({ escrowEndDate: dueAt, deadlines: [{ kind: 'escrowEnd', dueAt }] });
  signedIn();
  serve({
    ...MEMBER_REPLIES,
    [`GET transaction/${transaction._id}`]: json(transaction, 200, { Date: new Date(moved).toUTCString() }),
  });
  open(`/transactions/${transaction._id}`);
  expect((await screen.findByRole('timer')).getAttribute('aria-label')).toMatch(
    /^3 days, 0 hours and \d+ minutes left$/,
  );
});

test('ignores a difference of seconds and an answer without a date', () => {
  sawDate(new Date(Date.now() + 3_000).toUTCString());
  expect(Math.abs(serverNow() - Date.now())).toBeLessThan(1_000);
  sawDate(new Date(Date.now() - HOUR).toUTCString());
  sawDate(null);
  expect(serverNow()).toBeLessThan(Date.now() - HOUR / 2);
});

test('names the time zone of a deadline', () => {
  expect(dueTime('2026-11-28T13:12:00.000Z')).toMatch(/^28 Nov 2026, \d\d:\d\d (UTC|[A-Z]{3,4}|GMT[+-]\d+)$/);
});
