import http from 'node:http';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { newId } from '#infrastructure/system/ids.ts';
import { useBrowser } from '#tests/support/browser.ts';
import { eventually, type Member, useMarketplace } from '#tests/support/marketplace.ts';

const market = useMarketplace();
const open = useBrowser();
const raw = (path: string, init: RequestInit = {}) => fetch(new URL(path, market().url), init);
const send = (path: string, body: string, headers: Record<string, string> = {}) =>
  raw(path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });

describe('errors', () => {
  test('answers every failure as JSON with message and code, also for unknown paths [D1-360] [D2-283]', async () => {
    const answers = await Promise.all([
      raw('/api/no/such/thing'),
      raw('/api/user/profile'),
      raw('/api/auth/login'),
      send('/api/auth/login', '{"email": '),
      send('/api/auth/login', '{}'),
      raw('/api/listings/%E0%A4%A'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 401, 405, 400, 400, 400]);
    for (const answer of answers) {
      const body = await answer.json();
      expect(body).toMatchObject({ message: expect.any(String), code: expect.any(String) });
      expect(body.message).not.toBe('');
      expect(JSON.stringify(body)).not.toMatch(/\bat .*:\d+:\d+/);
    }
  });

  test('repeats status 401 in the body, where the session check reads it', async () => {
    const forged = await raw('/api/auth/verify', { headers: { authorization: 'Bearer aaa.bbb.ccc' } });
    expect(forged.status).toBe(401);
    expect(await forged.json()).toMatchObject({ status: 401 });
  });

  test('reports the first broken rule in the declared order, and one per field', async () => {
    const answer = await send('/api/auth/register', JSON.stringify({ username: 'ab', email: 'x', password: 'short' }));
    const body = await answer.json();
    expect(body.message).toBe('Username must be at least 3 characters');
    expect(body.errors).toMatchObject({
      username: 'Username must be at least 3 characters',
      email: 'Please enter a valid email address',
      country: 'Please select your country',
      platformAgreements: 'You must accept the Terms and Conditions',
    });
  });

  test('lists the right methods for a wrong one', async () => {
    const answer = await raw('/api/auth/login', { method: 'DELETE' });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toContain('POST');
  });

  test('rejects a body beyond the limit before reading all of it', async () => {
    const answer = await send('/api/auth/login', JSON.stringify({ email: 'x'.repeat(100_000), password: 'y' }));
    expect(answer.status).toBe(413);
  });

  test('refuses text that cannot be stored, with its field', async () => {
    const registration = {
      username: 'iron\0gate',
      email: 'irongate@example.com',
      password: 'Correct-horse1!',
      country: 'Netherlands',
      platformAgreements: { termsAccepted: true },
    };
    const head = await market().marketplace.store.head();
    const named = await send('/api/auth/register', JSON.stringify(registration));
    expect(named.status).toBe(400);
    expect((await named.json()).errors).toHaveProperty('username');
    const alice = await market().member('halfapair');
    const asked = await alice.post('support/contact', { subject: 'Half a pair', message: 'Here: \ud83d' });
    expect([asked.status, Object.keys(asked.body.errors)]).toEqual([400, ['message']]);
    expect((await raw('/api/listings/a%00b')).status).toBe(400);
    const written = await market().marketplace.store.readAll({ after: head, limit: 500 });
    expect(written.map(({ type }) => type)).not.toContain('SupportContacted');
    expect(written.filter(({ type }) => type === 'AccountRegistered')).toHaveLength(1);
  });

  test('ignores fields that no schema names', async () => {
    const person = { username: 'plainmember', email: 'plainmember@example.com', password: 'Vq7!ruttel-Mosk' };
    const more = { roles: ['admin'], status: 'active', emailVerified: true, _id: newId() };
    const registration = { ...person, country: 'Netherlands', platformAgreements: { termsAccepted: true }, ...more };
    expect((await send('/api/auth/register', JSON.stringify(registration))).status).toBe(201);
    const entering = await send('/api/auth/login', JSON.stringify(person));
    expect([entering.status, (await entering.json()).code]).toEqual([403, 'emailNotVerified']);
  });

  test('rejects a name with invisible characters, because it would look like another', async () => {
    const register = async (username: string) => {
      const email = `seen${newId()}@example.com`;
      const agreed = { platformAgreements: { termsAccepted: true }, country: 'Netherlands' };
      return market()
        .client()
        .post('auth/register', { username, email, password: 'Correct-horse1!', ...agreed });
    };
    expect((await register('Zoë Van’t Hoff')).status).toBe(201);
    for (const username of ['ele\u200bna', '\u202eanele', 'ele\nna', 'ele\u00adna']) {
      const { status, body } = await register(username);
      expect([status, body.message], JSON.stringify(username)).toEqual([
        400,
        'Username must not contain invisible characters',
      ]);
    }
  });

  test('answers a wrongly declared compression as a client error', async () => {
    const answer = await send('/api/auth/login', '{}', { 'content-encoding': 'gzip' });
    expect([answer.status, (await answer.json()).code]).toEqual([400, 'invalidInput']);
  });

  test('compresses a long answer if the client accepts it', async () => {
    const encoded = async (encoding: string) => {
      const answer = await raw('/api/openapi.json', { headers: { 'accept-encoding': encoding } });
      return [answer.headers.get('content-encoding'), Object.keys(await answer.json()).includes('paths')];
    };
    expect([await encoded('gzip'), await encoded('identity')]).toEqual([
      ['gzip', true],
      [null, true],
    ]);
  });

  test('refuses a deeply nested body, also under a command id', async () => {
    const extra = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const body = `{"email":"nobody@example.com","password":"x","extra":${extra}}`;
    expect((await send('/api/auth/login', body, { 'x-command-id': newId() })).status).toBe(401);
  });

  test('answers an impossible range of a file as JSON', async () => {
    const answer = await raw('/favicon.ico', { headers: { range: 'bytes=99999999-' } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([416, 'application/json; charset=utf-8']);
    expect(answer.headers.get('accept-ranges')).toBeNull();
    expect((await answer.json()).code).toBe('invalidInput');
  });

  test('refuses an invalid command id', async () => {
    const answer = await send('/api/auth/login', JSON.stringify({ email: 'a@b.example', password: 'x' }), {
      'x-command-id': 'short',
    });
    expect(answer.status).toBe(400);
    expect((await answer.json()).errors).toHaveProperty('X-Command-Id');
  });
});

describe('paths', () => {
  test('are served in both spellings, with api once or twice [D1-352] [D2-313]', async () => {
    const alice = await market().member('spelling');
    for (const path of ['/api/user/profile', '/api/users/profile', '/api/api/users/profile', '/api/api/auth/verify'])
      expect((await alice.get(path)).status, path).toBe(200);
    for (const [one, other] of [
      ['transaction/my-transactions', 'transactions/my-transactions'],
      ['listings/user', 'listing/user'],
      ['user/stats', 'users/stats'],
    ] as const)
      expect((await alice.get(other)).body, other).toEqual((await alice.get(one)).body);
  });

  test('are never taken for an id if they are fixed', async () => {
    expect((await market().client().get('listings/franchises')).body).toHaveProperty('franchises');
  });

  test.each([
    ['user/activity', 'filter=&page=&limit='],
    ['notifications', 'page=&limit=&read='],
    ['listings', 'search=&country=&minPrice=&destination=&sort=&facets=&page=&limit='],
  ])('treat an empty parameter as absent: %s?%s [D1-378] [D1-384] [D1-394]', async (path, query) => {
    const alice = await market().member(`empty${path.slice(-6)}`);
    const asked = await alice.get(`${path}?${query}`);
    expect([asked.status, asked.body]).toEqual([200, (await alice.get(path)).body]);
  });

  test('return 204 without a body', async () => {
    const alice = await market().member('leaving');
    const reply = await alice.post('auth/logout');
    expect([reply.status, reply.body]).toEqual([204, undefined]);
    expect((await alice.get('user/profile')).status).toBe(401);
  });
});

describe('headers', () => {
  test('set a CSP that allows only our own code and requires no TLS on plain http', async () => {
    const policy = (await raw('/health')).headers.get('content-security-policy') ?? '';
    const directives = new Map(policy.split(';').map((part) => [part.trim().split(' ')[0], part.trim()]));
    expect(directives.get('script-src')).toBe("script-src 'self'");
    expect(directives.get('default-src')).toBe("default-src 'self'");
    expect(directives.get('font-src')).toBe("font-src 'self'");
    expect(directives.get('frame-ancestors')).toBe("frame-ancestors 'none'");
    expect(directives.get('object-src')).toBe("object-src 'none'");
    expect(directives.get('base-uri')).toBe("base-uri 'none'");
    expect(directives.has('upgrade-insecure-requests')).toBe(false);
    expect((await raw('/health')).headers.get('strict-transport-security')).toBeNull();
    expect((await raw('/health')).headers.get('x-powered-by')).toBeNull();
  });

  test('deny pages the camera, the location and other unused features', async () => {
    const policy = (await raw('/health')).headers.get('permissions-policy')?.split(', ') ?? [];
    expect(policy).toEqual(expect.arrayContaining(['camera=()', 'geolocation=()', 'microphone=()', 'payment=()']));
  });

  test('name no feature that the browser does not know', async () => {
    const { page } = await open(market().url);
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    await page.goto('/health');
    await page.evaluate(() => console.log('loaded'));
    await eventually(async () => said.includes('loaded'));
    expect(said.filter((text) => text.includes('Permissions-Policy'))).toEqual([]);
  });

  test('sends headers against cross-origin reads, MIME sniffing and referrers', async () => {
    const { headers } = await raw('/api/listings', { headers: { origin: 'https://evil.example' } });
    expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('set-cookie')).toBeNull();
  });

  test('do not send a request back to its sender', async () => {
    const asked = http.request(new URL('/api/listings', market().url), { method: 'TRACE', headers: { 'x-told': 'x' } });
    const answer = await new Promise<http.IncomingMessage>((resolve, reject) =>
      asked.on('response', resolve).on('error', reject).end(),
    );
    expect(answer.statusCode).toBe(405);
    expect(await text(answer)).not.toContain('x-told');
  });

  test.each([
    ['two lengths', 'Content-Length: 2\r\nContent-Length: 40'],
    ['a length and chunks', 'Content-Length: 2\r\nTransfer-Encoding: chunked'],
  ])('refuses a request with an ambiguous end: %s', async (_, lengths) => {
    const { hostname, port } = new URL(market().url);
    const socket = net.connect(Number(port), hostname);
    socket.write(`POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${lengths}\r\n\r\n{}`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
  });

  test('mark API answers as not cacheable', async () => {
    expect((await raw('/api/listings')).headers.get('cache-control')).toBe('no-store');
  });

  test('keeps a valid request id of the client and replaces an invalid one', async () => {
    const own = await raw('/health', { headers: { 'x-request-id': 'my-request-0001' } });
    expect(own.headers.get('x-request-id')).toBe('my-request-0001');
    const strange = await raw('/health', { headers: { 'x-request-id': 'a b<script>' } });
    expect(strange.headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/);
  });
});

describe('commands', () => {
  test('write nothing again when retried with the same id, and get the first answer [L-028]', async () => {
    const bob = await market().seller('retrying');
    const commandId = newId();
    const first = await bob.call('POST', 'listings', { form: await market().listingForm(), commandId });
    const head = await market().marketplace.store.head();
    const second = await bob.call('POST', 'listings', { form: await market().listingForm(), commandId });
    expect([second.status, second.body]).toEqual([first.status, first.body]);
    expect(second.headers.get('x-position')).toBe(first.headers.get('x-position'));
    const since = await market().marketplace.store.readAll({ after: head, limit: 10 });
    expect(since.filter(({ type }) => !/^Ledger/.test(type))).toEqual([]);
  });

  const title = (commandId: string, name: string) => async (by: Member) =>
    by.call('POST', 'listings', { form: await market().listingForm({ title: name }), commandId });

  test.each([
    ['body', 'PUT', 'user/profile', { fullName: 'Bea', country: 'Belgium' }],
    ['call', 'POST', 'support/contact', { subject: 'A question', message: 'Where is my parcel?' }],
  ] as const)(
    'are rejected and write nothing if their id was used with another %s',
    async (what, method, path, json) => {
      const bob = await market().member(`reusing${what}`);
      const commandId = newId();
      const profile = { fullName: 'Bob', country: 'Netherlands' };
      const first = await bob.call('PUT', 'user/profile', { json: profile, commandId });
      expect(first.status).toBe(200);
      const reused = await bob.call(method, path, { json, commandId });
      expect([reused.status, reused.body.code]).toEqual([422, 'commandIdReused']);
      expect((await bob.get('user/profile')).body.fullName).toBe('Bob');
      const other = { country: 'Netherlands', fullName: 'Bob' };
      expect((await bob.call('PUT', 'user/profile', { json: other, commandId })).status).toBe(200);
    },
  );

  test('are rejected if their id was used with another photo or title', async () => {
    const bob = await market().seller('reusingform');
    const commandId = newId();
    expect((await title(commandId, 'A dragon')(bob)).status).toBe(201);
    expect((await title(commandId, 'A knight')(bob)).body.code).toBe('commandIdReused');
    expect((await bob.get('listings/user')).body).toHaveLength(1);
  });

  test('are rejected if another with the same id is running', async () => {
    const bob = await market().member('reusingtwice');
    const commandId = newId();
    const names = ['Bob', 'Bea', 'Bob', 'Bea', 'Bob', 'Bea'];
    const replies = await Promise.all(
      names.map((fullName) =>
        bob.call('PUT', 'user/profile', { json: { fullName, country: 'Netherlands' }, commandId }),
      ),
    );
    const { fullName } = (await bob.get('user/profile')).body;
    expect(replies.map(({ status }) => status)).toEqual(names.map((name) => (name === fullName ? 200 : 422)));
  });

  test('may use an id that a query used', async () => {
    const bob = await market().member('queryingfirst');
    const commandId = newId();
    for (const path of ['user/sessions', 'user/account-status'])
      expect((await bob.call('GET', path, { commandId })).status).toBe(200);
    const profile = { fullName: 'Bob', country: 'Netherlands' };
    expect((await bob.call('PUT', 'user/profile', { json: profile, commandId })).status).toBe(200);
  });

  test('are rejected from a visitor if their id was used with another body', async () => {
    const visitor = market().client();
    const commandId = newId();
    const ask = (email: string) => visitor.call('POST', 'auth/forgot-password', { json: { email }, commandId });
    expect((await ask('one@example.com')).status).toBe(200);
    expect((await ask('one@example.com')).status).toBe(200);
    expect((await ask('two@example.com')).body.code).toBe('commandIdReused');
  });

  test('are not stored in plain text, and can be repeated after a crash', async () => {
    const bob = await market().member('dyingearly');
    const commandId = newId();
    const profile = { fullName: 'Roberta Unmistakable', country: 'Netherlands' };
    const { db } = market().marketplace;
    const before = new Set((await db('command_ids')).map(({ id }) => id.toString('hex')));
    await bob.call('PUT', 'user/profile', { json: profile, commandId });
    const kept = (await db('command_ids')).filter(({ id }) => !before.has(id.toString('hex')));
    expect(kept).toHaveLength(1);
    expect(Object.values(kept[0]!).map(String).join()).not.toMatch(/Roberta|Netherlands/);
    expect((await bob.call('PUT', 'user/profile', { json: profile, commandId })).status).toBe(200);
  });

  test('may use an id that another account used', async () => {
    const [bob, carol] = [await market().seller('sharing'), await market().seller('colliding')];
    const commandId = newId();
    const hers = await carol.call('POST', 'listings', { form: await market().listingForm(), commandId });
    const his = await bob.call('POST', 'listings', { form: await market().listingForm(), commandId });
    expect(his.body._id).not.toBe(hers.body._id);
  });

  test('are visible at once to a query that names their position [D1-361]', async () => {
    const bob = await market().seller('writing');
    for (let round = 0; round < 5; round++) {
      const made = await market().publish(bob, { title: `Round ${round}` });
      const { body } = await bob.get(`listings/${made._id}`);
      expect(body.title).toBe(`Round ${round}`);
    }
  });
});

describe('uploads', () => {
  test('reject the ninth photo and the sixth megabyte with the form’s texts [D1-307] [D1-315]', async () => {
    const bob = await market().seller('uploading');
    const nine = await bob.call('POST', 'listings', { form: await market().listingForm({}, 9) });
    expect([nine.status, nine.body.message]).toEqual([400, 'Maximum 8 images allowed']);
    const twelve = await bob.call('POST', 'listings', { form: await market().listingForm({}, 12) });
    expect([twelve.status, twelve.body.message]).toEqual([400, 'Maximum 8 images allowed']);
    expect((await bob.call('POST', 'listings', { form: await market().listingForm({}, 8) })).status).toBe(201);

    const form = await market().listingForm({}, 0);
    form.append('images', new Blob([new Uint8Array(5 * 1024 * 1024 + 1)]), 'large.jpg');
    const large = await bob.call('POST', 'listings', { form });
    expect([large.status, large.body.message]).toEqual([400, 'File is too large. Maximum size is 5MB.']);
  });

  test('refuses an upload without the right before the photos are read', async () => {
    const [bob, carol] = [await market().member('onlybuying'), await market().seller('lookingon')];
    const form = () => {
      const broken = new FormData();
      broken.append('images', new Blob([new Uint8Array(6 * 1024 * 1024)]), 'too-large.jpg');
      return broken;
    };
    expect((await bob.call('POST', 'listings', { form: form() })).body.code).toBe('sellerTermsRequired');
    expect((await carol.call('POST', 'listings', { form: form() })).body.code).toBe('invalidInput');
    const evidence = await carol.call('POST', 'transaction/unknown/evidence', { form: form() });
    expect([evidence.status, evidence.body.code]).toEqual([404, 'transactionNotFound']);
  });

  test('need a session', async () => {
    const reply = await market()
      .client()
      .call('POST', 'listings', { form: await market().listingForm() });
    expect(reply.status).toBe(401);
  });
});

describe('operation', () => {
  test('reports ready once read models and policies have caught up', async () => {
    const { status, body } = await eventually(async () => {
      const reply = await market().client().get('/ready');
      return reply.status === 200 && reply;
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ ready: true, database: { ok: true }, eventStore: { ok: true }, disk: { ok: true } });
    expect(Object.keys(body.projections.each)).toContain('listings');
    expect(Object.keys(body.policies.each)).toContain('payouts');
  });

  test('names routes in metrics, never paths', async () => {
    await market()
      .client()
      .get(`auth/verify/${'secret-token-of-somebody'.padEnd(43, 'x')}`);
    const metrics = String((await market().client().get('/metrics')).body);
    expect(metrics).toContain('reliquary_http_request_duration_seconds_bucket');
    expect(metrics).toContain('route="GET auth/verify/{token}"');
    expect(metrics).toMatch(/reliquary_events_appended_total\{type="AccountRegistered"\} \d/);
    expect(metrics).toMatch(/reliquary_events_behind\{name="listings"\} \d/);
    expect(metrics).toMatch(/reliquary_disk_free_bytes [1-9]/);
    expect(metrics).not.toContain('secret-token-of-somebody');
  });

  test('documents every endpoint of the API, readable offline [D2-314]', async () => {
    const { body } = await market().client().get('openapi.json');
    expect(body.openapi).toBe('3.1.0');
    for (const path of ['/auth/login', '/listings/{id}', '/transaction/{id}/pause-escrow', '/users/profile'])
      expect(Object.keys(body.paths)).toContain(path);
    const commands = [
      'resume-escrow',
      'dispute',
      'dispute/withdraw',
      'dispute/accept',
      'dispute/contest',
      'dispute/offer',
      'dispute/accept-offer',
      'dispute/refuse-offer',
      'dispute/decide',
      'hold',
      'hold/lift',
      'return',
      'return/approve',
      'return/address',
      'return/refuse',
      'return/shipped',
      'return/received',
      'return/reject',
    ];
    for (const command of commands)
      expect(body.paths, command).toHaveProperty([`/transaction/{id}/${command}`, 'post']);
    expect(body.paths['/listings'].post.requestBody.content).toHaveProperty('multipart/form-data');
    const page = await (await raw('/api/docs')).text();
    expect(page).not.toMatch(/https?:\/\//);
    expect(page).not.toMatch(/<script>|onload=/);
    for (const [, asset] of page.matchAll(/(?:src|href)="([^"]+)"/g)) expect((await raw(asset!)).status).toBe(200);
  });

  test('moves the clock forward on demand with all due work, and never back [D1-110] [L-026]', async () => {
    const [seller, buyer] = [await market().seller('clockwork'), await market().member('clocked')];
    const made = await market().publish(seller);
    const purchase = { listing: made._id, seller: seller.id, amount: 50 };
    const { transactionId } = (await buyer.post('transaction', purchase)).body;
    const before = (await market().client().get('/dev/clock')).body.now;

    const now = await market().advance(31 * 60_000);

    expect(now).toBeGreaterThanOrEqual(before + 31 * 60_000);
    expect((await buyer.get(`transaction/${transactionId}`)).body.status).toBe('CANCELLED');
    const dated = (await fetch(new URL('/api/listings/franchises', market().url))).headers.get('Date') ?? '';
    expect(Date.parse(dated)).toBeGreaterThanOrEqual(Math.floor(now / 1000) * 1000);
    // events are recorded by the real clock
    const { body: log } = await market().client().get('proof/log');
    expect(Math.abs(Date.parse(log.now) - Date.now())).toBeLessThan(60_000);
    expect((await market().client().post('/dev/clock', { advanceMs: -1 })).status).toBe(400);
  });

  test('shows sent e-mails as JSON and as a page', async () => {
    await market().member('reading');
    const [mail] = await market().emails('reading@example.com');
    expect(mail).toMatchObject({ to: 'reading@example.com', text: expect.stringContaining('/verify-email?token=') });
    const page = await raw('/dev/mail', { headers: { accept: 'text/html' } });
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(await page.text()).toContain('reading@example.com');
  });
});
