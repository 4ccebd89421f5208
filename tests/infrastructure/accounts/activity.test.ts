import { beforeEach, expect, test } from 'vitest';
import { DAY } from '#domain/shared/instants.ts';
import { openActivity } from '#infrastructure/accounts/activity.ts';
import { accounts } from '#projections/accounts/projection.ts';
import { BUYER, NOW, registered, SELLER } from '#tests/projections/given.ts';
import { fill } from '#tests/projections/harness.ts';
import { interleave } from '#tests/projections/transactions/transactionRows.ts';
import { useDatabase } from '#tests/support/postgres.ts';

const database = useDatabase();
const THIRD = 'c'.repeat(32);
const COLLEAGUE = 'd'.repeat(32);
const activity = () => openActivity(database.knex);

beforeEach(async () => {
  await database.knex('account_activity').delete();
  await fill(
    database.knex,
    [accounts],
    interleave({
      [`account-${BUYER}`]: [registered()],
      [`account-${SELLER}`]: [registered(), { type: 'EmailVerified', data: { at: NOW } }],
      [`account-${THIRD}`]: [registered(), { type: 'AccountSuspended', data: { at: NOW, reason: 'odd' } }],
      [`account-${COLLEAGUE}`]: [
        registered(),
        { type: 'RoleGranted', data: { at: NOW, role: 'admin', grantedBy: 'command line' } },
      ],
    }),
  );
});
const idsOf = async (page: Promise<{ account: string }[]>) => (await page).map(({ account }) => account).sort();

test('counts from registration for accounts never seen; skips suspended ones and those with a role [D2-394]', async () => {
  expect(await activity().toWarn(NOW - 1, 10)).toEqual([]);
  expect(await idsOf(activity().toWarn(NOW, 10))).toEqual([SELLER, BUYER]);
});

test('treats accounts that sign in as active, to the day [D2-394]', async () => {
  await activity().seen(BUYER, NOW + 10 * DAY);
  await activity().seen(BUYER, NOW + 10 * DAY + 5);
  expect(await activity().toWarn(NOW + 20 * DAY, 10)).toContainEqual({ account: BUYER, lastSeenAt: NOW + 10 * DAY });
  await activity().seen(BUYER, NOW + 11 * DAY);
  expect(await idsOf(activity().toWarn(NOW + 10 * DAY, 10))).toEqual([SELLER]);
});

test('does not warn twice, and allows deletion after a warning unless somebody signs in [D2-394]', async () => {
  await activity().seen(BUYER, NOW + DAY);
  for (const account of [BUYER, SELLER]) await activity().markWarned(account, NOW + 5 * DAY);
  expect(await activity().toWarn(NOW + 9 * DAY, 10)).toEqual([]);
  expect(await activity().toDelete(NOW + 9 * DAY, NOW + 4 * DAY, 10)).toEqual([]);
  expect(await idsOf(activity().toDelete(NOW + 9 * DAY, NOW + 5 * DAY, 10))).toEqual([SELLER, BUYER]);
  await activity().markWarned(COLLEAGUE, NOW + 5 * DAY);
  expect(await activity().toDelete(NOW, NOW + 5 * DAY, 10)).toEqual([{ account: SELLER, lastSeenAt: NOW }]);
  await activity().seen(BUYER, NOW + DAY + 1);
  expect(await idsOf(activity().toDelete(NOW + 9 * DAY, NOW + 5 * DAY, 10))).toEqual([SELLER]);
  expect(await idsOf(activity().toWarn(NOW + 9 * DAY, 10))).toEqual([BUYER]);
});
