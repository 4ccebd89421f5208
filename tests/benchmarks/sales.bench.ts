import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { type Client, openClient, succeeded } from '#infrastructure/demo/client.ts';
import { startBuiltServer } from './builtServer.ts';
import { percentile } from './percentile.ts';

/**
 * Sales a second and the latency of each step while BUYERS buy at once, over HTTP, against the built server in a process of its own with
 * its embedded PostgreSQL. A purchase is what the buyer waits for: creating the sale, then the shipping address that answers the checkout.
 */
const BUYERS = Number(process.env.BUYERS ?? 16);
const TRANSACTIONS = Number(process.env.SALES ?? 320);
const SELLERS = 4;

/** Seconds that a process has worked, all its threads together; undefined where the system does not tell. */
const cpuUsedBy = ({ pid }: ChildProcess): number | undefined => {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return undefined;
  const [, , , , , , , , , , , user, system] = readFileSync(file, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(user) + Number(system)) / 100;
};

const member = async (url: string, username: string): Promise<Client & { id: string }> => {
  const visitor = openClient(url);
  const email = `${username}@example.com`;
  const password = 'Correct-horse1!';
  const registration = {
    username,
    email,
    password,
    country: 'Netherlands',
    platformAgreements: { termsAccepted: true },
  };
  succeeded(await visitor.post('auth/register', registration), 'registration');
  for (;;) {
    const { body } = await visitor.call('GET', '/dev/mail', { headers: { accept: 'application/json' } });
    const mail = (body.messages as { to: string; text: string }[]).find(({ to }) => to === email);
    const token = /verify-email\?token=([\w%.-]+)/.exec(mail?.text ?? '')?.[1];
    if (token) {
      succeeded(await visitor.get(`auth/verify/${token}`), 'verification');
      break;
    }
  }
  const { token, user } = succeeded(await visitor.post('auth/login', { email, password }), 'sign-in');
  visitor.signInWith(token);
  return Object.assign(visitor, { id: user._id as string });
};

const photo = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#705030' } })
  .jpeg()
  .toBuffer();

const publish = async (seller: Client): Promise<string> => {
  const form = new FormData();
  const fields = {
    title: 'A painted dragon',
    franchise: 'Dungeons & Dragons',
    mainFaction: 'Dragons',
    condition: 'Painted',
    price: '50.00',
    description: 'Painted with care.',
    disclaimerAccepted: 'true',
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.append('images', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'dragon.jpg');
  return succeeded(await seller.call('POST', 'listings', { form }), 'publishing')._id;
};

const address = {
  fullName: 'Ada Buyer',
  streetAddress1: 'Lange Straat 1',
  streetAddress2: '',
  city: 'Utrecht',
  postalCode: '3511 AA',
  country: 'Netherlands',
};

/** Whoever has paid three sales that the provider has not told of yet waits for one of them, as the answer asks; the wait is part of the step. */
const buy = async (buyer: Client, body: Record<string, unknown>) => {
  for (;;) {
    const reply = await buyer.post('transaction', body);
    if (reply.body.code !== 'tooManyUnpaid') return reply;
    await delay(20);
  }
};

const measure = async (url: string, server: ChildProcess): Promise<void> => {
  const sellers = await Promise.all(Array.from({ length: SELLERS }, (_, index) => member(url, `seller${index}`)));
  for (const seller of sellers) succeeded(await seller.post('seller/register'), 'seller terms');
  const buyers = await Promise.all(Array.from({ length: BUYERS }, (_, index) => member(url, `buyer${index}`)));
  const offers: { listing: string; seller: string }[] = [];
  while (offers.length < TRANSACTIONS)
    for (const listing of await Promise.all(sellers.map(publish)))
      offers.push({ listing, seller: sellers[offers.length % SELLERS]!.id });

  const waits: Record<'create' | 'shipping' | 'purchase' | 'detail', number[]> = {
    create: [],
    shipping: [],
    purchase: [],
    detail: [],
  };
  const timed = async <Answer>(step: keyof typeof waits, call: () => Promise<Answer>): Promise<Answer> => {
    const began = performance.now();
    const answer = await call();
    waits[step].push(performance.now() - began);
    return answer;
  };
  const worked = cpuUsedBy(server);
  const began = performance.now();
  await Promise.all(
    buyers.map(async (buyer) => {
      for (let offer = offers.pop(); offer; offer = offers.pop()) {
        const body = { ...offer, amount: 50 };
        const checkout = await timed('purchase', async () => {
          const { transactionId: id } = succeeded(await timed('create', () => buy(buyer, body)), 'buying');
          await timed('detail', () => buyer.get(`transaction/${id}`));
          const put = () => buyer.put(`transaction/${id}/shipping`, { shippingAddress: address });
          return succeeded(await timed('shipping', put), 'shipping').checkoutUrl as string;
        });
        const paid = { method: 'POST', body: new URLSearchParams({ outcome: 'paid' }), redirect: 'manual' } as const;
        await (await fetch(checkout, paid)).arrayBuffer();
      }
    }),
  );
  const seconds = (performance.now() - began) / 1_000;
  console.log(
    `${TRANSACTIONS} sales by ${BUYERS} buyers at once: ${(TRANSACTIONS / seconds).toFixed(1)} a second, paid at the provider`,
  );
  for (const [step, values] of Object.entries(waits))
    console.log(
      `${step.padEnd(9)} p50 ${percentile(values, 0.5).toFixed(0)} ms, p99 ${percentile(values, 0.99).toFixed(0)} ms`,
    );

  const captured = async (): Promise<number> => {
    const counts = await Promise.all(
      buyers.map(async (buyer) => {
        const query = { type: 'purchase', status: 'AWAIT_SHIPPING', limit: 1 };
        return succeeded(await buyer.get('transaction/history', query), 'history').totalCount as number;
      }),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  };
  while ((await captured()) < TRANSACTIONS) await delay(50);
  const all = (performance.now() - began) / 1_000;
  console.log(
    `all captured and awaiting shipment after ${all.toFixed(1)} s: ${(TRANSACTIONS / all).toFixed(1)} sales a second`,
  );
  const working = cpuUsedBy(server);
  if (worked !== undefined && working !== undefined)
    console.log(`${(((working - worked) * 1_000) / TRANSACTIONS).toFixed(1)} ms of the server's CPU a sale`);
};

const nodeArgs = process.env.PROFILE ? ['--cpu-prof', `--cpu-prof-dir=${process.env.PROFILE}`] : [];
const { server, url, stop } = await startBuiltServer({ DEMO: '0', RATE_LIMITS: 'off' }, { nodeArgs });
try {
  await measure(url, server);
} finally {
  await stop();
}
