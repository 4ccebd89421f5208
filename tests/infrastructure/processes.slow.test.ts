import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, openClient, succeeded } from '#infrastructure/demo/client.ts';
import { ADVISORY_LOCKS } from '#infrastructure/postgres/advisoryLock.ts';
import { connect } from '#infrastructure/postgres/connect.ts';
import { newId } from '#infrastructure/system/ids.ts';
import { allProjections } from '#projections/all.ts';
import { recordedSubscribers } from '#tests/history/subscribers.ts';
import { startEventStoreDbPeer } from '#tests/support/eventStoreDbPeer/peer.ts';
import { readable, startMailServer } from '#tests/support/mailServer.ts';
import { ADDRESS, eventually, photo } from '#tests/support/marketplace.ts';
import { createDatabase } from '#tests/support/postgres.ts';
import { killProcesses, type Started, startProcess } from '#tests/support/process.ts';
import { redisIsInstalled, startRedis } from '#tests/support/redis.ts';
import { startRoundRobin } from '#tests/support/roundRobin.ts';
import { BUCKET, CREDENTIALS, startS3 } from '#tests/support/s3Server.ts';
import { SECRET_KEY, type StripePeer, startStripePeer, WEBHOOK_SECRETS } from '#tests/support/stripePeer/peer.ts';

const PASSWORD = 'Correct-horse1!';

/** Read models, policies and the transparency log. */
const SUBSCRIPTIONS = allProjections.length + Object.keys(recordedSubscribers().policies).length + 1;

/** Several processes share two cores with other suites. */
const PATIENCE = 90_000;

type Mail = { to: string; text: string; subject: string };
type Outside = {
  variables: Record<string, string>;
  stripe?: StripePeer;
  /** Undefined: read /dev/mail. */
  received?: () => (Mail & { messageId: string })[];
  stop(): Promise<unknown>;
};
const withPostgresOnly = async (): Promise<Outside> => ({ variables: {}, stop: async () => undefined });
const withAllFive = async (): Promise<Outside> => {
  const [redis, events, stripe] = await Promise.all([startRedis(), startEventStoreDbPeer(), startStripePeer()]);
  const [s3, mail] = await Promise.all([startS3(), startMailServer()]);
  return {
    variables: {
      REDIS_URL: redis.url,
      EVENTSTORE_URL: events.url,
      SMTP_URL: mail.url,
      STRIPE_API_BASE: stripe.apiBase,
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRETS.join(','),
      S3_BUCKET: BUCKET,
      S3_ENDPOINT: s3.endpoint,
      AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
    },
    stripe,
    received: () => {
      const emails = readable(mail.received).map((email, n) => ({
        ...email,
        messageId: mail.received.at(-1 - n)!.messageId,
      }));
      // deduplicates by message id like a mailbox: a process killed before it records a delivery sends it again
      return emails.filter(({ messageId }, n) => emails.findIndex((one) => one.messageId === messageId) === n);
    },
    stop: () => {
      events.down();
      return Promise.all([redis.stop(), stripe.close(), s3.close(), mail.close()]);
    },
  };
};

describe.each<[string, () => Promise<Outside>]>([
  ['PostgreSQL', withPostgresOnly],
  ...(redisIsInstalled
    ? ([['EventStoreDB, Redis, Stripe, S3 and SMTP', withAllFive]] satisfies [string, unknown][])
    : []),
])('two processes that serve and two that work, on %s', (_name, openGateways) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'reliquary-processes-'));
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let db: Knex;
  let outside: Outside;
  let proxy: Awaited<ReturnType<typeof startRoundRobin>>;
  let serving: Started[];
  let working: Started[];
  let urls: string[];
  let buyer: Client;
  let seller: Client & { id: string };

  const start = (role: 'api' | 'worker') =>
    startProcess({
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      ROLE: role,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'info',
      MASTER_KEY: '5e'.repeat(32),
      JWT_SECRET: 'x'.repeat(32),
      ...outside.variables,
    });
  /** Number of subscriptions per worker that holds any. */
  const shares = async (): Promise<number[]> => {
    const { rows } = await db.raw(
      `SELECT count(*)::int AS held FROM pg_locks JOIN pg_database ON pg_database.oid = database
        WHERE datname = current_database() AND locktype = 'advisory' AND granted AND classid = ? GROUP BY pid`,
      [ADVISORY_LOCKS.leases],
    );
    return rows.map(({ held }: { held: number }) => held);
  };
  const share = (workers: number) =>
    eventually(async () => {
      const held = await shares();
      const all = held.reduce((sum, each) => sum + each, 0);
      return held.length === workers && all === SUBSCRIPTIONS && Math.max(...held) - Math.min(...held) <= workers;
    }, PATIENCE);

  const outbox = async (): Promise<Mail[]> => {
    const { body } = await openClient(proxy.url).call('GET', '/dev/mail', { headers: { accept: 'application/json' } });
    return body.messages;
  };
  const emails = async (to: string, matching: RegExp) => {
    const emails: Mail[] = outside.received ? outside.received() : await outbox();
    return emails.filter((mail) => mail.to === to && (matching.test(mail.text) || matching.test(mail.subject)));
  };
  const member = async (username: string) => {
    const client = openClient(proxy.url);
    const email = `${username}@example.com`;
    const account = { username, email, password: PASSWORD, country: 'Netherlands' };
    succeeded(await client.post('auth/register', { ...account, platformAgreements: { termsAccepted: true } }), 'join');
    const link = /verify-email\?token=([\w%.-]+)/;
    const [mail] = await eventually(async () => {
      const sent = await emails(email, link);
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
      title: 'A painted dragon',
      franchise: 'Dungeons & Dragons',
      condition: 'Painted',
      price: '50.00',
      paintQuality: 'High Tabletop',
      description: 'Painted with care.',
      mainFaction: 'Dragons',
      subfaction: '',
      disclaimerAccepted: 'true',
    };
    for (const [name, value] of Object.entries(listing)) form.set(name, value);
    form.append('images', new Blob([new Uint8Array(await photo())], { type: 'image/jpeg' }), 'photo.jpg');
    return succeeded(await seller.call('POST', 'listings', { form }), 'publishing')._id;
  };
  const buy = async (listing: string): Promise<string> =>
    succeeded(await buyer.post('transaction', { listing, amount: 50, seller: seller.id }), 'buying').transactionId;
  const pay = async (transaction: string): Promise<void> => {
    const { checkoutUrl } = succeeded(
      await buyer.put(`transaction/${transaction}/shipping`, { shippingAddress: ADDRESS }),
      'address',
    );
    const body = new URLSearchParams({ outcome: 'paid' });
    if (!outside.stripe)
      return void (await fetch(new URL(new URL(checkoutUrl).pathname, proxy.url), {
        method: 'POST',
        body,
        redirect: 'manual',
      }));
    const [session] = outside.stripe.of('checkout.session', ({ client_reference_id: id }) => id === transaction);
    outside.stripe.pay(session!.id);
    await outside.stripe.flush();
  };
  const becomes = (transaction: string, status: string) =>
    eventually(async () => (await buyer.get(`transaction/${transaction}`)).body.status === status, PATIENCE);

  beforeAll(async () => {
    [database, outside] = await Promise.all([createDatabase(), openGateways()]);
    db = connect(database.url, { size: 1 });
    // Together: they migrate the same database, and the workers compete for it.
    serving = [start('api'), start('api')];
    working = [start('worker'), start('worker')];
    urls = await Promise.all(serving.map(({ opened }) => opened()));
    await Promise.all(working.map(({ opened }) => opened()));
    proxy = await startRoundRobin(urls);
    // Redelivers rejected webhooks, as Stripe does.
    outside.stripe?.deliver(({ body, headers }) =>
      eventually(async () => {
        const request = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } };
        return (await fetch(`${proxy.url}/api/webhooks/payments`, { ...request, body: new Uint8Array(body) })).ok;
      }, PATIENCE).then(() => undefined),
    );
    [buyer, seller] = [await member('pbuyer'), await member('pseller')];
    succeeded(await seller.post('seller/register'), 'seller terms');
    const bank = { accountHolder: 'pseller', iban: 'NL91ABNA0417164300', bankName: 'Bank' };
    succeeded(await seller.post('seller/bank-details', bank), 'bank details');
    await eventually(async () => {
      for (const { id, payouts_enabled: known } of outside.stripe?.of('account') ?? [])
        if (known !== true) outside.stripe?.approve(id);
      if (outside.stripe) await seller.post('seller/bank-details/check');
      return (await seller.get('seller/status')).body.bankAccount.verified === true;
    }, PATIENCE);
  });
  afterAll(async () => {
    killProcesses();
    proxy?.close();
    await db?.destroy();
    await database?.drop();
    await outside?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('workers share read models and policies, and both apis show a client its own writes', async () => {
    await share(2);
    for (let round = 0; round < 5; round++) {
      const listing = await publish();
      expect((await seller.get(`listings/${listing}`)).status).toBe(200);
      const transaction = await buy(listing);
      expect((await buyer.get(`transaction/${transaction}`)).body.status).toBe('CREATED');
      succeeded(await buyer.post(`transaction/${transaction}/cancel`), 'cancelling');
    }
  });

  const listen = async (url: string) => {
    const leaving = new AbortController();
    const headers = { authorization: `Bearer ${seller.token}`, accept: 'text/event-stream' };
    const { body } = await fetch(new URL('/api/events', url), { headers, signal: leaving.signal });
    const stream = body!.pipeThrough(new TextDecoderStream()).getReader();
    const heard = async (name: string) => {
      for (let text = ''; !text.includes(`event: ${name}\n`); ) {
        const { value, done } = await stream.read();
        if (done) throw new Error(`the stream ended before it told of ${name}`);
        text += value;
      }
    };
    await heard('ready');
    return { heard, leave: () => leaving.abort() };
  };
  const write = async (url: string, listingId: string, content: string) => {
    const writer = openClient(url);
    writer.signInWith(buyer.token);
    const form = new FormData();
    for (const [name, value] of Object.entries({ recipientId: seller.id, listingId, content })) form.set(name, value);
    await eventually(async () => (await writer.call('POST', 'messages/send', { form })).status < 300, PATIENCE);
  };

  test('an event in one process reaches a stream held by another', async () => {
    const { heard, leave } = await listen(urls[0]!);
    await write(urls[1]!, await publish(), 'Is it there?');
    await heard('conversation');
    leave();
  });

  test('after an api is killed, its listeners continue at the other, and retried commands count once', async () => {
    const [doomed, other] = serving as [Started, Started];
    const listing = await publish();
    const { heard } = await listen(urls[0]!);
    const here = openClient(urls[0]!);
    here.signInWith(buyer.token);
    const commandId = newId();
    const order = { listing, amount: 50, seller: seller.id };
    const asked = here.post('transaction', order, { commandId }).catch(() => undefined);
    await new Promise((resolve) => setImmediate(resolve)); // the request was sent, the answer has not arrived
    doomed.child.kill('SIGKILL');
    await Promise.all([doomed.ended, asked]);
    await expect(heard('never')).rejects.toThrow();

    const again = await listen(urls[1]!);
    const there = openClient(urls[1]!);
    there.signInWith(buyer.token);
    const bought = new Set<string>();
    for (let repeat = 0; repeat < 2; repeat++)
      bought.add(succeeded(await there.post('transaction', order, { commandId }), 'buying').transactionId);
    expect(bought.size).toBe(1);
    for (const transaction of bought) succeeded(await there.post(`transaction/${transaction}/cancel`), 'cancelling');
    const { transactions } = succeeded(await there.get('transaction/history', { type: 'purchase', limit: 50 }), 'all');
    const ofIt = (transactions as { listing: { _id?: string } | string }[]).filter((transaction) =>
      JSON.stringify(transaction).includes(listing),
    );
    expect(ofIt).toHaveLength(1);
    await write(urls[1]!, listing, 'And now?');
    await again.heard('conversation');
    again.leave();

    const replacement = start('api');
    urls[0] = await replacement.opened();
    serving = [replacement, other];
  });

  test('after a worker is killed, the other takes over its share, and its work counts once', async () => {
    const [doomed] = working as [Started, Started];
    await share(2);
    const waiting: string[] = [];
    for (let n = 0; n < 3; n++) waiting.push(await buy(await publish()));
    await Promise.all(waiting.map(pay));
    doomed.child.kill('SIGKILL');
    const killed = Date.now();
    await doomed.ended;
    working = working.filter((one) => one !== doomed);
    await share(1);
    const took = Date.now() - killed;
    if (process.env.TEST_LOG) console.info(`the other holds everything after ${took} ms`);
    expect(took).toBeLessThan(30_000);
    for (const transaction of waiting) await becomes(transaction, 'AWAIT_SHIPPING');
    const listing = await publish();
    expect((await seller.get(`listings/${listing}`)).status).toBe(200);
    const confirmed = await eventually(async () => {
      const sent = await emails('pbuyer@example.com', /paid|payment/i);
      return sent.length >= waiting.length && sent;
    }, PATIENCE);
    expect(new Set(confirmed.map(({ subject, text }) => subject + text)).size).toBe(confirmed.length);
    for (const kind of ['checkout.session', 'payment_intent'])
      for (const transaction of waiting) {
        const made = outside.stripe?.of(kind, (each) => JSON.stringify(each).includes(transaction));
        expect(made?.length ?? 1, kind).toBe(1);
      }
  });

  test('a stop finishes running work in every process, and each exits with 0', async () => {
    const transaction = await buy(await publish());
    await pay(transaction);
    for (const { child } of working) child.kill('SIGTERM');
    expect(await Promise.all(working.map(({ ended }) => ended))).toEqual(working.map(() => 0));
    // no worker runs; the next one picks up the waiting work
    working = [start('worker')];
    await Promise.all(working.map(({ opened }) => opened()));
    await becomes(transaction, 'AWAIT_SHIPPING');
    for (const { child } of [...serving, ...working]) child.kill('SIGTERM');
    expect(await Promise.all([...serving, ...working].map(({ ended }) => ended))).toEqual([0, 0, 0]);
    for (const { output } of [...serving, ...working]) expect(output()).not.toMatch(/"level":(50|60)/);
  });
});
