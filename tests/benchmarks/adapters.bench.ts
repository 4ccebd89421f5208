import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { redisIsInstalled } from '#tests/support/redis.ts';
import { ADAPTER_SETS, type AdapterSet } from './adapterSets.ts';
import { openJourney } from './saleJourney.ts';

/**
 * What one sale takes on each set of adapters, over HTTP, against the built server in a process of its own: publish, buy, pay, ship,
 * arrive; then the payout run of them all. All servers stand at once and take turns, so that a busy minute of the machine hits each alike. ROUNDS (7) sales are counted.
 */
const ROUNDS = Number(process.env.ROUNDS ?? 7);
const WARM_UP = 2;

const median = (values: number[]): number => {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)]!;
};

type Standing = {
  name: string;
  set: AdapterSet;
  stop(): Promise<void>;
  journey: Awaited<ReturnType<typeof openJourney>>;
};

const start = (variables: Record<string, string>): Promise<{ server: ChildProcess; url: string }> =>
  new Promise((resolve, reject) => {
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', DEMO: '0', RATE_LIMITS: 'off' };
    const server = spawn(process.execPath, ['dist/bundle/main.js'], {
      env: { ...env, LOG_LEVEL: 'error', ...variables },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    server.stdout?.on('data', (chunk: Buffer) => {
      const url = /open at (http:\S+)/.exec(chunk.toString())?.[1];
      if (url) resolve({ server, url });
    });
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });

const stand = async ({ name, open }: (typeof ADAPTER_SETS)[number]): Promise<Standing> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'reliquary-adapters-'));
  chmodSync(dataDir, 0o755);
  const set = await open();
  const { server, url } = await start({ DATA_DIR: dataDir, ...set.variables });
  const stop = async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
    await set.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { name, set, stop, journey: await openJourney(url, set) };
};

const wanted = ADAPTER_SETS.filter(({ needsRedis }) => redisIsInstalled || !needsRedis);
for (const { name } of ADAPTER_SETS.filter((set) => !wanted.includes(set)))
  console.log(`left out, there is no redis-server: ${name}`);

const standing: Standing[] = [];
try {
  for (const set of wanted) standing.push(await stand(set));
  const times = new Map(standing.map(({ name }) => [name, [] as number[]]));
  for (let round = -WARM_UP; round < ROUNDS; round++)
    for (const { name, journey } of standing) {
      const ms = await journey.sell();
      if (round >= 0) times.get(name)!.push(ms);
    }
  console.log(
    `ms from the offer to the confirmed arrival: median (fastest–slowest) of ${ROUNDS} sales; and all of them paid out`,
  );
  for (const { name, journey } of standing) {
    const transactions = times.get(name)!;
    const said = `${median(transactions).toFixed(0)} (${Math.min(...transactions).toFixed(0)}–${Math.max(...transactions).toFixed(0)})`;
    console.log(`${name.padEnd(30)} ${said.padEnd(18)} ${(await journey.payOut()).toFixed(0)}`);
  }
} finally {
  for (const { stop } of standing) await stop();
}
