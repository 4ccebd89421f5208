import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openClient, succeeded } from '#infrastructure/demo/client.ts';
import { startEventStoreDbPeer } from '#tests/support/eventStoreDbPeer/peer.ts';
import { readable, startMailServer } from '#tests/support/mailServer.ts';
import { eventually } from '#tests/support/marketplace.ts';
import { createDatabase } from '#tests/support/postgres.ts';
import { killProcesses, startProcess } from '#tests/support/process.ts';
import { redisIsInstalled, startRedis } from '#tests/support/redis.ts';
import { SECRET_KEY, startStripePeer, WEBHOOK_SECRETS } from '#tests/support/stripePeer/peer.ts';

/** Loopback addresses are always allowed, so these services need host names. */
const NAMES = `
  import dns from 'node:dns';
  const here = { address: '127.0.0.1', family: 4 };
  const { lookup } = dns;
  const { lookup: promised } = dns.promises;
  const ours = (host) => host.endsWith('.example');
  dns.lookup = (host, options, done) => {
    if (!ours(host)) return lookup(host, options, done);
    const answer = done ?? options;
    process.nextTick(() => (options.all ? answer(null, [here]) : answer(null, here.address, here.family)));
  };
  dns.promises.lookup = async (host, options) => !ours(host) ? promised(host, options) : options?.all ? [here] : here;
  dns.promises.resolve4 = async (host) => [here.address];
  dns.Resolver.prototype.resolve4 = (host, done) => process.nextTick(done, null, [here.address]);`;

const named = (address: string, name: string): string => address.replace(/127\.0\.0\.1|localhost/, `${name}.example`);

describe.runIf(redisIsInstalled)('services with host names in the settings', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'reliquary-named-'));
  const open = async () => ({
    database: await createDatabase(),
    redis: await startRedis(),
    events: await startEventStoreDbPeer(),
    stripe: await startStripePeer(),
    mail: await startMailServer(),
  });
  let its: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    its = await open();
  });
  afterAll(async () => {
    killProcesses();
    its.events.down();
    await Promise.all([its.redis.stop(), its.stripe.close(), its.mail.close()]);
    await its.database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('are reached by every client, and no connection is refused', async () => {
    const { database, redis, events, stripe, mail } = its;
    const { opened, output } = startProcess(
      {
        DATA_DIR: dataDir,
        DATABASE_URL: named(database.url, 'database'),
        REDIS_URL: named(redis.url, 'redis'),
        EVENTSTORE_URL: named(events.url, 'events'),
        SMTP_URL: named(mail.url, 'mail'),
        STRIPE_API_BASE: named(stripe.apiBase, 'stripe'),
        STRIPE_SECRET_KEY: SECRET_KEY,
        STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRETS.join(','),
        RATE_LIMITS: 'off',
      },
      { before: `data:text/javascript,${encodeURIComponent(NAMES)}` },
    );
    const client = openClient(await opened());
    const account = {
      username: 'named',
      email: 'named@example.com',
      password: 'Correct-horse1!',
      country: 'Netherlands',
    };
    succeeded(await client.post('auth/register', { ...account, platformAgreements: { termsAccepted: true } }), 'join');
    const link = /verify-email\?token=([\w%.-]+)/;
    const token = await eventually(async () => link.exec(readable(mail.received)[0]?.text ?? '')?.[1]);
    succeeded(await client.get(`auth/verify/${token}`), 'verification');
    client.signInWith(succeeded(await client.post('auth/login', account), 'sign-in').token);
    succeeded(await client.post('seller/register'), 'seller terms');
    const bank = { accountHolder: 'named', iban: 'NL91ABNA0417164300', bankName: 'Bank' };
    succeeded(await client.post('seller/bank-details', bank), 'bank details');
    await eventually(async () => {
      for (const { id, payouts_enabled: known } of stripe.of('account')) if (known !== true) stripe.approve(id);
      await client.post('seller/bank-details/check');
      return (await client.get('seller/status')).body.bankAccount.verified === true;
    });
    expect((await fetch(`${await opened()}/ready`)).status).toBe(200);
    expect(output()).not.toContain('no setting names its target');
  });
});
