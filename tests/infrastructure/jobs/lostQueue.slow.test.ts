import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openPostgresJobs } from '#infrastructure/jobs/postgresJobs.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { silentLog } from '#tests/support/silentLog.ts';

const database = useDatabase();

/** Empties the queue's tables as after a restore; the library's schema version stays. */
const loseQueue = async (kept = 'nothing') => {
  const client = new pg.Client(database.url);
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'bullmq' AND tablename NOT LIKE '%migration%' AND tablename NOT LIKE $1",
    [kept],
  );
  expect(rows.length).toBeGreaterThan(0);
  // workers lock in the opposite order, so this may lose a deadlock
  await vi.waitFor(() => client.query(`TRUNCATE ${rows.map(({ name }) => `bullmq."${name}"`).join(', ')}`));
  await client.end();
};

test.each([
  ['everything', 'nothing'],
  ['its jobs, while the row of each schedule is left', '%scheduler%'],
])('a queue that lost %s restores its schedules and takes jobs as before [L-025]', async (_, kept) => {
  const clock = { now: () => Date.now() };
  const jobs = await openPostgresJobs({
    connectionString: database.url,
    clock,
    log: silentLog(),
    watchSchedulesEvery: 100,
  });
  onTestFinished(() => jobs.close());
  let swept = 0;
  await jobs.every('sweep', 200, async () => {
    swept++;
  });
  await vi.waitFor(() => expect(swept).toBeGreaterThan(1));
  await loseQueue(kept);
  const before = swept;
  await vi.waitFor(() => expect(swept).toBeGreaterThan(before + 2));
  const seen: string[] = [];
  jobs.work('after', async ({ id }) => void seen.push(id));
  await jobs.add([{ queue: 'after', id: 'job', data: {} }]);
  await vi.waitFor(() => expect(seen).toEqual(['job']));
});
