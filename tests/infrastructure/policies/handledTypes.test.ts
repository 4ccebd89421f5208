import { beforeEach, expect, test } from 'vitest';
import type { Subscriber } from '#application/subscriptions/storage.ts';
import { openHandledTypes } from '#infrastructure/policies/handledTypes.ts';
import { StartFailure } from '#infrastructure/system/startFailure.ts';
import { useDatabase } from '#tests/support/postgres.ts';

const database = useDatabase();
const place = (n: number) => String(n).padStart(20, '0');
const HEAD = place(50);
const open = (knows = ['Paid', 'Shipped', 'Sold']) =>
  openHandledTypes({ db: database.knex, store: { head: async () => HEAD }, knows });
const mails = (handles: string[], begins?: Subscriber['begins']): Subscriber => ({ name: 'mails', handles, begins });
const positionOf = async (name: string) =>
  (await database.knex('policy_checkpoints').where({ name }).first())?.position;

beforeEach(async () => {
  await database.knex('policy_handles').delete();
  await database.knex('policy_checkpoints').delete();
});

test('the first release begins with whatever it handles, from the start of the log', async () => {
  await open().begin([mails(['Paid'])]);
  expect(await open().takeOver(mails(['Paid']), null)).toEqual({});
  expect(await positionOf('mails')).toBeUndefined();
});

test('after a restart of the same release nothing is written', async () => {
  const newer = mails(['Paid', 'Shipped'], { Shipped: 'now' });
  await open().begin([mails(['Paid'])]);
  await open().takeOver(newer, place(3));
  const written = () => database.knex('policy_handles').select(database.knex.raw('xmin::text'));
  const before = await written();
  await open().begin([newer]);
  expect(await open().takeOver(newer, place(9))).toEqual({});
  expect(await written()).toEqual(before);
  await open().takeOver(mails(['Paid']), place(9));
  expect(await written()).not.toEqual(before);
});

test('a further type without a word from where it is read is one line, and no start', async () => {
  await open().begin([mails(['Paid'])]);
  const starting = open().begin([mails(['Paid', 'Shipped'])]);
  await expect(starting).rejects.toBeInstanceOf(StartFailure);
  await expect(starting).rejects.toThrow('the policy mails handles Shipped and did not before');
  await expect(open().takeOver(mails(['Paid', 'Shipped']), null)).rejects.toThrow('Shipped');
});

test('of a type that no release before knew there is nothing to say, but what an older one left out', async () => {
  const older = mails(['Paid']);
  const newer = mails(['Paid', 'Shipped']);
  await open(['Paid']).begin([older]);
  await open().begin([newer]);
  expect(await open().takeOver(newer, place(3))).toEqual({});
  await open(['Paid']).takeOver(older, place(5));
  expect(await open().takeOver(newer, place(8))).toEqual({ Shipped: place(5) });
});

test('read from now on, nothing of it is late; read from the start, all of it is', async () => {
  await open().begin([mails(['Paid'])]);
  const further = mails(['Paid', 'Shipped', 'Sold'], { Shipped: 'now', Sold: 'start' });
  await open().begin([further]);
  expect(await open().takeOver(further, place(7))).toEqual({ Sold: '' });
});

test('what another release leaves out is late from where it took over, however often they take turns', async () => {
  const newer = mails(['Paid', 'Shipped'], { Shipped: 'now' });
  const older = mails(['Paid']);
  await open().begin([older]);
  await open().takeOver(newer, place(3));
  expect(await open().takeOver(older, place(5))).toEqual({});
  await open().begin([older]);
  await open().takeOver(older, place(7));
  expect(await open().takeOver(newer, place(9))).toEqual({ Shipped: place(5) });
  await open().movedOn(newer, ['Shipped'], place(6));
  expect(await open().takeOver(newer, place(9))).toEqual({ Shipped: place(6) });
  await open().caughtUp(newer, ['Shipped']);
  expect(await open().takeOver(newer, place(9))).toEqual({});
});

test('whoever has lost the lease to another release does not say that it has caught up', async () => {
  const newer = mails(['Paid', 'Shipped'], { Shipped: 'now' });
  const older = mails(['Paid']);
  await open().begin([newer]);
  await open().takeOver(older, place(5));
  await open().movedOn(newer, ['Shipped'], place(8));
  await open().caughtUp(newer, ['Shipped']);
  expect(await open().takeOver(newer, place(9))).toEqual({ Shipped: place(5) });
});

test('a new policy says where it begins on a log that has been followed', async () => {
  const calls = (begins?: Subscriber['begins']): Subscriber => ({ name: 'calls', handles: ['Paid', 'Sold'], begins });
  await open().begin([mails(['Paid'])]);
  await expect(open().begin([mails(['Paid']), calls({ Paid: 'now' })])).rejects.toThrow(
    'the policy calls handles Sold',
  );
  const stated = calls({ Paid: 'now', Sold: 'start' });
  await open().begin([mails(['Paid']), stated]);
  expect(await positionOf('calls')).toBe(HEAD);
  expect(await open().takeOver(stated, HEAD)).toEqual({ Sold: '' });
});
