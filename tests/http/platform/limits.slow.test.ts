import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { networkOf, RATE_LIMITS } from '#infrastructure/http/rateLimits.ts';
import { useMarketplace } from '#tests/support/marketplace.ts';
import { everyCall, rolesFor } from '../everyCall.ts';

const market = useMarketplace({ rateLimits: true, trustedProxies: 1 });

const from = (network: number) => ({ headers: { 'x-forwarded-for': `203.0.${network}.1` } });

const signIn = (email: string, password: string) => market().client().post('auth/login', { email, password });

test('limits sign-ins per address with a Retry-After, and resets on success [D1-362]', async () => {
  const alice = await market().member('limited');
  for (let attempt = 0; attempt < 9; attempt++) expect((await signIn(alice.email, 'wrong')).status).toBe(401);
  expect((await signIn(alice.email, alice.password)).status).toBe(200);

  for (let attempt = 0; attempt < 10; attempt++) expect((await signIn(alice.email, 'wrong')).status).toBe(401);
  const refused = await signIn(alice.email, alice.password);
  expect(refused.status).toBe(429);
  expect(refused.body.code).toBe('tooManyRequests');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);

  const bob = await market().member('unlimited');
  expect((await signIn(bob.email, bob.password)).status).toBe(200);
});

test('another spelling of the same address does not avoid the limit', async () => {
  const alice = await market().member('widely');
  const wide = alice.email.replace(/[a-z]/g, (letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0));
  expect((await signIn(wide, alice.password)).status).toBe(200);
  const spellings = [
    alice.email,
    alice.email.toUpperCase(),
    ` ${alice.email}`,
    wide,
    wide.slice(0, 3) + alice.email.slice(3),
  ];
  for (let attempt = 0; attempt < 10; attempt++)
    expect((await signIn(spellings[attempt % spellings.length]!, 'wrong')).status).toBe(401);
  for (const email of spellings) expect((await signIn(email, alice.password)).status).toBe(429);
});

test('an IPv6 network counts as one address', () => {
  for (const address of ['2001:db8:1:2::1', '2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2:3::%eth0'])
    expect(networkOf(address)).toBe('2001:db8:1:2');
  expect(networkOf('2001:db8:1:3::1')).toBe('2001:db8:1:3');
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0');
  expect(networkOf('::1')).toBe('0:0:0:0');
  for (const address of ['203.0.113.9', '::ffff:203.0.113.9']) expect(networkOf(address)).toBe('203.0.113.9');
});

test('every change by a member or visitor has a rate limit', () => {
  const names = Object.keys(RATE_LIMITS);
  const free = everyCall.filter(
    (endpoint) => endpoint.method !== 'get' && !rolesFor(endpoint) && !names.includes(endpoint.limit ?? ''),
  );
  expect(free.map(({ method, path }) => `${method} ${path}`)).toEqual(['post auth/logout']);
});

test('a bank account is checked at the provider a few times an hour, not at will', async () => {
  const bob = await market().sellerByCalls('rebanking');
  const give = (bankName: string) =>
    bob.put('seller/bank-details', { accountHolder: 'Bob', iban: 'NL91ABNA0417164300', bankName });
  const statuses: number[] = [];
  for (let count = 1; count <= RATE_LIMITS.bank[0].points; count++) statuses.push((await give(`Bank ${count}`)).status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  expect(statuses.at(-1)).toBe(429);
});

test('accesses to personal data have a rate limit, failed ones too', async () => {
  const clerk = await market().staff('opening');
  const asked = { subject: { stream: 'transaction-none', revision: 0 }, fields: ['text'], purpose: 'fraud' };
  const opens = () => clerk.post('disclosures', { ...asked, reason: 'A look at each and every one' });
  const statuses: number[] = [];
  for (let count = 1; count <= RATE_LIMITS.opening[0].points; count++) statuses.push((await opens()).status);
  expect(new Set(statuses)).toEqual(new Set([404]));
  expect(await opens()).toMatchObject({ status: 429, body: { code: 'tooManyRequests' } });
});

test('guessing is limited per e-mail address, without locking out a known network', async () => {
  const alice = await market().memberByCalls('guessed');
  const guess = (network: number, email = alice.email) =>
    market().client().post('auth/login', { email, password: 'wrong' }, from(network));
  for (const email of [alice.email, 'nobody.guessed@example.com']) {
    const statuses: number[] = [];
    for (let network = 1; network <= 31; network++) statuses.push((await guess(network, email)).status);
    expect(statuses.slice(0, 30)).toEqual(new Array(30).fill(401));
    expect(statuses[30]).toBe(429);
  }
  const right = { email: alice.email, password: alice.password };
  expect((await market().client().post('auth/login', right, from(99))).status).toBe(429);
  expect((await market().client().post('auth/login', right)).status).toBe(200);
});

test('a session can try thirty passwords a day, and a correct one resets the count', async () => {
  const alice = await market().member('inside');
  const show = async (password: string) => {
    // as if fifteen minutes had passed
    await market().marketplace.db('rate_limits').whereLike('key', 'password.account.900%').delete();
    return alice.post('user/step-up', { password });
  };
  const wrong = async (times: number) => {
    for (let guess = 1; guess <= times; guess++) expect((await show('Wrong-horse1!')).status).toBe(400);
  };
  await wrong(29);
  const { body } = await show(alice.password);
  alice.signInWith(body.token);
  await wrong(30);
  const refused = await show(alice.password);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_600);
});

const askFor = (what: 'forgot-password' | 'resend-verification', email: string, network: number) =>
  market().client().post(`auth/${what}`, { email }, from(network));

test.each(['forgot-password', 'resend-verification'] as const)(
  'sends an address at most five e-mails an hour by %s, from any number of callers',
  async (what) => {
    for (const email of ['limited@example.com', 'nobody.limited@example.com']) {
      for (let network = 1; network <= 5; network++) expect((await askFor(what, email, network)).status).toBe(200);
      expect((await askFor(what, email, 6)).status).toBe(429);
    }
  },
);

test('counts verification e-mails apart from password e-mails, and none for a verified address', async () => {
  const { email } = await market().member('recovering');
  for (let network = 1; network <= 6; network++) await askFor('resend-verification', email, network);
  expect((await askFor('forgot-password', email, 7)).status).toBe(200);
  expect(await market().tokenFrom(email, '/reset-password')).toBeTruthy();
});

test('sends no five more when an account changes its address to that one', async () => {
  const wished = 'limited-wish@example.com';
  for (let network = 1; network <= 5; network++)
    expect((await askFor('resend-verification', wished, network)).status).toBe(200);
  const person = await market().member('wishing');
  expect((await person.post('user/email-change', { email: wished })).status).toBe(429);
  expect((await person.post('user/email-change', { email: 'another-wish@example.com' })).status).not.toBe(429);
  expect((await askFor('forgot-password', wished, 6)).status).toBe(200);
});

test('closes the connection of a sender that continues after a refusal at 40 MiB', async () => {
  const bytes = 4 * 1024 * 1024;
  const { port } = new URL(market().url);
  const head = [
    'POST /api/listings HTTP/1.1',
    'Host: here',
    'Content-Type: multipart/form-data; boundary=xx',
    `Content-Length: ${bytes}`,
  ];
  const body = Buffer.alloc(bytes);
  const sockets = Array.from({ length: 24 }, () => {
    const socket = connect(Number(port), '127.0.0.1')
      .on('error', () => undefined)
      .resume();
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    socket.write(body);
    return socket;
  });
  await Promise.race(sockets.map((socket) => new Promise((closed) => socket.once('close', closed))));
  for (const socket of sockets) socket.destroy();
});

test('stores no plain address in the counters', async () => {
  const rows: { key: string }[] = await market().marketplace.db('rate_limits').select('key');
  expect(rows.length).toBeGreaterThan(0);
  for (const { key } of rows) expect(key).not.toMatch(/@|127\.0\.0\.1/);
});
