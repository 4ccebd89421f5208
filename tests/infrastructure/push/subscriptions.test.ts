import { beforeAll, expect, test } from 'vitest';
import type { Sessions } from '#application/accounts/sessions.ts';
import type { PushSubscriptions } from '#application/ports/push.ts';
import { MOST_PUSHED } from '#domain/notifications/pushes.ts';
import { importSessionKey, openPostgresSessions } from '#infrastructure/accounts/postgresSessions.ts';
import { openSubjectKeys } from '#infrastructure/crypto/subjectKeys.ts';
import { openPushSubscriptions } from '#infrastructure/push/postgresPushSubscriptions.ts';
import { newId } from '#infrastructure/system/ids.ts';
import { useDatabase } from '#tests/support/postgres.ts';

const ALL_AT_ONCE = { silent: [], daily: [] };
const database = useDatabase();
const keysOf = () => openSubjectKeys({ db: database.knex, masterKey: Buffer.alloc(32, 1) });
const openFor = (vapidKey: string | undefined) =>
  openPushSubscriptions({ db: database.knex, keys: keysOf(), vapidKey, newId });
let subscriptions: PushSubscriptions;
let sessions: Sessions;
beforeAll(async () => {
  const key = await importSessionKey(new Uint8Array(32).fill(1));
  sessions = openPostgresSessions({ db: database.knex, key, newId });
  subscriptions = openFor('ours');
});

const addressOf = (name: string) => ({ endpoint: `https://push.example/${name}`, keys: { p256dh: 'p', auth: 'a' } });
const signIn = async (account: string) => {
  const session = await sessions.verify(await sessions.open(account, ['member']));
  return { account, sessionId: session!.sessionId };
};
const on = async (account: string, name: string = newId()) => {
  const of = await signIn(account);
  expect(await subscriptions.put(of, addressOf(name), ALL_AT_ONCE)).toBe('kept');
  return of;
};

test('uses the device’s endpoint, which no table holds in clear', async () => {
  const [account, name] = [newId(), newId()];
  const of = await signIn(account);
  await subscriptions.put(of, addressOf(name), { silent: ['reviews'], daily: ['offers'] });
  const [device] = await subscriptions.of([account]);
  expect(device).toEqual({ id: device!.id, account, silent: ['reviews'], daily: ['offers'] });
  expect(await subscriptions.ofSession(of.sessionId)).toEqual({
    id: device!.id,
    silent: ['reviews'],
    daily: ['offers'],
  });
  expect(await subscriptions.find(device!.id)).toEqual(addressOf(name));
  const { rows } = await database.knex.raw('SELECT push_subscriptions::text AS row FROM push_subscriptions');
  expect(JSON.stringify(rows)).not.toContain(name);
  expect(JSON.stringify(rows)).not.toContain(Buffer.from(name).toString('hex'));
});

test('recognises the same device; a new endpoint replaces it and drops pending pushes', async () => {
  const account = newId();
  const of = await on(account, `${account}1`);
  const first = (await subscriptions.ofSession(of.sessionId))!.id;
  await subscriptions.put(of, addressOf(`${account}1`), { silent: ['messages'], daily: [] });
  expect(await subscriptions.ofSession(of.sessionId)).toEqual({ id: first, silent: ['messages'], daily: [] });
  await subscriptions.put(of, addressOf(`${account}2`), ALL_AT_ONCE);
  expect((await subscriptions.ofSession(of.sessionId))!.id).not.toBe(first);
  expect(await subscriptions.find(first)).toBeUndefined();
});

test('sends mandatory pushes to a device that silenced them with an older release', async () => {
  const of = await signIn(newId());
  await subscriptions.put(of, addressOf(newId()), { silent: ['sales', 'messages'], daily: [] });
  expect((await subscriptions.ofSession(of.sessionId))!.silent).toEqual(['messages']);
});

test('sends pushes at once for subscriptions without a pace', async () => {
  const of = await on(newId());
  await database.knex.raw('UPDATE push_subscriptions SET daily = DEFAULT WHERE session_id = ?', [of.sessionId]);
  expect(await subscriptions.ofSession(of.sessionId)).toMatchObject({ silent: [], daily: [] });
});

test('ends with its session, however that ends', async () => {
  const account = newId();
  const [left, other, kept] = [await on(account), await on(account), await on(account)];
  await sessions.end(left.sessionId);
  expect(await subscriptions.countOf(account)).toBe(2);
  await database
    .knex('sessions')
    .where({ session_id: other.sessionId })
    .update({ expires_at: new Date(0) });
  expect(await subscriptions.countOf(account)).toBe(1);
  await sessions.endAll(account);
  expect(await subscriptions.ofSession(kept.sessionId)).toBeUndefined();
  expect(await subscriptions.put(kept, addressOf(newId()), ALL_AT_ONCE)).toBe('signedOut');
});

test('moves a browser to the account that signs in with it', async () => {
  const [first, second, name] = [newId(), newId(), newId()];
  await on(first, name);
  await on(second, name);
  expect((await subscriptions.of([first, second])).map(({ account }) => account)).toEqual([second]);
});

test(`allows ${MOST_PUSHED} devices per account, even concurrently`, async () => {
  const account = newId();
  const asking = await Promise.all(Array.from({ length: MOST_PUSHED + 2 }, () => signIn(account)));
  const answers = await Promise.all(asking.map((of) => subscriptions.put(of, addressOf(newId()), ALL_AT_ONCE)));
  expect(answers.filter((answer) => answer === 'kept')).toHaveLength(MOST_PUSHED);
  expect(answers.filter((answer) => answer === 'full')).toHaveLength(2);
  const [had] = asking.filter((_, place) => answers[place] === 'kept');
  expect(await subscriptions.put(had!, addressOf(newId()), ALL_AT_ONCE)).toBe('kept');
  await subscriptions.endOf(had!.sessionId);
  expect(await subscriptions.countOf(account)).toBe(MOST_PUSHED - 1);
});

test('skips devices after our key has changed until they resubscribe', async () => {
  const account = newId();
  const of = await on(account);
  const renewed = openFor('another');
  expect([await renewed.any(), await renewed.countOf(account)]).toEqual([false, 0]);
  await renewed.put(of, addressOf(newId()), ALL_AT_ONCE);
  expect([await renewed.any(), await renewed.countOf(account)]).toEqual([true, 1]);
});

test('loses the endpoint with the account’s key', async () => {
  const account = newId();
  const of = await on(account);
  const { id } = (await subscriptions.ofSession(of.sessionId))!;
  const keys = keysOf();
  await keys.erase(`account-${account}`);
  expect(await openPushSubscriptions({ db: database.knex, keys, vapidKey: 'ours', newId }).find(id)).toBeUndefined();
});
