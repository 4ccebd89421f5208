import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { openClient, succeeded } from '#infrastructure/demo/client.ts';
import { readPidFile } from '#infrastructure/postgres/embedded/server.ts';
import { startEmbeddedPostgres } from '#infrastructure/postgres/embeddedPostgres.ts';
import { eventually } from '#tests/support/marketplace.ts';
import { createDatabase } from '#tests/support/postgres.ts';
import { killProcesses, startProcess } from '#tests/support/process.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'reliquary-main-'));
const elsewhere = mkdtempSync(join(tmpdir(), 'reliquary-elsewhere-'));
// Under root, the server account must reach the folder, or the database would outlive it.
chmodSync(dataDir, 0o755);
const start = (variables: Record<string, string>, how?: Parameters<typeof startProcess>[1]) =>
  startProcess({ DATA_DIR: dataDir, ...variables }, how);

afterEach(killProcesses);
afterAll(async () => {
  const server = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres') });
  await server.stop({ evenIfUsed: true });
  for (const folder of [dataDir, elsewhere]) rmSync(folder, { recursive: true, force: true });
});

const SECRETS = { MASTER_KEY: '0'.repeat(64), JWT_SECRET: '0'.repeat(32) };

describe('a start that cannot succeed gives the reason in one line and exits with 1', () => {
  const refused = async (variables: Record<string, string>, line: RegExp) => {
    const { output, ended } = start(variables);
    expect(await ended).toBe(1);
    expect(output()).toMatch(line);
    expect(output().trim().split('\n')).toHaveLength(1);
  };

  test('an invalid setting', () => refused({ PORT: 'abc' }, /^Reliquary cannot start: PORT must be/));

  test('an unwritable data folder', () =>
    refused({ DATA_DIR: '/dev/null/data' }, /^Reliquary cannot start: the data folder \/dev\/null\/data/));

  test('a data folder that is a file, with an external database', async () => {
    const file = join(elsewhere, 'file');
    writeFileSync(file, '');
    const DATABASE_URL = 'postgresql://nobody@127.0.0.1:1/none';
    await refused(
      { DATA_DIR: file, DATABASE_URL, ...SECRETS },
      /^Reliquary cannot start: the data folder \S+\/file \(DATA_DIR\) cannot be used: EEXIST$/m,
    );
  });

  test('a file in place of the files folder', async () => {
    writeFileSync(join(elsewhere, 'files'), '');
    const DATABASE_URL = 'postgresql://nobody@127.0.0.1:1/none';
    await refused(
      { DATA_DIR: elsewhere, DATABASE_URL, ...SECRETS },
      /^Reliquary cannot start: the data folder \S+\/files \(DATA_DIR\) cannot be used: EEXIST$/m,
    );
  });

  test('a bucket without credentials', async () => {
    const { url, drop } = await createDatabase();
    await refused(
      { DATABASE_URL: url, S3_BUCKET: 'photos', AWS_EC2_METADATA_DISABLED: 'true' },
      /^Reliquary cannot start: S3_BUCKET is set, and nothing says with which keys: AWS_ACCESS_KEY_ID and/m,
    );
    await drop();
  });

  test('a missing database certificate', () =>
    refused(
      { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none?sslmode=verify-full&sslrootcert=/nowhere/ca.pem' },
      /^Reliquary cannot start: the database at 127\.0\.0\.1:1 \(DATABASE_URL\) names a certificate that cannot be read \(sslrootcert, sslcert, sslkey\): ENOENT$/m,
    ));

  test('a port in use', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await refused({ PORT: String(port) }, new RegExp(`^Reliquary cannot start: port ${port} is taken`));
    server.close();
  });

  test('a missing country table', () =>
    refused(
      { COUNTRIES_FILE: '/nowhere/countries.mmdb' },
      /^Reliquary cannot start: COUNTRIES_FILE \(\/nowhere\/countries\.mmdb\) cannot be read: ENOENT$/m,
    ));

  test('an unreachable database', () =>
    refused(
      { DATABASE_URL: 'postgresql://nobody:secret-word@127.0.0.1:1/none' },
      /^Reliquary cannot start: the database at 127\.0\.0\.1:1 \(DATABASE_URL\) cannot be reached$/m,
    ));

  test('an unreachable Redis', async () => {
    const { url, drop } = await createDatabase();
    const { output, ended } = start({ DATABASE_URL: url, REDIS_URL: 'redis://127.0.0.1:1', ...SECRETS });
    expect(await ended).toBe(1);
    // earlier warnings are log lines
    expect(
      output()
        .trim()
        .split('\n')
        .filter((line) => !line.startsWith('{')),
    ).toEqual([
      expect.stringMatching(/^Reliquary cannot start: Redis at 127\.0\.0\.1:1 \(REDIS_URL\) cannot be reached$/),
    ]);
    await drop();
  });

  test('no rate limits in production', () =>
    refused({ NODE_ENV: 'production', RATE_LIMITS: 'off' }, /RATE_LIMITS=off is refused/));

  test('developer tools at a public address', () =>
    refused(
      { PUBLIC_URL: 'https://shop.example' },
      /^Reliquary cannot start: PUBLIC_URL \(https:\/\/shop\.example\) leads beyond this machine.*: set NODE_ENV=production and what it asks for, or keep PUBLIC_URL and HOST on this machine/,
    ));

  test('simulated money in production', () =>
    refused(
      {
        NODE_ENV: 'production',
        PUBLIC_URL: 'https://reliquary.example',
        SUPPORT_EMAIL: 'help@reliquary-market.eu',
        DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
        MASTER_KEY: '0'.repeat(64),
        JWT_SECRET: '0'.repeat(32),
        SMTP_URL: 'smtp://127.0.0.1:1',
        TRUST_PROXY: '1',
      },
      /STRIPE_SECRET_KEY must be set$/m,
    ));
});

/** Acts as a rogue library: keeps connecting to a host that no setting names. */
const WANDERING = `
  import { connect } from 'node:net';
  const here = (_host, { all }, done) => all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4);
  setInterval(() => {
    const socket = connect({ host: 'elsewhere.example', port: 9, lookup: here });
    socket.once('error', ({ code }) => console.log('elsewhere: ' + code));
  }, 100).unref();`;

test('connects from the start only to hosts in the settings, and logs a refusal once', async () => {
  const { output, opened, child, ended } = start(
    {},
    { before: `data:text/javascript,${encodeURIComponent(WANDERING)}` },
  );
  await opened();
  await eventually(async () => output().split('elsewhere: ENOTINSETTINGS').length > 3);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(output().match(/no setting names its target/g)).toHaveLength(1);
});

test('keeps in its folder only what the runbook lists', async () => {
  const { child, opened, ended } = start({ LOG_HEAD_EVERY: '1' });
  const url = await opened();
  const registration = { username: 'bert', email: 'bert@example.com', password: 'Correct-horse1!', country: 'France' };
  const agreed = { platformAgreements: { termsAccepted: true } };
  succeeded(await openClient(url).post('auth/register', { ...registration, ...agreed }), 'registration');
  const kept = () => readdirSync(dataDir).filter((name) => !name.startsWith('.'));
  expect(await eventually(async () => kept().includes('log-head'))).toBe(true);
  child.kill('SIGTERM');
  await ended;
  const runbook = readFileSync(new URL('../../infrastructure/runbook.md', import.meta.url), 'utf8');
  const table = /^\| part \|[\s\S]*?\n\n/m.exec(runbook)![0];
  const named = [...table.matchAll(/`(?:DATA_DIR\/)?([\w.-]+)\/?`/g)].map(([, name]) => name!);
  expect(kept().filter((name) => !named.includes(name))).toEqual([]);
});

test('keeps data through kill -9, finishes the current request on stop, and restarts quickly', async () => {
  const first = start({});
  const visitor = openClient(await first.opened());
  const account = { email: 'kept@example.com', password: 'Correct-horse1!' };
  const registration = { ...account, username: 'kept', country: 'France', platformAgreements: { termsAccepted: true } };
  succeeded(await visitor.post('auth/register', registration), 'registration');
  first.child.kill('SIGKILL');
  await first.ended;

  const second = start({});
  const secondUrl = await second.opened();
  const again = openClient(secondUrl);
  // known but unverified, so the account exists
  expect((await again.post('auth/login', account)).status).toBe(403);

  const { hostname, port } = new URL(secondUrl);
  const body = JSON.stringify({ ...account, password: 'wrong' });
  const headers = { 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' };
  const atHand = request({ hostname, port, method: 'POST', path: '/api/auth/login', headers });
  await new Promise((resolve) => {
    atHand.once('continue', resolve);
    atHand.flushHeaders();
  });
  second.child.kill('SIGTERM');
  await eventually(async () => second.output().includes('finishing what is under way'));
  const answered = new Promise<IncomingMessage>((resolve) => atHand.once('response', resolve));
  atHand.end(body);
  const answer = await answered;
  answer.resume();
  expect(answer.statusCode).toBe(401);
  expect(await second.ended).toBe(0);

  const third = start({});
  expect((await openClient(await third.opened()).post('auth/login', account)).status).toBe(403);
  third.child.kill('SIGINT');
  expect(await third.ended).toBe(0);
});

test('a second process on the folder shares the database and ends when npm ends', async () => {
  const one = start({});
  const other = start({ npm_lifecycle_event: 'start' }, { inShell: true });
  const [here, there] = [openClient(await one.opened()), openClient(await other.opened())];
  const account = { email: 'shared@example.com', password: 'Correct-horse1!' };
  const registration = {
    ...account,
    username: 'shared',
    country: 'France',
    platformAgreements: { termsAccepted: true },
  };
  succeeded(await here.post('auth/register', registration), 'registration');
  expect((await there.post('auth/login', account)).status).toBe(403);
  one.child.kill('SIGTERM');
  expect(await one.ended).toBe(0);
  expect((await there.post('auth/login', account)).status).toBe(403);
  other.child.kill('SIGTERM');
  await other.ended;
  expect(other.output()).toContain('npm has ended: finishing what is under way');
});

test('restarts a killed PostgreSQL, and exits when it cannot', async () => {
  const { opened, output, ended } = start({ DATABASE_RESTARTS: '1' });
  const url = await opened();
  const cluster = join(dataDir, 'postgres', 'cluster');
  const server = () => readPidFile(cluster)!.pid;
  const isReady = async () => (await fetch(`${url}/ready`)).ok;
  const first = server();
  process.kill(first, 'SIGKILL');
  await eventually(async () => readPidFile(cluster)?.ready && server() !== first && (await isReady()));

  const settings = join(cluster, 'postgresql.auto.conf');
  writeFileSync(settings, 'nonsense = on\n');
  process.kill(server(), 'SIGKILL');
  expect(await ended).toBe(1);
  expect(output()).toContain('the embedded database does not recover: the process ends');
  writeFileSync(settings, '');
});

test('stops even when the database is gone', async () => {
  const { opened, output, ended, child } = start({ DATABASE_RESTARTS: '20' });
  await opened();
  const cluster = join(dataDir, 'postgres', 'cluster');
  const settings = join(cluster, 'postgresql.auto.conf');
  writeFileSync(settings, 'nonsense = on\n');
  process.kill(readPidFile(cluster)!.pid, 'SIGKILL');
  await eventually(async () => output().includes('did not start, 1 of 20'));
  const asked = Date.now();
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  // the usual time limit of orchestrators
  expect(Date.now() - asked).toBeLessThan(60_000);
  writeFileSync(settings, '');
});
