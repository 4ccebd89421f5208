import { expect, test } from 'vitest';
import { HOUR, MINUTE } from '#domain/shared/instants.ts';
import { openPostgresSecondFactors } from '#infrastructure/accounts/postgresSecondFactors.ts';
import { newSecret } from '#infrastructure/accounts/totp.ts';
import { newId } from '#infrastructure/system/ids.ts';
import { recordedKeys } from '#tests/history/recordedKeys.ts';
import { useDatabase } from '#tests/support/postgres.ts';

const database = useDatabase();

test('delays codes by a minute after five wrong ones, doubling up to an hour', async () => {
  let now = Date.UTC(2026, 10, 25, 12);
  const factors = openPostgresSecondFactors({ db: database.knex, keys: recordedKeys(), now: () => now });
  const account = newId();
  await factors.give(account, newSecret());
  for (const failures of [1, 2, 3, 4, 5])
    expect(await factors.check(account, 'wrong')).toEqual({ is: 'wrong', failures });
  const waits: number[] = [];
  for (let failures = 6; failures < 17; failures++) {
    const refused = await factors.check(account, 'wrong');
    if (refused.is !== 'refused') throw new Error(`the code after ${failures - 1} wrong ones was looked at`);
    waits.push((refused.until - now) / MINUTE);
    now = refused.until;
    expect(await factors.check(account, 'wrong')).toEqual({ is: 'wrong', failures });
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, ...Array(5).fill(HOUR / MINUTE)]);
});
