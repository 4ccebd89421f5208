import { expect, test } from 'vitest';
import { openDiskSpace } from '#infrastructure/postgres/diskSpace.ts';
import { useDatabase } from '#tests/support/postgres.ts';

const database = useDatabase();
const refuseFor = (code: string) =>
  database.knex.raw(`DO $$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = '${code}'; END $$`);
const tables = async () => (await database.knex('pg_tables').where({ tablename: 'room' })).length;

test('reports a full disk until a test write succeeds', async () => {
  let taken = 0;
  let full = true;
  const room = openDiskSpace(database.knex, async () => {
    taken++;
    if (full) throw new Error('No space left on device');
  });
  await room.look();
  await expect(refuseFor('23505')).rejects.toThrow();
  await room.look();
  expect(taken).toBe(0);
  await expect(refuseFor('53100')).rejects.toThrow();
  await expect(room.look()).rejects.toThrow('No space left');
  await expect(room.look()).rejects.toThrow('No space left');
  full = false;
  await room.look();
  await room.look();
  expect(taken).toBe(3);
});

test('notices failures on other connections, also as the cause of an error', async () => {
  const room = openDiskSpace(database.knex, () => Promise.reject(new Error('No space left on device')));
  room.failed(new Error('the log cannot be written', { cause: Object.assign(new Error(), { code: '23505' }) }));
  await room.look();
  room.failed(new Error('the log cannot be written', { cause: Object.assign(new Error(), { code: '53100' }) }));
  await expect(room.look()).rejects.toThrow('No space left');
});

test('leaves nothing of the test write', async () => {
  const room = openDiskSpace(database.knex);
  await expect(refuseFor('53100')).rejects.toThrow();
  await room.look();
  expect(await tables()).toBe(0);
});
