import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { ADVISORY_LOCKS } from '#infrastructure/postgres/advisoryLock.ts';
import { openLeaseSession } from '#infrastructure/postgres/leaseSession.ts';
import { openLeases, type SharedLeases } from '#infrastructure/postgres/leases.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { silentLog } from '#tests/support/silentLog.ts';

const database = useDatabase();
const never = new AbortController().signal;
const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const ended: (() => Promise<void>)[] = [];

/** A process that wants these names as long as it lives. */
const worker = (names: readonly string[] = []) => {
  const leases: SharedLeases = openLeases({ connectionString: database.url, log: silentLog() });
  const stopping = new AbortController();
  const holds = new Set<string>();
  const want = async (name: string): Promise<void> => {
    while (!stopping.signal.aborted)
      await leases
        .hold(name, stopping.signal, async (held) => {
          holds.add(name);
          await new Promise<void>((resolve) => held.addEventListener('abort', () => resolve()));
          holds.delete(name);
        })
        .catch(() => undefined);
  };
  const wanting = names.map(want);
  const end = async () => {
    stopping.abort();
    await Promise.all(wanting);
    await leases.close();
  };
  ended.push(end);
  return { leases, holds, end };
};
afterEach(async () => {
  await Promise.all(ended.splice(0).map((end) => end()));
});

const eventually = (condition: () => void | Promise<void>) => vi.waitFor(condition, { interval: 20 });
/** Terminates the lease connection, as if the process had died. */
const kill = (name: string) =>
  database.knex.raw(
    `SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_database ON pg_database.oid = database
      WHERE datname = current_database() AND locktype = 'advisory' AND granted AND classid = ?
        AND objid::bigint = (('x' || left(encode(sha256(convert_to(?, 'UTF8')), 'hex'), 8))::bit(32)::bigint)`,
    [ADVISORY_LOCKS.leases, name],
  );

test('one process holds everything and gives half to a second', async () => {
  const first = worker(NAMES);
  await eventually(() => expect(first.holds.size).toBe(8));
  const second = worker(NAMES);
  await eventually(() => expect([first.holds.size, second.holds.size]).toEqual([4, 4]));
  expect(new Set([...first.holds, ...second.holds]).size).toBe(8);
});

test('three processes that start together share without overlap', async () => {
  const workers = [worker(NAMES), worker(NAMES), worker(NAMES)];
  await eventually(() => {
    const sizes = workers.map(({ holds }) => holds.size);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(3);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(8);
  });
  expect(new Set(workers.flatMap(({ holds }) => [...holds])).size).toBe(8);
});

test('the remaining processes take over from one that ends', async () => {
  const [first, second] = [worker(NAMES), worker(NAMES)];
  await eventually(() => expect([first.holds.size, second.holds.size]).toEqual([4, 4]));
  await second.end();
  await eventually(() => expect(first.holds.size).toBe(8));
});

test('a dying process frees its names at once and learns that it lost them', async () => {
  const steps: string[] = [];
  const holding = worker().leases.hold(
    'dying',
    never,
    (held) =>
      new Promise((resolve) => {
        steps.push('held');
        held.addEventListener('abort', () => {
          steps.push('lost');
          resolve();
        });
      }),
  );
  await eventually(() => expect(steps).toEqual(['held']));
  await kill('dying');
  await holding;
  await worker().leases.hold('dying', never, async () => void steps.push('held by another'));
  expect(steps).toEqual(['held', 'lost', 'held by another']);
});

test('a frozen process loses its leases and learns of it when it wakes', async () => {
  const other = await openLeaseSession(database.url);
  const frozen = await openLeaseSession(database.url, 1_000);
  expect(await frozen.tryLocks(['frozen'])).toEqual(new Set(['frozen']));
  expect(await other.tryLocks(['frozen', 'free'])).toEqual(new Set(['free']));
  await eventually(async () => expect(await other.tryLocks(['frozen'])).toEqual(new Set(['frozen'])));
  await eventually(() => expect(frozen.lost.aborted).toBe(true));
  await other.close();
});

test('a name that only one process knows stays with it, beyond its share', async () => {
  const modern = worker(NAMES);
  await eventually(() => expect(modern.holds.size).toBe(8));
  const old = worker(['a', 'b']);
  await eventually(() => expect([...modern.holds, ...old.holds].sort()).toEqual(NAMES));
  await eventually(() => expect(modern.holds.size).toBeGreaterThanOrEqual(6));
});

test('a retiring process lets others take its share before it releases it', async () => {
  const [first, second] = [worker(NAMES), worker(NAMES)];
  await eventually(() => expect([first.holds.size, second.holds.size]).toEqual([4, 4]));
  await second.leases.retire();
  const { rows } = await database.knex.raw(
    `SELECT count(*)::int AS n FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
     WHERE datname = current_database() AND objid = ? AND objsubid = 1`,
    [ADVISORY_LOCKS.workers],
  );
  expect(rows).toEqual([{ n: 1 }]);
  expect(second.holds.size).toBe(4);
});

test('a name is held once at a time within one process too', async () => {
  const { leases } = worker();
  let inside = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++inside);
    await new Promise((resolve) => setImmediate(resolve));
    inside--;
  };
  await Promise.all([leases.hold('twice', never, work), leases.hold('twice', never, work)]);
  expect(most).toBe(1);
});

test('a caller that gives up at the moment of success leaves the name to others', async () => {
  const giveUp = new AbortController();
  const { query } = pg.Client.prototype;
  const asking = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...asked) {
    if (String(asked[0]).includes('pg_try_advisory_lock')) giveUp.abort();
    return Reflect.apply(query, this, asked);
  });
  await worker().leases.hold('given up', giveUp.signal, async () => {
    throw new Error('it must not work');
  });
  asking.mockRestore();
  expect(giveUp.signal.aborted).toBe(true);
  const other = worker(['given up']);
  await eventually(() => expect(other.holds.size).toBe(1));
});

test('a waiting caller can give up', async () => {
  const first = worker(['long']);
  await eventually(() => expect(first.holds.size).toBe(1));
  const giveUp = new AbortController();
  const waiting = worker().leases.hold('long', giveUp.signal, async () => {
    throw new Error('it must not work');
  });
  giveUp.abort();
  await waiting;
  expect(first.holds.size).toBe(1);
});
