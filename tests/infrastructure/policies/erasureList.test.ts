import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { beforeEach, expect, test } from 'vitest';
import { FilesUnavailable } from '#application/ports/files.ts';
import { SYSTEM } from '#domain/shared/actor.ts';
import { openSubjectKeys } from '#infrastructure/crypto/subjectKeys.ts';
import { listErasure, replayErasures } from '#infrastructure/policies/erasureList.ts';
import { newId } from '#infrastructure/system/ids.ts';
import { type MemoryMarket, memoryMarket } from '#tests/application/memoryMarket.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { silentLog } from '#tests/support/silentLog.ts';

const database = useDatabase();
const stored = new Map<string, Buffer>();
let down = false;
const files = {
  put: async (key: string, content: Buffer | Readable) => {
    if (down) throw new FilesUnavailable('away');
    stored.set(key, content as Buffer);
  },
  get: async (key: string) => {
    if (down) throw new FilesUnavailable('away');
    const content = stored.get(key);
    return content && { content: Readable.from([content]), contentType: '', size: content.length, etag: '' };
  },
};
let keys: ReturnType<typeof openSubjectKeys>;
let market: MemoryMarket;
beforeEach(async () => {
  keys = openSubjectKeys({ db: database.knex, masterKey: randomBytes(32) });
  market = memoryMarket();
  down = false;
  stored.clear();
  await database.knex('listed_erasures').delete();
  await database.knex('subject_keys').delete();
});

const list = (account: string) => listErasure(account, { db: database.knex, files });
const erase = async (account: string) => {
  await list(account);
  await keys.erase(`account-${account}`);
};
const start = (log = silentLog()) =>
  replayErasures({ db: database.knex, files, keys, repository: market.repository, log });
const readable = async (account: string) => (await keys.find([`account-${account}`])).size === 1;

const member = async (username: string): Promise<string> => {
  const person = { username, email: `${username}@example.com`, password: 'Correct-horse1!', country: 'Netherlands' };
  const registered = await market.accounts.register(person, market.context(SYSTEM));
  if (!registered.ok) throw new Error(registered.error.code);
  await keys.obtain(`account-${registered.value.accountId}`);
  return registered.value.accountId;
};
/** Like pg_dump and pg_restore. */
const backup = async () => {
  const tables = ['listed_erasures', 'subject_keys'] as const;
  const rows = await Promise.all(tables.map((table) => database.knex(table)));
  return async () => {
    for (const [index, table] of tables.entries()) {
      await database.knex(table).delete();
      if (rows[index]!.length > 0) await database.knex(table).insert(rows[index]!);
    }
  };
};

test('repeats erasures after a restore from an older backup, and no others', async () => {
  const [before, after, staying] = [newId(), await member('after'), await member('staying')];
  await keys.obtain(`account-${before}`);
  await erase(before);
  const restore = await backup();
  await erase(after);
  await restore();
  expect(await start()).toBe(1);
  expect([await readable(before), await readable(after), await readable(staying)]).toEqual([false, false, true]);
  expect((await market.repository.accounts.load(after)).state.status).toBe('deleted');
  expect((await market.repository.accounts.load(staying)).state.status).toBe('unverified');
  expect(await start()).toBe(0);
});

test('erases an account although the restored database still shows an open sale', async () => {
  const account = await member('trading');
  const restore = await backup();
  await erase(account);
  await restore();
  await start();
  await start();
  expect(await market.typesOf(`account-${account}`)).toEqual(['AccountRegistered', 'AccountErased']);
});

test('keeps the key until the file store is back', async () => {
  const account = await member('waiting');
  down = true;
  await expect(erase(account)).rejects.toBeInstanceOf(FilesUnavailable);
  expect(await readable(account)).toBe(true);
  down = false;
  await erase(account);
  expect(stored.size).toBe(1);
});

test('numbers concurrent erasures without gaps or duplicates', async () => {
  const accounts = Array.from({ length: 8 }, () => newId());
  await Promise.all([...accounts, ...accounts].map(list));
  expect([...stored.keys()]).toEqual(accounts.map((_, n) => `erasures/${String(n + 1).padStart(10, '0')}.json`));
  expect(new Set([...stored.values()].map(String)).size).toBe(8);
});

test('lists at the next start what was erased before there was a list', async () => {
  const account = newId();
  await keys.erase(`account-${account}`);
  expect(await start()).toBe(0);
  expect([...stored.values()].map(String)).toEqual([JSON.stringify({ account })]);
});

test('raises an alarm when files are down at start, and catches up at the next', async () => {
  const account = await member('late');
  const restore = await backup();
  await erase(account);
  await restore();
  down = true;
  const log = silentLog();
  expect(await start(log)).toBe(0);
  expect(log.lines).toMatchObject([{ level: 'error', message: 'erasures after the backup could not be read' }]);
  down = false;
  expect(await start()).toBe(1);
  expect(await readable(account)).toBe(false);
});
