import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#tests/support/freePort.ts';
import { eventually } from '#tests/support/marketplace.ts';
import { createDatabase } from '#tests/support/postgres.ts';
import { killProcesses, type Started, startProcess } from '#tests/support/process.ts';
import { startRoundRobin } from '#tests/support/roundRobin.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'reliquary-rolling-'));
let database: Awaited<ReturnType<typeof createDatabase>>;

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(async () => {
  killProcesses();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const serve = (port: number, delay: number): Started =>
  startProcess({
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    ROLE: 'api',
    PORT: String(port),
    RATE_LIMITS: 'off',
    SHUTDOWN_DELAY: String(delay),
  });

test('replacing two processes behind a /serving health check fails none of a thousand requests', async () => {
  const ports = [await freePort(), await freePort()];
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  const upstream = [...urls];
  const proxy = await startRoundRobin(upstream);
  const serving = ports.map((port) => serve(port, 3));
  await Promise.all(serving.map(({ opened }) => opened()));

  const answers = new Map<number | string, number>();
  let replaced = false;
  const wrong = { email: 'nobody@example.com', password: 'wrong' };
  const ask = async (place: number): Promise<void> => {
    // a password check costs as much as five lists, so only some requests sign in
    const answer = await (place % 4 === 0 && !replaced
      ? fetch(`${proxy.url}/api/auth/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(wrong),
        })
      : fetch(`${proxy.url}/api/listings`)
    ).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      (error) => String(error),
    );
    answers.set(answer, (answers.get(answer) ?? 0) + 1);
  };
  const total = () => [...answers.values()].reduce((sum, each) => sum + each, 0);
  const visitors = Array.from({ length: 4 }, async () => {
    while (!replaced || total() < 1_000) await ask(total());
  });

  for (const [place, port] of ports.entries()) {
    const old = serving[place]!;
    old.child.kill('SIGTERM');
    // it announces the stop while still serving, but not for long
    const leaving = async () => {
      const paths = ['/serving', '/api/listings'];
      const [serving, listings] = await Promise.all(paths.map((path) => fetch(urls[place] + path)));
      return serving?.status === 503 && listings?.status;
    };
    expect(await eventually(leaving)).toBe(200);
    // remove it from the proxy first: connections not yet accepted are reset when the port closes
    upstream.splice(upstream.indexOf(urls[place]!), 1);
    expect(await old.ended).toBe(0);
    await serve(port, 3).opened();
    upstream.push(urls[place]!);
  }
  replaced = true;
  await Promise.all(visitors);
  proxy.close();
  expect([...answers.keys()].sort()).toEqual([200, 401]);
});

test('a starting process keeps its port closed until it can serve', async () => {
  const port = await freePort();
  const seen: (number | string)[] = [];
  const started = serve(port, 0);
  let isOpen = false;
  const opened = started.opened().then(() => {
    isOpen = true;
  });
  while (!isOpen) {
    seen.push(
      await fetch(`http://127.0.0.1:${port}/api/listings`).then(
        ({ status }) => status,
        () => 'closed',
      ),
    );
    await new Promise((resolve) => setImmediate(resolve));
  }
  await opened;
  expect(seen[0]).toBe('closed');
  expect(seen.filter((each) => each !== 'closed' && each !== 200)).toEqual([]);
  started.child.kill('SIGTERM');
  expect(await started.ended).toBe(0);
});
