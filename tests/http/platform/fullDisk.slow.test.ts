import { expect, test } from 'vitest';
import { READ_ONLY_HEADER } from '#application/contract/common.ts';
import type { DiskSpace } from '#infrastructure/system/disk.ts';
import { useMarketplace } from '#tests/support/marketplace.ts';

const ROOM: DiskSpace = { free: 50e9, size: 100e9, writable: true };
let space = ROOM;
const market = useMarketplace({ readDiskSpace: async () => space });

test.each([
  ['has no room left', { ...ROOM, free: 1e6 }],
  ['takes no writes', { ...ROOM, writable: false }],
])('serves reads and refuses changes while the disk %s; /ready fails, /serving passes', async (_, full) => {
  const visitor = market().client();
  const ready = () => fetch(`${market().url}/ready`);
  const register = () => visitor.post('auth/forgot-password', { email: 'ada@example.com' });
  expect((await ready()).status).toBe(200);
  expect((await register()).status).toBe(200);

  space = full;
  // /ready checks the disk, so the following calls know the result
  const told = await ready();
  expect(told.status).toBe(503);
  expect(JSON.stringify(await told.json())).toMatch(/disk/);
  expect(await (await fetch(`${market().url}/serving`)).json()).toEqual({ serving: true });
  const refused = await register();
  expect(refused).toMatchObject({ status: 503, body: { code: 'readOnly' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const read = await visitor.get('listings');
  expect([read.status, read.headers.get(READ_ONLY_HEADER)]).toEqual([200, '1']);

  space = ROOM;
  expect((await ready()).status).toBe(200);
  expect((await register()).status).toBe(200);
  expect((await visitor.get('listings')).headers.get(READ_ONLY_HEADER)).toBeNull();
});

test('fails /ready only while the database has no room', async () => {
  const { marketplace, url } = market();
  const { db } = marketplace;
  const ready = async () => {
    const answer = await fetch(`${url}/ready`);
    return [answer.status, ((await answer.json()) as { database: unknown }).database];
  };
  const register = (username: string) =>
    market()
      .client()
      .post('auth/register', {
        username,
        email: `${username}@example.com`,
        password: 'Correct-horse1!',
        country: 'France',
        platformAgreements: { termsAccepted: true },
      });
  await db.raw(`CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = '53100'; END $$`);
  await db.raw('CREATE TRIGGER no_room BEFORE INSERT ON events EXECUTE FUNCTION no_room()');
  // the table that the check would create
  await db.raw('CREATE TABLE room ()');
  expect(await ready()).toEqual([200, { ok: true }]);
  expect((await register('ada')).status).toBe(503);
  expect(await ready()).toEqual([503, { ok: false }]);
  expect(await (await fetch(`${url}/serving`)).json()).toEqual({ serving: true });

  await db.raw('DROP FUNCTION no_room CASCADE');
  await db.raw('DROP TABLE room');
  expect(await ready()).toEqual([200, { ok: true }]);
  expect((await register('ada')).status).toBe(201);
});
