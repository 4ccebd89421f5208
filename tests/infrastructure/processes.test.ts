import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, openClient, succeeded } from '#infrastructure/demo/client.ts';
import { type EventStoreDbPeer, startEventStoreDbPeer } from '#tests/support/eventStoreDbPeer/peer.ts';
import { ADDRESS, eventually, photo } from '#tests/support/marketplace.ts';
import { createDatabase } from '#tests/support/postgres.ts';
import { killProcesses, type Started, startProcess } from '#tests/support/process.ts';
import { type RedisServer, redisIsInstalled, startRedis } from '#tests/support/redis.ts';
import { startRoundRobin } from '#tests/support/roundRobin.ts';

const PASSWORD = 'Correct-horse1!';

/** Several processes at once share two cores with other suites. */
const PATIENCE = 90_000;

type Outside = { variables: Record<string, string>; stop(): Promise<void> };
const withPostgresOnly = async (): Promise<Outside> => ({ variables: {}, stop: async () => undefined });
const withRedisAndEventStoreDb = async (): Promise<Outside> => {
  const redis: RedisServer = await startRedis();
  const peer: EventStoreDbPeer = await startEventStoreDbPeer();
  return {
    variables: { REDIS_URL: redis.url, EVENTSTORE_URL: peer.url },
    stop: async () => {
      peer.down();
      await redis.stop();
    },
  };
};

describe.each<[string, () => Promise<Outside>]>([
  ['PostgreSQL', withPostgresOnly],
  ...(redisIsInstalled ? ([['Redis and EventStoreDB', withRedisAndEventStoreDb]] satisfies [string, unknown][]) : []),
])('two processes that serve and two that work, on %s', (_name, openOutside) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'reliquary-processes-'));
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let outside: Outside;
  let proxy: Awaited<ReturnType<typeof startRoundRobin>>;
  let serving: Started[];
  let working: Started[];
  let urls: string[];
  let buyer: Client;
  let seller: Client & { id: string };

  const start = (role: 'api' | 'worker') =>
    startProcess({
      ...{ DATA_DIR: dataDir, DATABASE_URL: database.url, ROLE: role, RATE_LIMITS: 'off', LOG_LEVEL: 'info' },
      ...{ MASTER_KEY: '5e'.repeat(32), JWT_SECRET: 'x'.repeat(32), ...outside.variables },
    });
  const leads = ({ output }: Started) => output().includes('this process runs the read models');
  const leader = () => eventually(async () => working.find(leads), PATIENCE);

  const mails = async (to: string, matching: RegExp) => {
    const { body } = await openClient(proxy.url).call('GET', '/dev/mail', { headers: { accept: 'application/json' } });
    return (body.messages as { to: string; text: string; subject: string }[]).filter(
      (mail) => mail.to === to && (matching.test(mail.text) || matching.test(mail.subject)),
    );
  };
  const member = async (username: string) => {
    const client = openClient(proxy.url);
    const email = `${username}@example.com`;
    const account = { username, email, password: PASSWORD, country: 'Netherlands' };
    succeeded(await client.post('auth/register', { ...account, platformAgreements: { termsAccepted: true } }), 'join');
    const link = /verify-email\?token=([\w%.-]+)/;
    const [mail] = await eventually(async () => {
      const sent = await mails(email, link);
      return sent.length > 0 && sent;
    }, PATIENCE);
    succeeded(await client.get(`auth/verify/${link.exec(mail!.text)![1]}`), 'verification');
    client.signInWith(succeeded(await client.post('auth/login', { email, password: PASSWORD }), 'sign-in').token);
    const { body } = await client.get('user/profile');
    return Object.assign(client, { id: (body.user ?? body)._id as string });
  };

  const publish = async (): Promise<string> => {
    const form = new FormData();
    const listing = {
      ...{ title: 'A painted dragon', franchise: 'Dungeons & Dragons', condition: 'Painted', price: '50.00' },
      ...{ paintQuality: 'High Tabletop', description: 'Painted with care.', mainFaction: 'Dragons', subfaction: '' },
      disclaimerAccepted: 'true',
    };
    for (const [name, value] of Object.entries(listing)) form.set(name, value);
    form.append('images', new Blob([new Uint8Array(await photo())], { type: 'image/jpeg' }), 'photo.jpg');
    return succeeded(await seller.call('POST', 'listings', { form }), 'publishing')._id;
  };
  const buy = async (listing: string): Promise<string> =>
    succeeded(await buyer.post('transaction', { listing, amount: 50, seller: seller.id }), 'buying').transactionId;
  const pay = async (sale: string): Promise<void> => {
    const { checkoutUrl } = succeeded(
      await buyer.put(`transaction/${sale}/shipping`, { shippingAddress: ADDRESS }),
      'address',
    );
    const body = new URLSearchParams({ outcome: 'paid' });
    await fetch(new URL(new URL(checkoutUrl).pathname, proxy.url), { method: 'POST', body, redirect: 'manual' });
  };
  const becomes = (sale: string, status: string) =>
    eventually(async () => (await buyer.get(`transaction/${sale}`)).body.status === status, PATIENCE);

  beforeAll(async () => {
    [database, outside] = await Promise.all([createDatabase(), openOutside()]);
    // All at once: they migrate the same database, and the workers contend for it.
    serving = [start('api'), start('api')];
    working = [start('worker'), start('worker')];
    urls = await Promise.all(serving.map(({ opened }) => opened()));
    await Promise.all(working.map(({ opened }) => opened()));
    proxy = await startRoundRobin(urls);
    [buyer, seller] = [await member('pbuyer'), await member('pseller')];
    succeeded(await seller.post('seller/register'), 'seller terms');
    const bank = { accountHolder: 'pseller', iban: 'NL91ABNA0417164300', bankName: 'Bank' };
    succeeded(await seller.post('seller/bank-details', bank), 'bank details');
    await eventually(async () => (await seller.get('seller/status')).body.bankAccount.verified === true, PATIENCE);
  }, 240_000);
  afterAll(async () => {
    killProcesses();
    proxy?.close();
    await database?.drop();
    await outside?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('one of them runs the read models, and whoever writes through one api finds it through the other', async () => {
    await leader();
    expect(working.filter(leads)).toHaveLength(1);
    for (let round = 0; round < 5; round++) {
      const listing = await publish();
      expect((await seller.get(`listings/${listing}`)).status).toBe(200);
      const sale = await buy(listing);
      expect((await buyer.get(`transaction/${sale}`)).body.status).toBe('CREATED');
    }
  }, 120_000);

  test('what happens in one process is told to a stream that another one holds', async () => {
    const [here, there] = urls;
    const leaving = new AbortController();
    const headers = { authorization: `Bearer ${seller.token}`, accept: 'text/event-stream' };
    const { body } = await fetch(new URL('/api/events', here), { headers, signal: leaving.signal });
    const stream = body!.pipeThrough(new TextDecoderStream()).getReader();
    const heard = async (name: string) => {
      for (let text = ''; !text.includes(`event: ${name}\n`); ) {
        const { value, done } = await stream.read();
        if (done) throw new Error(`the stream ended before it told of ${name}`);
        text += value;
      }
    };
    await heard('ready');
    const elsewhere = openClient(there!);
    elsewhere.signInWith(buyer.token);
    const listing = await publish();
    const sent = new FormData();
    for (const [name, value] of Object.entries({ recipientId: seller.id, listingId: listing, content: 'Is it there?' }))
      sent.set(name, value);
    succeeded(
      await eventually(async () => {
        const reply = await elsewhere.call('POST', 'messages/send', { form: sent });
        return reply.status < 300 && reply;
      }, PATIENCE),
      'message',
    );
    await heard('conversation');
    leaving.abort();
  }, 120_000);

  test('when the one that leads is killed another takes over, and what it had begun goes on, once', async () => {
    const doomed = await leader();
    const waiting: string[] = [];
    for (let n = 0; n < 3; n++) waiting.push(await buy(await publish()));
    await Promise.all(waiting.map(pay));
    doomed.child.kill('SIGKILL');
    const killed = Date.now();
    await doomed.ended;
    working = working.filter((one) => one !== doomed);
    await leader();
    const took = Date.now() - killed;
    if (process.env.TEST_LOG) console.info(`another leads after ${took} ms`);
    for (const sale of waiting) await becomes(sale, 'AWAIT_SHIPPING');
    const listing = await publish();
    expect((await seller.get(`listings/${listing}`)).status).toBe(200);
    const confirmed = await eventually(async () => {
      const sent = await mails('pbuyer@example.com', /paid|payment/i);
      return sent.length >= waiting.length && sent;
    }, PATIENCE);
    expect(new Set(confirmed.map(({ subject, text }) => subject + text)).size).toBe(confirmed.length);
  }, 240_000);

  test('a stop finishes what has begun, whatever the process holds: each ends with 0', async () => {
    const sale = await buy(await publish());
    await pay(sale);
    for (const { child } of working) child.kill('SIGTERM');
    expect(await Promise.all(working.map(({ ended }) => ended))).toEqual(working.map(() => 0));
    // nobody works now; what was asked for waits, and the next worker does it
    working = [start('worker')];
    await Promise.all(working.map(({ opened }) => opened()));
    await becomes(sale, 'AWAIT_SHIPPING');
    for (const { child } of [...serving, ...working]) child.kill('SIGTERM');
    expect(await Promise.all([...serving, ...working].map(({ ended }) => ended))).toEqual([0, 0, 0]);
    for (const { output } of [...serving, ...working]) expect(output()).not.toMatch(/"level":(50|60)/);
  }, 240_000);
});
