import { describe, expect, test } from 'vitest';
import { codeAt } from '#infrastructure/accounts/totp.ts';
import { openRegistrantCookie } from '#infrastructure/http/hostCookie.ts';
import { openRefreshCookie } from '#infrastructure/http/refreshCookie.ts';
import { eventually, type Member, type TestMarketplace, useMarketplace } from '#tests/support/marketplace.ts';
import { later } from '#tests/support/tier.ts';

const market = useMarketplace();

const OWN = { 'sec-fetch-site': 'same-origin' };

/** Acts like a browser on our page: names its origin, keeps the cookie, sends it to the one call that uses it. */
const browserAt = (url: string) => {
  const client = market().client();
  let cookie: string | undefined;
  const keep = (headers: Headers) => {
    const given = headers.getSetCookie()[0];
    if (given !== undefined) cookie = /^refresh=([^;]*)/.exec(given)?.[1] || undefined;
    return given;
  };
  const post = async (path: string, json: unknown = {}) => {
    const reply = await client.call('POST', path, { json, headers: OWN });
    return { ...reply, cookie: keep(reply.headers) };
  };
  const resume = async ({
    of = cookie,
    headers = { ...OWN, 'content-type': 'application/json' },
  }: {
    of?: string | undefined;
    headers?: Record<string, string>;
  } = {}) => {
    const response = await fetch(new URL('/api/auth/resume', url), {
      method: 'POST',
      headers: { ...headers, ...(of !== undefined && { cookie: `other=1; refresh=${of}` }) },
      body: '{}',
    });
    const body = await response.json();
    const given = keep(response.headers);
    if (response.status === 200) client.signInWith(body.token);
    return { status: response.status, body, cookie: given };
  };
  return Object.assign(client, {
    send: post,
    resume,
    cookie: () => cookie,
  });
};

const enter = async ({ email, password }: Pick<Member, 'email' | 'password'>) => {
  const browser = browserAt(market().url);
  const { status, body, cookie } = await browser.send('auth/login', {
    email,
    password,
    device: 'a-browser-of-theirs-0001',
  });
  expect(status, JSON.stringify(body)).toBe(200);
  browser.signInWith(body.token);
  return { browser, given: cookie };
};

const db = () => market().marketplace.db;
/** As if this many minutes had passed since its token was spent or used. */
const age = ({ id }: Member, column: 'spent_at' | 'expires_at', minutes: number) =>
  db().raw(`UPDATE sessions SET ${column} = ${column} - make_interval(mins => ?) WHERE account_id = ?`, [minutes, id]);

describe('a browser that signs in on our own page', () => {
  test('gets a cookie that scripts cannot read, until the session ends', async () => {
    const ada = await market().member('refresh_one');
    const { given } = await enter(ada);
    expect(given).toMatch(/^refresh=[\w.-]+; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/);
    const days = (Date.parse(/Expires=([^;]+)/.exec(given!)![1]!) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThanOrEqual(30);
  });

  test('renews an expired token with it and gets the next cookie', async () => {
    const ada = await market().member('refresh_two');
    const { browser } = await enter(ada);
    const first = browser.cookie();
    browser.signInWith(undefined);
    const { status, body } = await browser.resume();
    expect(status).toBe(200);
    expect(body).toMatchObject({ token: expect.any(String), user: { _id: ada.id } });
    expect(body).not.toHaveProperty('refresh');
    expect(browser.cookie()).not.toBe(first);
    expect((await browser.get('user/profile')).status).toBe(200);
    expect((await browser.resume()).status).toBe(200);
  });

  test('gets the same answer for a minute, in whichever tab', async () => {
    const ada = await market().member('refresh_three');
    const { browser } = await enter(ada);
    const first = browser.cookie();
    const answers = await Promise.all([1, 2, 3].map(() => browser.resume({ of: first })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ cookie }) => cookie)).size).toBe(1);
    expect((await browser.get('user/profile')).status).toBe(200);
  });

  test('renews by the cookie alone: the access token renews nothing', async () => {
    const { browser } = await enter(await market().member('refresh_four'));
    expect(await browser.post('auth/refresh')).toMatchObject({ status: 409, body: { code: 'refreshTokenNeeded' } });
  });

  test('has none left once it has signed out', async () => {
    const { browser } = await enter(await market().member('refresh_five'));
    const before = browser.cookie();
    const { status, cookie } = await browser.send('auth/logout');
    expect(status).toBe(204);
    expect(cookie).toMatch(/^refresh=; Path=\/; Expires=Thu, 01 Jan 1970/);
    expect(await browser.resume({ of: before })).toMatchObject({ status: 401, body: { code: 'sessionEnded' } });
  });

  test('gets one from the verification link too, if it registered', async () => {
    const { client, registrant } = await market().registerOnPage('refresh_six');
    const token = await market().tokenFrom('refresh_six@example.com', 'verify-email');
    const { headers } = await client.call('GET', `auth/verify/${token}`, { headers: { ...OWN, cookie: registrant } });
    expect(headers.getSetCookie().map((given) => given.split(';')[0])).toEqual([
      expect.stringMatching(/^refresh=\w/),
      'registrant=',
    ]);
  });
});

test('a program gets none and renews by its token', async () => {
  const ada = await market().member('refresh_seven');
  const { email, password } = ada;
  const { headers, body } = await market().client().post('auth/login', { email, password });
  expect(headers.getSetCookie()).toEqual([]);
  const client = market().client();
  client.signInWith(body.token);
  const renewed = await client.post('auth/refresh');
  expect(renewed.status).toBe(200);
  expect(renewed.headers.getSetCookie()).toEqual([]);
});

test('over TLS the cookies are secure and bound to this host by their names', () => {
  const cookies: unknown[][] = [];
  const response = { cookie: (...given: unknown[]) => cookies.push(given) };
  openRefreshCookie('https://reliquary.example').give(response as never, { value: 'x', until: 0 });
  openRegistrantCookie('https://reliquary.example').give(response as never, 'y', new Date(0));
  const options = { httpOnly: true, secure: true, sameSite: 'strict', path: '/', expires: new Date(0) };
  expect(cookies).toEqual([
    ['__Host-refresh', 'x', options],
    ['__Host-registrant', 'y', options],
  ]);
});

test.each([
  ['refresh', openRefreshCookie('https://reliquary.example').read],
  ['registrant', openRegistrantCookie('https://reliquary.example').read],
])('over TLS ignores a %s cookie that a neighbouring host could have set', (plain, read) => {
  const request = (cookie: string) => ({
    get: (name: string) => ({ 'sec-fetch-site': 'same-origin', cookie })[name],
    is: () => true,
  });
  for (const name of [plain, `__Secure-${plain}`, `x__Host-${plain}`])
    expect(read(request(`${name}=theirs`) as never)).toBeUndefined();
  expect(read(request(`__Secure-${plain}=theirs; __Host-${plain}=ours`) as never)).toBe('ours');
});

describe('a call from another site', () => {
  test.each([
    ['a page of another site', { 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' }, 403],
    ['a page of a neighbour', { 'sec-fetch-site': 'same-site', 'content-type': 'application/json' }, 403],
    ['an address that was typed', { 'sec-fetch-site': 'none', 'content-type': 'application/json' }, 403],
    ['another origin, in an old browser', { origin: 'https://evil.example', 'content-type': 'application/json' }, 403],
    ['nobody knows where', { 'content-type': 'application/json' }, 403],
    ['a form', { ...OWN, 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['a form of plain text', { ...OWN, 'content-type': 'text/plain' }, 415],
  ])('%s: is refused and uses up no token', async (_, headers, status) => {
    const { browser } = await enter(await person());
    const before = browser.cookie();
    const refused = await browser.resume({ headers: headers as Record<string, string> });
    expect([refused.status, refused.cookie]).toEqual([status, undefined]);
    expect(browser.cookie()).toBe(before);
    const { refresh_generation } = await db()('sessions')
      .where({ account_id: (await person()).id })
      .orderBy('opened_at', 'desc')
      .first();
    expect(refresh_generation).toBe(1);
  });

  test('is recognised by its origin if the browser sends nothing else', async () => {
    const { browser } = await enter(await person());
    const headers = { origin: market().marketplace.publicUrl, 'content-type': 'application/json' };
    expect((await browser.resume({ headers })).status).toBe(200);
  });
});

let one: Promise<Member> | undefined;
const person = (): Promise<Member> => {
  one ??= market().member('refresh_eight');
  return one;
};

test('without a cookie it has no session', async () => {
  expect(await browserAt(market().url).resume()).toMatchObject({ status: 401, body: { code: 'notSignedIn' } });
});

describe('a refresh token that was already used', () => {
  test('ends the session for both holders, with a reason, a security event and an e-mail', async () => {
    const ada = await market().member('refresh_nine');
    const { browser } = await enter(ada);
    const stolen = browser.cookie();
    expect((await browser.resume()).status).toBe(200);
    await age(ada, 'spent_at', 2);
    const thief = browserAt(market().url);
    expect(await thief.resume({ of: stolen })).toMatchObject({
      status: 401,
      body: { code: 'sessionReused' },
      cookie: expect.stringContaining('1970'),
    });
    expect(await browser.get('user/profile')).toMatchObject({ status: 401, body: { code: 'sessionReused' } });
    expect(await browser.resume()).toMatchObject({ status: 401, body: { code: 'sessionReused' } });
    // a program’s session of the same account continues
    expect((await ada.get('user/profile')).status).toBe(200);
    const { text } = await market().mail(ada.email, /A session of your account was ended/);
    expect(text).toContain('/settings?tab=security');
    const auditor = await market().grant(await market().member('refresh_audit'), 'auditor');
    await eventually(async () => {
      const { facts: events } = (await auditor.get('audit/security', { who: ada.id, kind: 'refusedSignIns' })).body;
      return events.some(({ way, why }: Record<string, string>) => way === 'renewal' && why === 'usedTwice');
    });
    const mails = await market().emails(ada.email);
    expect(mails.filter(({ subject }) => subject === 'A session of your account was ended')).toHaveLength(1);
  });
});

describe('a sleeping session', () => {
  test('of a member resumes after two hours, with an expired token', async () => {
    const ada = await market().member('refresh_ten');
    const { browser } = await enter(ada);
    await age(ada, 'expires_at', 120);
    expect((await browser.resume()).status).toBe(200);
  });

  later.test('of staff does not resume after a quarter of an hour', async () => {
    const clerk = await market().staff('refresh_clerk');
    const { browser } = await enter(clerk);
    await age(clerk, 'expires_at', 14);
    expect((await browser.resume()).status).toBe(200);
    await age(clerk, 'expires_at', 2);
    const refused = await browser.resume();
    expect(refused).toMatchObject({ status: 401, body: { code: 'sessionExpired' } });
    expect(refused.cookie).toContain('1970');
  });

  later.test.each<[string, (who: Member, market: TestMarketplace) => Promise<unknown>]>([
    ['all others are ended', (who) => who.delete('user/sessions')],
    [
      'the password is changed',
      (who) => who.post('user/change-password', { currentPassword: who.password, newPassword: 'Another2horse!' }),
    ],
    [
      'the account is suspended',
      async (who, { staff }) => {
        const clerk = await staff(`c_${who.username}`);
        return clerk.post(`staff/accounts/${who.id}/suspend`, {
          reason: 'Sells what is not there',
          ground: 'listings',
        });
      },
    ],
  ])('does not resume once %s', async (_, end) => {
    const ada = await market().member(`asleep_${Math.random().toString(36).slice(2, 10)}`);
    const { browser } = await enter(ada);
    const { status } = (await end(ada, market())) as { status: number };
    expect(status).toBeLessThan(300);
    expect((await browser.resume()).status).toBe(401);
  });
});

test('confirming identity replaces the cookie, and the old one no longer counts as confirmed', async () => {
  const ada = await market().member('refresh_proof');
  const { secret } = (await ada.post('user/second-factor')).body;
  await ada.post('user/second-factor/confirm', { code: codeAt(secret, Date.now()) });
  /** As if the last code had been used long ago. */
  const ago = () => db()('totp_secrets').where({ account_id: ada.id }).update({ last_step: 0 });
  await ago();
  const browser = browserAt(market().url);
  const { email, password } = ada;
  const entered = await browser.send('auth/login', { email, password, code: codeAt(secret, Date.now()) });
  browser.signInWith(entered.body.token);
  const before = browser.cookie();
  await ago();
  const shown = await browser.send('user/step-up', { code: codeAt(secret, Date.now()) });
  expect(shown.status, JSON.stringify(shown.body)).toBe(200);
  expect(shown.cookie).toMatch(/^refresh=\w/);
  const after = browser.cookie();
  expect(await browser.resume({ of: before })).toMatchObject({
    status: 409,
    body: { code: 'tokenReplaced' },
    cookie: undefined,
  });
  expect((await browser.resume({ of: after })).status).toBe(200);
});
