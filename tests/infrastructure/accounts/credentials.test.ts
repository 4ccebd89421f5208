import { describe, expect, test } from 'vitest';
import { PRODUCTION_COST } from '#infrastructure/accounts/passwordHashing.ts';
import { openPostgresCredentials } from '#infrastructure/accounts/postgresCredentials.ts';
import { newId } from '#infrastructure/system/ids.ts';
import { useDatabase } from '#tests/support/postgres.ts';

const database = useDatabase();
const CHEAP = { memoryCost: 64, timeCost: 1, parallelism: 1 };
const open = () => openPostgresCredentials({ db: database.knex, cost: CHEAP });

describe('passwords', () => {
  test('accepts only the right password, and a new one replaces it', async () => {
    const [credentials, account] = [open(), newId()];
    await credentials.setPassword(account, 'first');
    expect(await credentials.checkPassword(account, 'first')).toBe(true);
    expect(await credentials.checkPassword(account, 'First')).toBe(false);
    await credentials.setPassword(account, 'second');
    expect(await credentials.checkPassword(account, 'first')).toBe(false);
    expect(await credentials.checkPassword(account, 'second')).toBe(true);
  });

  test.each([
    ['with a space before it', (password: string) => ` ${password}`],
    ['with a space behind it', (password: string) => `${password} `],
    ['in small letters', (password: string) => password.toLowerCase()],
    ['without its last character', (password: string) => password.slice(0, -1)],
    ['with another last character', (password: string) => `${password.slice(0, -1)}?`],
    ['with an accent spelled otherwise', (password: string) => password.normalize('NFD')],
  ])('compares passwords of 200 characters as typed: not %s', async (_, changed) => {
    const [credentials, account] = [open(), newId()];
    const password = `Correct horse é1!${'x'.repeat(183)}`;
    expect(password).toHaveLength(200);
    await credentials.setPassword(account, password);
    expect(await credentials.checkPassword(account, password)).toBe(true);
    expect(await credentials.checkPassword(account, changed(password))).toBe(false);
  });

  test('has a new version for each password set, even the same one', async () => {
    const [credentials, account] = [open(), newId()];
    const versions: (string | undefined)[] = [await credentials.passwordVersion(account)];
    for (const password of ['first', 'second', 'first']) {
      await credentials.setPassword(account, password);
      versions.push(await credentials.passwordVersion(account));
    }
    expect(versions[0]).toBeUndefined();
    expect(new Set(versions).size).toBe(4);
    expect(await credentials.passwordVersion(account)).toBe(versions[3]);
    expect(await credentials.passwordVersion(undefined)).toBeUndefined();
  });

  test('refuses an unknown account, even with the dummy password', async () => {
    expect(await open().checkPassword(undefined, 'x')).toBe(false);
    expect(await open().checkPassword(newId(), 'nobody has this password')).toBe(false);
  });

  test('stores argon2id with 19 MiB and two passes in production [D2-154]', async () => {
    const account = newId();
    const credentials = openPostgresCredentials({ db: database.knex, cost: PRODUCTION_COST });
    await credentials.setPassword(account, 'Correct-horse1!');
    const row = await database.knex('credentials').where({ account_id: account }).first();
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test('takes about as long for an unknown account as for a wrong password', async () => {
    const account = newId();
    const credentials = openPostgresCredentials({ db: database.knex, cost: PRODUCTION_COST });
    await credentials.setPassword(account, 'right');
    await credentials.checkPassword(undefined, 'warm');
    // the minimum of several runs: other work can only add time
    const cpu = async (who: string | undefined) => {
      const taken: number[] = [];
      for (let n = 0; n < 8; n++) {
        const before = process.cpuUsage();
        await credentials.checkPassword(who, 'wrong');
        const { user, system } = process.cpuUsage(before);
        taken.push(user + system);
      }
      return Math.min(...taken);
    };
    const [unknown, wrong] = [await cpu(undefined), await cpu(account)];
    expect(unknown / wrong).toBeGreaterThan(0.5);
    expect(unknown / wrong).toBeLessThan(2);
  });
});

describe('one-time tokens', () => {
  test('are valid once', async () => {
    const [credentials, account] = [open(), newId()];
    const token = await credentials.issueToken(account, 'resetPassword', 1_000);
    expect(await credentials.findToken(token, 'resetPassword', 999)).toEqual({ account, state: 'good' });
    const both = await Promise.all([1, 2].map(() => credentials.redeemToken(token, 'resetPassword', 999)));
    expect(both.sort()).toEqual([false, true]);
    expect(await credentials.findToken(token, 'resetPassword', 999)).toEqual({ account, state: 'used' });
  });

  test('expire', async () => {
    const credentials = open();
    const token = await credentials.issueToken(newId(), 'verifyEmail', 1_000);
    expect((await credentials.findToken(token, 'verifyEmail', 1_000))?.state).toBe('expired');
    expect(await credentials.redeemToken(token, 'verifyEmail', 1_000)).toBe(false);
  });

  test('are valid for one purpose', async () => {
    const token = await open().issueToken(newId(), 'verifyEmail', 1_000);
    expect(await open().findToken(token, 'resetPassword', 1)).toBeUndefined();
    expect(await open().redeemToken(token, 'resetPassword', 1)).toBe(false);
  });

  test('are replaced by a new one', async () => {
    const [credentials, account] = [open(), newId()];
    const old = await credentials.issueToken(account, 'resetPassword', 1_000);
    await credentials.issueToken(account, 'resetPassword', 1_000);
    expect(await credentials.findToken(old, 'resetPassword', 1)).toBeUndefined();
  });

  test('know the request they belong to, and can be revoked', async () => {
    const [credentials, account, about] = [open(), newId(), newId()];
    const token = await credentials.issueToken(account, 'confirmNewEmail', 1_000, about);
    const other = await credentials.issueToken(account, 'resetPassword', 1_000);
    expect(await credentials.findToken(token, 'confirmNewEmail', 1)).toEqual({ account, about, state: 'good' });
    await credentials.endTokens(account, 'resetPassword');
    expect(await credentials.findToken(other, 'resetPassword', 1)).toBeUndefined();
    expect(await credentials.findToken(token, 'confirmNewEmail', 1)).toEqual({ account, about, state: 'good' });
  });

  test('that set a password end once one is set; others stay', async () => {
    const [credentials, account] = [open(), newId()];
    const reset = await credentials.issueToken(account, 'resetPassword', 1_000);
    const verify = await credentials.issueToken(account, 'verifyEmail', 1_000);
    await credentials.setPassword(account, 'changed');
    expect(await credentials.findToken(reset, 'resetPassword', 1)).toBeUndefined();
    expect(await credentials.findToken(verify, 'verifyEmail', 1)).toEqual({ account, state: 'good' });
  });

  test('are stored as hashes only', async () => {
    const token = await open().issueToken(newId(), 'resetPassword', 1_000);
    const rows = await database.knex('one_time_tokens').select();
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('are deleted with an erased account, and so is its password', async () => {
    const [credentials, account] = [open(), newId()];
    await credentials.setPassword(account, 'right');
    const token = await credentials.issueToken(account, 'resetPassword', 1_000);
    await credentials.erase(account);
    expect(await credentials.checkPassword(account, 'right')).toBe(false);
    expect(await credentials.findToken(token, 'resetPassword', 1)).toBeUndefined();
  });
});
