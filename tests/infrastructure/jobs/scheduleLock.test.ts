import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openPostgresJobs } from '#infrastructure/jobs/postgresJobs.ts';
import { ADVISORY_LOCKS } from '#infrastructure/postgres/advisoryLock.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { silentLog } from '#tests/support/silentLog.ts';

const database = useDatabase();
const lock = [ADVISORY_LOCKS.jobSchedulesInPostgres];

/** Jobs with a schedule that wait for a lock held by another process. */
const whoWaits = async ({ size, closeWithin }: { size?: number; closeWithin?: number } = {}) => {
  const log = silentLog();
  const jobs = await openPostgresJobs({
    connectionString: database.url,
    clock: Date,
    log,
    watchSchedulesEvery: 10,
    ...(size !== undefined && { size }),
    ...(closeWithin !== undefined && { closeWithin }),
  });
  await jobs.every('sweep', 60_000, async () => undefined);
  const other = new pg.Client(database.url);
  await other.connect();
  onTestFinished(() => other.end());
  await other.query('SELECT pg_advisory_lock($1)', lock);
  const waiting = async (): Promise<number> => {
    const { rows } = await other.query(
      `SELECT count(*)::int AS waiting FROM pg_locks
       WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    return rows[0].waiting;
  };
  await vi.waitFor(async () => expect(await waiting()).toBeGreaterThan(0));
  return { jobs, log, waiting, free: () => other.query('SELECT pg_advisory_unlock($1)', lock) };
};

test('closing waits for the schedule check', async () => {
  const { jobs, log, free } = await whoWaits();
  const closed = jobs.close();
  await free();
  await closed;
  expect(log.lines).toEqual([]);
});

test('closing ends although another process holds the schedule lock', async () => {
  const { jobs, log } = await whoWaits({ closeWithin: 200 });
  await jobs.close();
  expect(log.lines).toContainEqual(expect.objectContaining({ level: 'warn', details: { afterMs: 200 } }));
});

test('jobs run although another process holds the schedule lock', async () => {
  const { jobs, waiting, free } = await whoWaits({ size: 5 });
  const seen: string[] = [];
  jobs.work('meanwhile', async ({ id }) => void seen.push(id));
  for (let job = 1; job <= 20; job++) {
    await jobs.add([{ queue: 'meanwhile', id: `job ${job}`, data: {} }]);
    await vi.waitFor(() => expect(seen).toHaveLength(job));
  }
  expect(await waiting()).toBe(1);
  await free();
  await jobs.close();
});
