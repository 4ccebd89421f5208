import { describe, expect, test } from 'vitest';
import { eventually, useMarketplace } from '#tests/support/marketplace.ts';
import { later } from '#tests/support/tier.ts';

const market = useMarketplace();

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36';

/** Another session of the account, from another browser. */
const elsewhere = async ({ email, password }: { email: string; password: string }) => {
  const client = market().client();
  const body = { email, password, device: 'another-browser-0001' };
  const { status, body: session } = await client.post('auth/login', body, { headers: { 'user-agent': CHROME } });
  expect(status).toBe(200);
  client.signInWith(session.token);
  return client;
};

describe('your sessions', () => {
  test('are listed with device and times; the current one is marked', async () => {
    const ada = await market().member('sessions1');
    await elsewhere(ada);
    const { status, body } = await ada.get('user/sessions');
    expect(status).toBe(200);
    const devices = body.sessions.map(({ device, current }: { device: string; current: boolean }) => [device, current]);
    expect(devices.sort()).toEqual([
      ['Chrome on Linux', false],
      ['an unknown device', true],
    ]);
  });

  test('end one by one, and calls with an ended session are refused', async () => {
    const ada = await market().member('sessions2');
    const other = await elsewhere(ada);
    const { sessions } = (await ada.get('user/sessions')).body;
    const { id } = sessions.find(({ device }: { device: string }) => device === 'Chrome on Linux');
    expect((await ada.delete(`user/sessions/${id}`)).status).toBe(204);
    expect((await other.get('user/profile')).body.code).toBe('sessionEnded');
    expect((await ada.get('user/profile')).status).toBe(200);
    expect(await ada.delete(`user/sessions/${id}`)).toMatchObject({ status: 404, body: { code: 'sessionNotFound' } });
  });

  test('of others cannot be ended', async () => {
    const [ada, eve] = [await market().member('sessions3'), await market().member('sessions4')];
    const [{ id }] = (await ada.get('user/sessions')).body.sessions;
    expect((await eve.delete(`user/sessions/${id}`)).status).toBe(404);
    expect((await ada.get('user/profile')).status).toBe(200);
  });

  test('all end except the current one', async () => {
    const ada = await market().member('sessions5');
    const other = await elsewhere(ada);
    expect((await ada.delete('user/sessions')).status).toBe(204);
    expect((await other.get('user/profile')).status).toBe(401);
    expect((await ada.get('user/sessions')).body.sessions).toHaveLength(1);
  });
});

test('a sign-in from a new browser sends an e-mail with a way to end it', async () => {
  const ada = await market().member('sessions6');
  await elsewhere(ada);
  const { text } = await market().mail(ada.email, /A new sign-in/);
  expect(text).toContain('Chrome on Linux');
  expect(text).toContain('/settings?tab=security');
});

test('a changed password ends an open reset link', async () => {
  const ada = await market().member('sessions7');
  await market().client().post('auth/forgot-password', { email: ada.email });
  const token = await market().tokenFrom(ada.email, '/reset-password');
  const passwords = { currentPassword: ada.password, newPassword: 'Another2horse!' };
  expect((await ada.post('user/change-password', passwords)).status).toBe(200);
  const late = await market().client().post('auth/reset-password', { token, password: 'Third-horse3!' });
  expect(late).toMatchObject({ status: 400, body: { code: 'invalidToken' } });
});

test('a new address needs links at both addresses, survives previews and ends other sessions', async () => {
  const ada = await market().member('sessions9');
  const other = await elsewhere(ada);
  const email = 'sessions9@new.example';
  expect(await ada.post('user/email-change', { email: ada.email })).toMatchObject({
    status: 400,
    body: { code: 'emailUnchanged', errors: { email: expect.any(String) } },
  });
  expect((await ada.post('user/email-change', { email })).body.change).toMatchObject({ email });
  const [old, fresh] = [
    await market().tokenFrom(ada.email, '/email-change'),
    await market().tokenFrom(email, '/email-change'),
  ];
  const stored = await market().marketplace.db('one_time_tokens').where({ account_id: ada.id });
  for (const token of [old, fresh]) expect(JSON.stringify(stored)).not.toContain(token);
  const visitor = market().client();
  for (const method of ['GET', 'HEAD'])
    await fetch(new URL(`/api/auth/email-change?token=${fresh}`, market().url), { method });
  expect((await visitor.get('auth/email-change', { token: fresh })).body).toEqual({
    side: 'newAddress',
    state: 'open',
    email,
  });
  const confirm = (token: string, by = visitor) => by.post('auth/email-change/confirm', { token });
  expect((await confirm(fresh)).body).toEqual({ side: 'newAddress', state: 'confirmed' });
  expect((await ada.get('user/email-change')).body.change.confirmed).toEqual({ oldAddress: false, newAddress: true });
  expect((await confirm(old, ada)).body).toEqual({ side: 'oldAddress', state: 'changed' });
  expect((await other.get('user/profile')).body.code).toBe('sessionEnded');
  expect((await ada.get('user/email-change')).body).toEqual({ email, change: null, frozenUntil: null });
  await eventually(async () => (await ada.get('user/profile')).body.email === email);
  const login = (address: string) => visitor.post('auth/login', { email: address, password: ada.password });
  expect((await login(ada.email)).status).toBe(401);
  expect((await login(email)).status).toBe(200);
  await market().mail(ada.email, /e-mail address of your account has changed/);
  const own = (await ada.get('user/data')).body;
  expect(own.emailChanges).toMatchObject([{ email, outcome: 'changed' }]);
  const told = own.security.map(({ type }: { type: string }) => type);
  expect(told).toEqual(expect.arrayContaining(['EmailChangeRequested', 'EmailChangeConfirmed', 'EmailChanged']));
});

test('“It was not me” ends the request and every session; a made-up link does nothing', async () => {
  const ada = await market().member('sessions10');
  await ada.post('user/email-change', { email: 'sessions10@stranger.example' });
  const token = await market().tokenFrom(ada.email, '/email-change');
  const visitor = market().client();
  expect((await visitor.post('auth/email-change/refuse', { token })).body).toEqual({ side: 'oldAddress' });
  expect((await ada.get('user/profile')).body.code).toBe('sessionEnded');
  const late = await visitor.post('auth/email-change/confirm', { token });
  expect(late).toMatchObject({ status: 409, body: { code: 'emailChangeGone' } });
  expect((await market().mail(ada.email, /did not ask for another address/)).text).toContain('/forgot-password');
  for (const call of ['confirm', 'refuse'])
    expect(await visitor.post(`auth/email-change/${call}`, { token: 'none' })).toMatchObject({
      status: 400,
      body: { code: 'invalidToken' },
    });
});

later.test('an erased account leaves no session and no known device', async () => {
  const ada = await market().member('sessions8');
  await ada.post('user/deletion', { password: ada.password });
  await market().passDays(31);
  const { db } = market().marketplace;
  await eventually(async () => (await db('known_devices').where({ account_id: ada.id })).length === 0);
  expect(await db('sessions').where({ account_id: ada.id })).toEqual([]);
});
