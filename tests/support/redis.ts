import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { Redis } from 'ioredis';
import { freePort } from './freePort.ts';

/** CI installs Redis; without it, its suites are skipped visibly. */
export const redisIsInstalled = ((): boolean => {
  if (spawnSync('redis-server', ['--version']).status === 0) return true;
  if (process.env.CI) throw new Error('redis-server is not installed, and here it must be');
  console.warn('redis-server is not installed: the suites on Redis are skipped');
  return false;
})();

const isUp = async (url: string): Promise<void> => {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: (times) => (times > 100 ? null : 20) });
  client.on('error', () => undefined); // retried by the caller
  try {
    await client.connect().catch(() => new Promise((resolve) => client.once('ready', resolve)));
    await client.ping();
  } finally {
    client.disconnect();
  }
};

export type RedisServer = {
  url: string;
  empty(): Promise<void>;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Until `thaw`, accepts data and answers nothing. */
  freeze(): void;
  thaw(): void;
};

/** As in production: with a password, and TLS on a separate port. */
type Guarded = { password: string; certificates: { authority: string; certificate: string; key: string } };

/** A real server without persistence, so a restart loses everything. `url`: plain port, `tlsUrl`: TLS port. */
export const startRedis = async (guarded?: Guarded): Promise<RedisServer & { tlsUrl: string }> => {
  const port = await freePort();
  const tlsPort = await freePort();
  const name = guarded ? `:${guarded.password}@` : '';
  const url = `redis://${name}127.0.0.1:${port}`;
  let server: ChildProcess | undefined;
  const start = async () => {
    const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    if (guarded) {
      const { authority, certificate, key } = guarded.certificates;
      settings.push('--requirepass', guarded.password, '--tls-port', String(tlsPort), '--tls-auth-clients', 'no');
      settings.push('--tls-cert-file', certificate, '--tls-key-file', key, '--tls-ca-cert-file', authority);
    }
    server = spawn('redis-server', settings, { stdio: 'ignore' });
    await isUp(url);
  };
  await start();
  return {
    url,
    tlsUrl: `rediss://${name}127.0.0.1:${tlsPort}`,
    start,
    empty: async () => {
      const client = new Redis(url);
      await client.flushall();
      client.disconnect();
    },
    freeze: () => void server?.kill('SIGSTOP'),
    thaw: () => void server?.kill('SIGCONT'),
    stop: async () => {
      const ending = server;
      if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
      await new Promise((resolve) => ending.once('exit', resolve).kill('SIGKILL'));
    },
  };
};
