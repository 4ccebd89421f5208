import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { checkDeployment } from '#infrastructure/composition/deployments.ts';
import { ownAccount } from '#infrastructure/payments/stripe/ownAccount.ts';
import { makeVapidKey, readVapidKey } from '#infrastructure/push/vapidKey.ts';
import { readConfig } from '#infrastructure/settings/config.ts';
import { runProgram } from '#tests/support/commandLine.ts';
import { startMarketplace } from '#tests/support/marketplace.ts';
import { createDatabase, useDatabase } from '#tests/support/postgres.ts';
import { silentLog } from '#tests/support/silentLog.ts';
import { PLATFORM } from '#tests/support/stripePeer/calls.ts';
import { SECRET_KEY, startStripePeer, WEBHOOK_SECRETS } from '#tests/support/stripePeer/peer.ts';

const database = useDatabase();
const dataDir = mkdtempSync(join(tmpdir(), 'reliquary-deployments-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
beforeEach(() => database.knex('deployments').del());

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://reliquary.example',
  SUPPORT_EMAIL: 'help@reliquary-market.eu',
  DATABASE_URL: 'postgresql://a:b@127.0.0.1/reliquary',
  MASTER_KEY: '0f'.repeat(32),
  JWT_SECRET: 'a-secret-of-enough-characters-for-tokens',
  SMTP_URL: 'smtps://mail.reliquary-market.eu',
  STRIPE_SECRET_KEY: 'sk_live_first',
  STRIPE_WEBHOOK_SECRET: 'whsec_one',
  TRUST_PROXY: '1',
};
const STAGING = { ...PRODUCTION, PUBLIC_URL: 'https://staging.example' };
/** A fully local configuration. */
const WORKBENCH = { DATABASE_URL: 'postgresql://a:b@127.0.0.1/reliquary' };

/** Accounts of the API keys. */
const ACCOUNTS: Readonly<Record<string, string>> = {
  sk_live_first: 'acct_one',
  sk_live_rotated: 'acct_one',
  sk_live_other: 'acct_two',
  sk_test_first: 'acct_one',
};
let asked: string[] = [];
let away = false;
beforeEach(() => {
  asked = [];
  away = false;
});
const start = (variables: Record<string, string>, { records = true, log = silentLog() } = {}): Promise<string> =>
  checkDeployment({
    db: database.knex,
    config: readConfig({ DATA_DIR: dataDir, ...variables }),
    hash: (text) => `hash of ${text.length}${text.slice(-9)}`,
    log,
    records,
    askAccount: async ({ secretKey }) => {
      asked.push(secretKey);
      const account = away ? undefined : ACCOUNTS[secretKey];
      return account === undefined ? { reason: 'api_connection_error' } : { account };
    },
  }).catch(({ name, message }: Error) => `${name}: ${message}`);
const codeIn = (line: string): string => /MARKETPLACE_MOVED=([0-9a-f]{12})$/.exec(line)?.[1] ?? `no code in: ${line}`;
const rows = () => database.knex('deployments').orderBy('number').select('public_url', 'provider', 'account');

describe('a database remembers its deployment:', () => {
  test('the first start records it, and later starts do not ask the provider again', async () => {
    expect(await start(PRODUCTION)).toBe('ours');
    expect(asked).toEqual(['sk_live_first']);
    expect(await start(PRODUCTION)).toBe('ours');
    expect(asked).toHaveLength(1);
    expect(await rows()).toEqual([
      { public_url: 'https://reliquary.example', provider: 'stripe live', account: 'acct_one' },
    ]);
  });

  test('concurrent first starts record it once', async () => {
    expect(await Promise.all([PRODUCTION, PRODUCTION, PRODUCTION].map((each) => start(each)))).toEqual(
      Array(3).fill('ours'),
    );
    expect(await rows()).toHaveLength(1);
  });

  test('programs next to a marketplace check it without recording', async () => {
    expect(await start(PRODUCTION, { records: false })).toBe('ours');
    expect(await rows()).toEqual([]);
    await start(PRODUCTION);
    expect(await start(STAGING, { records: false })).toMatch(/MARKETPLACE_MOVED/);
  });

  test('refuses a start with another PUBLIC_URL in one line', async () => {
    await start(PRODUCTION);
    expect(await start(STAGING)).toMatch(
      /^StartFailure: the marketplace in this database is at https:\/\/reliquary\.example with stripe live acct_one, and these settings are https:\/\/staging\.example with stripe live acct_one: a copy opens on this machine alone, with simulated payments, without SMTP_URL and S3_BUCKET; if the marketplace has moved, start once with MARKETPLACE_MOVED=[0-9a-f]{12}$/,
    );
    expect(await rows()).toHaveLength(1);
  });

  test.each([
    ['another account', 'sk_live_other'],
    ['the test mode of the same account', 'sk_test_first'],
  ])('%s refuses the start', async (_, STRIPE_SECRET_KEY) => {
    await start(PRODUCTION);
    expect(await start({ ...PRODUCTION, STRIPE_SECRET_KEY })).toMatch(/MARKETPLACE_MOVED=/);
  });

  test('refuses simulated payments and real e-mails for a marketplace that had real payments', async () => {
    await start(PRODUCTION);
    expect(await start({ ...WORKBENCH, SMTP_URL: 'smtp://127.0.0.1:1025' })).toMatch(/MARKETPLACE_MOVED=/);
  });

  test('starts with another key of the same account', async () => {
    await start(PRODUCTION);
    expect(await start({ ...PRODUCTION, STRIPE_SECRET_KEY: 'sk_live_rotated' })).toBe('ours');
    away = true;
    expect(await start({ ...PRODUCTION, STRIPE_SECRET_KEY: 'sk_live_rotated' })).toBe('ours');
    expect(await rows()).toHaveLength(1);
  });

  test('starts with the known key while the provider is down, but not with another key', async () => {
    away = true;
    expect(await start(PRODUCTION)).toBe('ours');
    expect(await start(PRODUCTION)).toBe('ours');
    expect(await rows()).toMatchObject([{ account: null }]);
    away = false;
    expect(await start(PRODUCTION)).toBe('ours');
    expect(await rows()).toMatchObject([{ account: 'acct_one' }]);
    away = true;
    const refused = await start({ ...PRODUCTION, STRIPE_SECRET_KEY: 'sk_live_rotated' });
    expect(refused).toMatch(/Stripe does not say whose key this is: api_connection_error: .*MARKETPLACE_MOVED=/);
    // a restricted key can never read its account, so the operator confirms
    const moved = { MARKETPLACE_MOVED: codeIn(refused) };
    expect(await start({ ...PRODUCTION, STRIPE_SECRET_KEY: 'sk_live_rotated', ...moved })).toBe('ours');
  });

  test.each(['http://localhost:4000', 'http://127.0.0.1:5000'])('%s equals no PUBLIC_URL', async (PUBLIC_URL) => {
    expect(await start(WORKBENCH)).toBe('ours');
    expect(await start({ ...WORKBENCH, PUBLIC_URL })).toBe('ours');
    expect(await rows()).toEqual([{ public_url: null, provider: 'simulated', account: null }]);
  });
});

describe('a moved marketplace', () => {
  test('starts with the code from the refusal, and records when and from where it moved', async () => {
    await start(PRODUCTION);
    const log = silentLog();
    const MARKETPLACE_MOVED = codeIn(await start(STAGING));
    expect(await start({ ...STAGING, MARKETPLACE_MOVED: '0123456789ab' })).toMatch(/MARKETPLACE_MOVED=/);
    expect(await start({ ...STAGING, MARKETPLACE_MOVED }, { records: false })).toBe('ours');
    expect(await rows()).toHaveLength(1);
    expect(await start({ ...STAGING, MARKETPLACE_MOVED }, { log })).toBe('ours');
    expect(log.lines.map(({ message }) => message)).toContain('the marketplace has moved');
    expect(await start(STAGING)).toBe('ours');
    expect(await rows()).toMatchObject([
      { public_url: 'https://reliquary.example' },
      { public_url: 'https://staging.example' },
    ]);
    const [, last] = await database.knex('deployments').orderBy('number').select('since');
    expect(Date.now() - last.since.getTime()).toBeLessThan(60_000);
  });

  test('stays confirmed only for that move, however long the code is set', async () => {
    await start(PRODUCTION);
    const MARKETPLACE_MOVED = codeIn(await start(STAGING));
    const kept = { MARKETPLACE_MOVED };
    const elsewhere = { ...STAGING, PUBLIC_URL: 'https://third.example', ...kept };
    expect(await start(elsewhere)).toMatch(/MARKETPLACE_MOVED=/);
    expect(await start({ ...STAGING, STRIPE_SECRET_KEY: 'sk_live_other', ...kept })).toMatch(/MARKETPLACE_MOVED=/);
    await start({ ...STAGING, ...kept });
    expect(await start({ ...PRODUCTION, ...kept })).toMatch(/MARKETPLACE_MOVED=/);
    const back = codeIn(await start(PRODUCTION));
    await start({ ...PRODUCTION, MARKETPLACE_MOVED: back });
    expect(await start({ ...STAGING, ...kept })).toMatch(/MARKETPLACE_MOVED=/);
  });
});

describe('a copy', () => {
  test.each<Record<string, string>>([
    {},
    { HOST: '127.0.0.1', PUBLIC_URL: 'http://localhost:3000', REDIS_URL: 'redis://127.0.0.1:6379' },
    { HOST: '::1', EVENTSTORE_URL: 'esdb://localhost:2113?tls=false' },
    { DATABASE_URL: 'postgresql:///reliquary?host=/run/postgresql' },
  ])('opens in development where nothing leaves the machine: %j', async (settings) => {
    await start(PRODUCTION);
    const log = silentLog();
    expect(await start({ ...WORKBENCH, ...settings }, { log })).toBe('copy');
    expect(log.lines.map(({ message }) => message)).toEqual([
      'this is a copy of a marketplace: nothing leaves this machine',
    ]);
    expect(await rows()).toHaveLength(1);
    expect(await start(PRODUCTION)).toBe('ours');
  });

  test.each<Record<string, string>>([
    { SMTP_URL: 'smtp://127.0.0.1:1025' },
    { STRIPE_SECRET_KEY: 'sk_live_first', STRIPE_WEBHOOK_SECRET: 'whsec_one' },
    { STRIPE_SECRET_KEY: 'sk_test_first', STRIPE_WEBHOOK_SECRET: 'whsec_one', STRIPE_API_BASE: 'http://127.0.0.1:1' },
    { S3_BUCKET: 'reliquary', S3_ENDPOINT: 'http://127.0.0.1:9000' },
    { PUBLIC_URL: 'https://staging.example' },
    { HOST: '0.0.0.0' },
    { DATABASE_URL: 'postgresql://a:b@db.example/reliquary' },
    { DATABASE_URL: 'postgresql://a:b@127.0.0.1/reliquary?host=db.example' },
    { EVENTSTORE_URL: 'esdb://127.0.0.1:2113,events.example:2113?tls=false' },
    { REDIS_URL: 'redis://redis.example' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://traces.example' },
    { PUSH_ORIGIN: 'http://push.example' },
    { ALSO_CALLS: 'proxy.example:3128' },
  ])('is refused where something may leave it: %j', async (settings) => {
    await start(PRODUCTION);
    expect(await start({ ...WORKBENCH, ...settings })).toMatch(/^StartFailure: .*MARKETPLACE_MOVED=/);
    expect(await rows()).toHaveLength(1);
  });
});

describe('a copy of a marketplace in production, as a whole:', () => {
  const other = { public_url: 'https://reliquary.example', provider: 'stripe live', account: 'acct_1', key_hash: 'x' };

  let members = 0;
  /** A copied production database with its secrets. */
  const copied = async () => {
    const { url, drop } = await createDatabase('opened');
    const market = await startMarketplace({ databaseUrl: url });
    const { secrets } = market.config;
    await market.marketplace.db('deployments').update(other);
    const key = async (on: typeof market) => (await (await on.member(`phone${++members}`)).get('user/push')).body.key;
    const ownKey = await key(market);
    await market.close();
    return { databaseUrl: url, secrets, key, ownKey, drop };
  };

  test('does not start with a mail server; without one, it sends no pushes', async () => {
    const { databaseUrl, secrets, key, ownKey, drop } = await copied();
    expect(ownKey).toEqual(expect.any(String));
    await expect(startMarketplace({ databaseUrl, secrets, smtpUrl: 'smtp://127.0.0.1:1' })).rejects.toThrow(
      'MARKETPLACE_MOVED=',
    );
    const vapid = readVapidKey(makeVapidKey());
    const push = { vapid, subject: 'mailto:help@reliquary-market.eu', alsoAt: undefined };
    const opened = await startMarketplace({ databaseUrl, secrets, push });
    expect(await key(opened)).toBeNull();
    await opened.close();
    await drop();
  });

  test('operator programs refuse it too', async () => {
    const { databaseUrl, secrets, drop } = await copied();
    const { code, output } = await runProgram('deadJobs', ['dead'], {
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      MASTER_KEY: secrets.masterKey.toString('hex'),
      JWT_SECRET: secrets.jwt,
      SMTP_URL: 'smtp://127.0.0.1:1',
    });
    expect([code, output]).toEqual([1, expect.stringContaining('MARKETPLACE_MOVED=')]);
    await drop();
  });
});

test('Stripe reports the account of the key, or why not', async () => {
  const peer = await startStripePeer();
  const settings = { secretKey: SECRET_KEY, webhookSecrets: [...WEBHOOK_SECRETS], apiBase: peer.apiBase };
  expect(await ownAccount(settings)).toEqual({ account: PLATFORM });
  expect(await ownAccount({ ...settings, secretKey: 'sk_test_unknown' })).toEqual({ reason: 'invalid_api_key' });
  await peer.close();
  expect(await ownAccount(settings)).toEqual({ reason: expect.stringMatching(/^StripeConnectionError|ECONN/) });
});
