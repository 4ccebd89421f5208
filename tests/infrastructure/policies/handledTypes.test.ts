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

test('the first release starts with all its types, from the beginning of the log', async () => {
  await open().begin([mails(['Paid'])]);
  expect(await open().takeOver(mails(['Paid']), null)).toEqual({});
  expect(await positionOf('mails')).toBeUndefined();
});

test('a restart of the same release writes nothing', async () => {
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

test('refuses a start, in one line, for a new type without a starting point', async () => {
  await open().begin([mails(['Paid'])]);
  const starting = open().begin([mails(['Paid', 'Shipped'])]);
  await expect(starting).rejects.toBeInstanceOf(StartFailure);
  await expect(starting).rejects.toThrow('the policy mails handles Shipped and did not before');
  await expect(open().takeOver(mails(['Paid', 'Shipped']), null)).rejects.toThrow('Shipped');
});

test('needs no starting point for a new type, unless an older release skipped it', async () => {
  const older = mails(['Paid']);
  const newer = mails(['Paid', 'Shipped']);
  await open(['Paid']).begin([older]);
  await open().begin([newer]);
  expect(await open().takeOver(newer, place(3))).toEqual({});
  await open(['Paid']).takeOver(older, place(5));
  expect(await open().takeOver(newer, place(8))).toEqual({ Shipped: place(5) });
});

test('skips past events for types read from now on, and catches up on others', async () => {
  await open().begin([mails(['Paid'])]);
  const further = mails(['Paid', 'Shipped', 'Sold'], { Shipped: 'now', Sold: 'start' });
  await open().begin([further]);
  expect(await open().takeOver(further, place(7))).toEqual({ Sold: '' });
});

test('catches up on what another release skipped since it took over, however often they alternate', async () => {
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

test('cannot report the catch-up after losing its lease to another release', async () => {
  const newer = mails(['Paid', 'Shipped'], { Shipped: 'now' });
  const older = mails(['Paid']);
  await open().begin([newer]);
  await open().takeOver(older, place(5));
  await open().movedOn(newer, ['Shipped'], place(8));
  await open().caughtUp(newer, ['Shipped']);
  expect(await open().takeOver(newer, place(9))).toEqual({ Shipped: place(5) });
});

test('a new policy must name its starting point on a log in use', async () => {
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
