import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startMailServer } from '#tests/support/mailServer.ts';
import { eventually } from '#tests/support/marketplace.ts';
import { createDatabase } from '#tests/support/postgres.ts';
import { killProcesses, startProcess } from '#tests/support/process.ts';
import { SECRET_KEY, startStripePeer, WEBHOOK_SECRETS } from '#tests/support/stripePeer/peer.ts';

afterAll(killProcesses);

/** In production the start line shows the public URL, so choose the port here. */
const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};

test('NODE_ENV=production with every setting starts, is healthy and ready, and has no developer tools', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'reliquary-production-'));
  const [database, stripe, emails] = await Promise.all([createDatabase(), startStripePeer(), startMailServer()]);
  const port = await freePort();
  const { child, output, ended, opened } = startProcess({
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: dataDir,
    PUBLIC_URL: 'https://reliquary.example',
    SUPPORT_EMAIL: 'help@reliquary-market.eu',
    DATABASE_URL: database.url,
    MASTER_KEY: '0f'.repeat(32),
    JWT_SECRET: 'a-secret-of-enough-characters-for-tokens',
    SMTP_URL: emails.url,
    MAIL_FROM: 'Reliquary <post@reliquary-market.eu>',
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRETS.join(','),
    STRIPE_API_BASE: stripe.apiBase,
    TRUST_PROXY: '0',
    METRIC_TOKEN: 'a-token-of-enough-characters',
  });
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  expect(await opened(), output()).toBe('https://reliquary.example');
  expect((await get('/health')).status).toBe(200);
  await eventually(async () => (await get('/ready')).status === 200);
  for (const path of ['/dev/mail', '/simulated-provider/checkout/cs_1', '/api/dev/clock'])
    expect(await (await get(path)).text(), path).not.toMatch(/<h1>Mails|imulated|advanceMs/);
  expect((await get('/dev/mail')).status).toBe(404);
  expect(output()).toMatch(/"name":"METRIC_TOKEN","meant":"METRICS_TOKEN".*an unknown variable/);
  expect(output()).not.toMatch(/a-secret-of-enough|a-token-of-enough|0f0f0f|sk_test_peer/);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  for (const line of output().trim().split('\n')) expect(() => JSON.parse(line), line).not.toThrow();
  await Promise.all([stripe.close(), emails.close()]);
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});
