import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ED25519, keyText } from '#application/transparency/signedNote.ts';
import { openStorage } from '#infrastructure/composition/storage.ts';
import { openMetrics } from '#infrastructure/observability/metrics.ts';
import { serverAccount } from '#infrastructure/postgres/embedded/account.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#infrastructure/postgres/embeddedPostgres.ts';
import { readConfig } from '#infrastructure/settings/config.ts';
import { makeSigningKey, readSigningKey } from '#infrastructure/transparency/signingKey.ts';
import { makeCertificates } from '#tests/support/certificates.ts';
import { runProgram } from '#tests/support/commandLine.ts';
import { startMarketplace, type TestMarketplace } from '#tests/support/marketplace.ts';
import { sales } from '../../http/sale.ts';

const folder = mkdtempSync(join(tmpdir(), 'reliquary-outside-'));
chmodSync(folder, 0o755);
let server: EmbeddedPostgres;
let files: ReturnType<typeof makeCertificates>;
/** A production-like role that only owns its database, over TLS. */
let address: (options?: string, database?: string) => string;

const asOwner = async (sql: string): Promise<Record<string, unknown>[]> => {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
};

beforeAll(async () => {
  files = makeCertificates(folder);
  chmodSync(files.key, 0o600);
  const account = serverAccount();
  if (account) chownSync(files.key, account.uid, account.gid);
  server = await startEmbeddedPostgres({
    dataDir: join(folder, 'postgres'),
    settings: { fsync: 'off', ssl: 'on', ssl_cert_file: files.certificate, ssl_key_file: files.key },
  });
  await asOwner("CREATE ROLE plain LOGIN PASSWORD 'plain' NOSUPERUSER NOCREATEDB NOCREATEROLE");
  for (const name of ['marketplace', 'other']) await asOwner(`CREATE DATABASE ${name} OWNER plain`);
  const { host } = new URL(server.url);
  await asOwner('CREATE DATABASE "full" OWNER plain CONNECTION LIMIT 0');
  address = (options = '', database = 'other') => `postgresql://plain:plain@${host}/${database}${options}`;
});
afterAll(async () => {
  await server?.stop({ evenIfUsed: true });
  rmSync(folder, { recursive: true, force: true });
});

const configOf = (databaseUrl: string, variables: Record<string, string> = {}) =>
  readConfig({ DATA_DIR: folder, DATABASE_URL: databaseUrl, ...variables });
const opened = async (databaseUrl: string, variables: Record<string, string> = {}) =>
  openStorage(configOf(databaseUrl, variables), openMetrics(), () => undefined);

describe('a marketplace on an external PostgreSQL', () => {
  let market: TestMarketplace;
  beforeAll(async () => {
    market = await startMarketplace({
      databaseUrl: address(`?sslmode=verify-full&sslrootcert=${files.authority}`, 'marketplace'),
    });
  });
  afterAll(() => market?.close());

  test('migrates and sells with a role that only owns its database', async () => {
    const { paid } = sales(() => market);
    const [buyer, seller] = await Promise.all([market.member('plainbuyer'), market.seller('plainseller')]);
    const sold = await paid(buyer, seller);
    expect(sold.id).toBeTruthy();
    const [role] = await asOwner("SELECT rolsuper, rolcreatedb, rolcreaterole FROM pg_roles WHERE rolname = 'plain'");
    expect(role).toEqual({ rolsuper: false, rolcreatedb: false, rolcreaterole: false });
  });

  test('uses TLS on every connection of every pool', async () => {
    const held = await asOwner(`
      SELECT count(*)::int AS connections, count(*) FILTER (WHERE tls.ssl)::int AS encrypted
      FROM pg_stat_activity JOIN pg_stat_ssl AS tls USING (pid) WHERE datname = 'marketplace'`);
    const [{ connections, encrypted } = {}] = held;
    expect(connections).toBeGreaterThan(5);
    expect(encrypted).toBe(connections);
  });
});

describe('reports an unusable database in one line', () => {
  const line = (databaseUrl: string) =>
    opened(databaseUrl).then(
      async (storage) => storage.close(),
      (error: Error) => error.message,
    );
  test.each([
    ['a wrong password', () => address().replace('plain:plain', 'plain:wrong'), /refuses this name and password$/],
    ['no such database', () => address().replace('/other', '/nowhere'), /has no such database$/],
    ['no connection left', () => address('', 'full'), /has no connection left: it needs more \(max_connections\)/],
    ['an unknown authority', () => address('?sslmode=verify-full'), /certificate that is not trusted \(sslrootcert\)$/],
    [
      'another name',
      () => address(`?sslmode=verify-full&sslrootcert=${files.authority}`).replace('127.0.0.1', 'localhost'),
      /certificate for another name/,
    ],
  ])('%s', async (_what, url, expected) => {
    const said = await line(url());
    expect(said).toMatch(expected);
    expect(said).not.toContain('plain:');
  });
});

test('encrypts with sslmode=require without checking the host, and not at all without it', async () => {
  for (const [options, ssl] of [
    ['?sslmode=require', true],
    ['', false],
  ] as const) {
    const storage = await opened(address(options));
    const { rows } = await storage.db.raw('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
    expect(rows).toEqual([{ ssl }]);
    await storage.close();
  }
});

test('applies the same to operator and auditor programs', async () => {
  await (await opened(address())).close();
  const DATABASE_URL = address('?sslmode=require');
  const key = keyText(readSigningKey(makeSigningKey('test.example/tlog', ED25519), ED25519)!.key);
  for (const words of [[], ['--key', key]]) {
    const { code, output } = await runProgram('attest', words, { DATA_DIR: folder, DATABASE_URL });
    expect([code, output]).toEqual([0, expect.stringContaining('0 events in 0 streams are what was written')]);
  }
});

test('ends hanging statements and idle transactions after the configured seconds', async () => {
  const storage = await opened(address(), { DATABASE_STATEMENT_TIMEOUT: '1', DATABASE_IDLE_TRANSACTION_TIMEOUT: '1' });
  await expect(storage.db.raw('SELECT pg_sleep(30)')).rejects.toMatchObject({ code: '57014' });
  const transaction = await storage.db.transaction();
  await transaction.raw('SELECT 1');
  await expect
    .poll(() => asOwner("SELECT count(*)::int AS standing FROM pg_stat_activity WHERE state = 'idle in transaction'"))
    .toEqual([{ standing: 0 }]);
  await expect(transaction.raw('SELECT 1')).rejects.toThrow();
  await transaction.rollback().catch(() => undefined);
  await storage.close();
});

test('uses the configured pool size', async () => {
  const storage = await opened(address(), { DATABASE_POOL_SIZE: '3' });
  const sleeps = Promise.all(Array.from({ length: 6 }, () => storage.db.raw('SELECT pg_sleep(2)')));
  const { pool } = storage.db.client;
  const standing = () => ({
    used: pool.numUsed(),
    toCome: pool.numPendingCreates(),
    waiting: pool.numPendingAcquires(),
  });
  await expect.poll(standing, { interval: 5 }).toEqual({ used: 3, toCome: 0, waiting: 3 });
  await sleeps;
  await storage.close();
});
