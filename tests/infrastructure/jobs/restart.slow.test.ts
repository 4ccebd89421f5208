import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { openPostgresJobs } from '#infrastructure/jobs/postgresJobs.ts';
import { startEmbeddedPostgres } from '#infrastructure/postgres/embeddedPostgres.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { silentLog } from '#tests/support/silentLog.ts';

const clock = { now: () => Date.now() };
const database = useDatabase();

test('workers continue after a database restart', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'reliquary-restart-'));
  // Under root, the server account must reach the folder, or the database would outlive it.
  chmodSync(dataDir, 0o755);
  const server = await startEmbeddedPostgres({ dataDir });
  const jobs = await openPostgresJobs({ connectionString: server.url, clock, log: silentLog() });
  const queues = ['one', 'other'];
  const seen: string[] = [];
  for (const queue of queues) jobs.work(queue, async ({ id }) => void seen.push(`${queue} ${id}`));
  const add = (id: string) => jobs.add(queues.map((queue) => ({ queue, id, data: {} })));
  await add('before');
  await vi.waitFor(() => expect(seen.sort()).toEqual(['one before', 'other before']));
  await server.restart();
  await vi.waitFor(() => add('after'), { interval: 100 });
  await vi.waitFor(() => expect(seen.sort()).toEqual(['one after', 'one before', 'other after', 'other before']));
  await jobs.close();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('all workers of a process share one listening connection', async () => {
  const jobs = await openPostgresJobs({ connectionString: database.url, clock, log: silentLog() });
  const seen: string[] = [];
  const queues = ['first', 'second', 'third'];
  for (const queue of queues) jobs.work(queue, async () => void seen.push(queue));
  const listening = () =>
    database
      .knex('pg_stat_activity')
      .whereRaw(`datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%LISTEN bullmq_jobs%'`);
  await vi.waitFor(async () => expect(await listening()).toHaveLength(1));
  await jobs.add(queues.map((queue) => ({ queue, id: 'job', data: {} })));
  await vi.waitFor(() => expect(seen.sort()).toEqual(queues));
  expect(await listening()).toHaveLength(1);
  await jobs.close();
  // the pool does not wait for the server to see the disconnect
  await vi.waitFor(async () => expect(await listening()).toHaveLength(0));
});

test('another process restarts the job of a killed one', async () => {
  const folder = mkdtempSync(path.join(import.meta.dirname, 'killed-'));
  const script = path.join(folder, 'worker.ts');
  writeFileSync(
    script,
    `import { openPostgresJobs } from '#infrastructure/jobs/postgresJobs.ts';
     const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
     const jobs = await openPostgresJobs({ connectionString: process.argv[2] ?? '', clock: { now: () => Date.now() }, log, missedAfter: 3_000 });
     jobs.work('killed', async () => {
       process.stdout.write('begun');
       await new Promise(() => undefined);
     });`,
  );
  try {
    const doomed = spawn(process.execPath, ['--conditions=source', '--import=tsx', script, database.url], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const jobs = await openPostgresJobs({
      connectionString: database.url,
      clock,
      log: silentLog(),
      missedAfter: 3_000,
    });
    await jobs.add([{ queue: 'killed', id: 'interrupted', data: {} }]);
    await once(doomed.stdout, 'data');
    doomed.kill('SIGKILL');
    await once(doomed, 'exit');
    const seen: string[] = [];
    jobs.work('killed', async ({ id }) => void seen.push(id));
    await vi.waitFor(() => expect(seen).toEqual(['interrupted']), { interval: 100 });
    await jobs.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
