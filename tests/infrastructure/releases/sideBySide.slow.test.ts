import { afterAll, beforeAll, expect, test } from 'vitest';
import { conversationEvents } from '#domain/conversations/conversation.ts';
import { transactionEvents } from '#domain/transactions/events.ts';
import { type Client, openClient, type Reply } from '#infrastructure/demo/client.ts';
import { connect } from '#infrastructure/postgres/connect.ts';
import { pinVersions, unpinVersions } from '#infrastructure/releases/pinnedRelease.ts';
import { thisRelease } from '#infrastructure/releases/schemaFingerprints.ts';
import { conversations } from '#projections/conversations/projection.ts';
import { freePort } from '#tests/support/freePort.ts';
import { eventually, type Member, startMarketplace, type TestMarketplace } from '#tests/support/marketplace.ts';
import { killProcesses, startProcess } from '#tests/support/process.ts';
import { startRoundRobin } from '#tests/support/roundRobin.ts';

/** Preloaded, it turns the program into the next release; see there. */
const NEXT = './tests/support/nextRelease.mjs';
const LISTINGS = 20;
/** For a busy machine. */
const PATIENCE_MS = 60_000;

let market: TestMarketplace;
let db: ReturnType<typeof connect>;
let buyer: Member;
let seller: Member;
const listings: string[] = [];
const targets: string[] = [];

beforeAll(async () => {
  market = await startMarketplace({ shutdownDelay: 500 });
  db = connect(market.config.databaseUrl!);
  buyer = await market.member('release_buyer');
  seller = await market.seller('release_seller');
  for (let n = 0; n < LISTINGS; n++) listings.push((await market.publish(seller))._id);
  await market.settle();
  targets.push(market.url);
});
afterAll(async () => {
  killProcesses();
  await db.destroy();
  await market.close();
});

const begin = async (before?: string) => {
  const port = await freePort();
  const started = startProcess(
    {
      DATA_DIR: market.dataDir,
      DATABASE_URL: market.config.databaseUrl!,
      PORT: String(port),
      RATE_LIMITS: 'off',
      SHUTDOWN_DELAY: '3',
    },
    { ...(before !== undefined && { before }) },
  );
  const url = `http://127.0.0.1:${port}`;
  await started.opened();
  targets.push(url);
  const end = async () => {
    started.child.kill('SIGTERM');
    // wait for /ready like a proxy: connections not yet accepted are reset when a port closes
    await eventually(async () => (await fetch(`${url}/ready`)).status === 503, PATIENCE_MS);
    targets.splice(targets.indexOf(url), 1);
    expect(await started.ended).toBe(0);
  };
  return { url, end };
};

const signedIn = (url: string): Client => {
  const client = openClient(url);
  client.signInWith(buyer.token);
  return client;
};
const message = (client: Client, content: string) => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ content, recipientId: seller.id, listingId: listings[0]! }))
    form.set(name, value);
  return client.call('POST', 'messages/send', { form });
};

/** A user who writes, buys, cancels and browses behind the proxy. */
const openTraffic = (url: string) => {
  const client = signedIn(url);
  const answers: string[] = [];
  const written: string[] = [];
  const cancelled: string[] = [];
  let conversation: string | undefined;
  let toBuy = 0;
  let stopped = false;
  const noted = async <Body>(what: string, asking: Promise<Reply<Body>>): Promise<Body> => {
    const { status, body } = await asking;
    answers.push(`${what} ${status}`);
    return body;
  };
  const step = async (): Promise<void> => {
    const content = `message ${written.length}`;
    ({ conversationId: conversation } = await noted('message', message(client, content)));
    written.push(content);
    await noted('listings', client.get('listings'));
    await noted('conversation', client.get(`messages/conversation/${conversation}`));
    if (toBuy === 0) return;
    const listing = listings[cancelled.length + 1]!;
    const bought = { listing, amount: 50, seller: seller.id };
    const { transactionId } = await noted('purchase', client.post('transaction', bought));
    await noted('cancellation', client.post(`transaction/${transactionId}/cancel`));
    cancelled.push(listing);
    toBuy--;
  };
  const running = (async () => {
    while (!stopped) await step();
  })();
  return {
    written,
    cancelled,
    kinds: () => [...new Set(answers)].sort(),
    /** Continues until this many more purchases were made and cancelled. */
    purchases: async (more: number) => {
      toBuy += more;
      await Promise.race([running, eventually(async () => toBuy === 0, PATIENCE_MS)]);
    },
    stop: async () => {
      stopped = true;
      await running;
    },
  };
};

/** This release's version; the next one writes one more. */
const SENT = conversationEvents.MessageSent.version;
const CANCELLED = transactionEvents.TransactionCancelled.version;
const versionsOf = async (type: string): Promise<number[]> =>
  (await db('events').where({ type }).distinct('version').orderBy('version')).map(({ version }) => Number(version));
const liveVersion = async (): Promise<number> =>
  (await db('projections.checkpoints').where({ name: 'conversations', state: 'live' }).first()).version;

test('two releases alternate behind a proxy without any 5xx or lost effect', async () => {
  const proxy = await startRoundRobin(targets);
  const traffic = openTraffic(proxy.url);
  await traffic.purchases(1);

  // upgrade, with a way back
  await pinVersions(db, thisRelease());
  const first = await begin(NEXT);
  await traffic.purchases(3);
  targets.splice(targets.indexOf(market.url), 1);
  await market.marketplace.close();
  await eventually(async () => (await liveVersion()) === conversations.version + 1, PATIENCE_MS);
  await traffic.purchases(3);
  expect([await versionsOf('MessageSent'), await versionsOf('TransactionCancelled')]).toEqual([[SENT], [CANCELLED]]);

  // roll back
  const before = await begin();
  await traffic.purchases(3);
  await first.end();
  await eventually(async () => (await liveVersion()) === conversations.version, PATIENCE_MS);
  await traffic.purchases(3);

  // upgrade again, for good
  const second = await begin(NEXT);
  await unpinVersions(db);
  const loud = await message(signedIn(second.url), 'Hello!');
  expect([loud.status, loud.body.code, loud.headers.get('retry-after')]).toEqual([503, 'updating', '5']);
  await traffic.purchases(3);
  expect([await versionsOf('MessageSent'), await versionsOf('MessageStressed')]).toEqual([[SENT], []]);
  await before.end();
  await eventually(async () => (await versionsOf('MessageSent')).length === 2, PATIENCE_MS);
  await traffic.purchases(1);
  expect(await versionsOf('TransactionCancelled')).toEqual([CANCELLED, CANCELLED + 1]);
  expect((await message(signedIn(second.url), 'Hello!')).status).toBe(201);
  expect(await versionsOf('MessageStressed')).toEqual([1]);
  await traffic.stop();

  expect(traffic.kinds()).toEqual([
    'cancellation 200',
    'conversation 200',
    'listings 200',
    'message 201',
    'purchase 201',
  ]);
  const { written, cancelled } = traffic;
  await eventually(async () => {
    const free = await db('read_listings.listings').whereIn('id', cancelled).where({ status: 'active' });
    return free.length === cancelled.length;
  }, PATIENCE_MS);
  const mails = () => db('outbox').where({ recipient: seller.email }).where('subject', 'like', '%ancel%');
  await eventually(async () => (await mails()).length >= cancelled.length, PATIENCE_MS);
  expect(await mails()).toHaveLength(cancelled.length);
  const kept = async () => Number((await db('read_conversations.messages').count({ n: '*' }).first())?.n);
  await eventually(async () => (await kept()) >= written.length + 1, PATIENCE_MS);
  expect(await kept()).toBe(written.length + 1);
  await second.end();
  proxy.close();
});
