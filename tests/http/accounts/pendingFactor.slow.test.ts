import { describe, expect, test } from 'vitest';
import type { NewPasskeyAnswer } from '#application/contract/secondFactors.ts';
import { codeAt } from '#infrastructure/accounts/totp.ts';
import type { Client } from '#infrastructure/demo/client.ts';
import { newId } from '#infrastructure/system/ids.ts';
import { type Member, useMarketplace } from '#tests/support/marketplace.ts';
import { softAuthenticator } from '#tests/support/softAuthenticator.ts';

const market = useMarketplace();

const HOUR = 3_600_000;
const NEW_PASSWORD = 'Another-horse2!';
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const THIEFS_BANK = { accountHolder: 'A Thief', iban: 'DE89370400440532013000', bankName: 'Theirs' };

const login = (email: string, password: string) => market().client().post('auth/login', { email, password });

/** A thief who knows the password and is signed in. */
const thiefOf = async ({ email, password }: Member): Promise<Client> => {
  const thief = market().client();
  thief.signInWith((await login(email, password)).body.token);
  return thief;
};

const addPasskey = async (client: Client) => {
  const authenticator = softAuthenticator(market().marketplace.publicUrl);
  const asked = (await client.post('user/passkeys/options')).body;
  const added = await client.post('user/passkeys', { name: 'Phone', passkey: authenticator.make(asked) });
  if (added.status === 201) client.signInWith(added.body.token);
  const signIn = async () => {
    const question = (await market().client().post('auth/passkey/options')).body;
    return market()
      .client()
      .post('auth/passkey', { passkey: authenticator.show(question) });
  };
  return { ...added, signIn };
};

const addApp = async (client: Client) => {
  const { secret } = (await client.post('user/second-factor')).body;
  const added = await client.post('user/second-factor/confirm', { code: codeAt(secret, Date.now()) });
  if (added.status === 200) client.signInWith(added.body.token);
  return added;
};

const reset = async (email: string, password = NEW_PASSWORD) => {
  await market().client().post('auth/forgot-password', { email });
  const token = await market().tokenFrom(email, '/reset-password');
  return market().client().post('auth/reset-password', { token, password });
};

const linkOf = async ({ email }: Member) => decodeURIComponent(await market().tokenFrom(email, '/new-factor'));
const look = (token: string) => market().client().get('auth/second-factor', { token });
const disown = (token: string) => market().client().post('auth/second-factor/disown', { token });

describe('a stolen password', () => {
  test('does not take the account: a reset by e-mail removes the thief’s passkey', async () => {
    const ada = await market().member('stolen1');
    const thief = await thiefOf(ada);
    const passkey = await addPasskey(thief);
    expect(passkey.status).toBe(201);
    expect((await ada.get('user/profile')).status).toBe(401);
    expect((await reset(ada.email)).status).toBe(200);
    expect((await login(ada.email, NEW_PASSWORD)).status).toBe(200);
    expect((await passkey.signIn()).body.code).toBe('passkeyRefused');
    expect((await thief.get('user/profile')).status).toBe(401);
    expect((await market().mail(ada.email, /passkey was removed/)).text).toContain('less than 72 hours ago');
  });

  test('does not take the account by authenticator app: a reset removes it and its recovery codes', async () => {
    const ada = await market().member('stolen2');
    const { recoveryCodes } = (await addApp(await thiefOf(ada))).body;
    expect(recoveryCodes).toHaveLength(10);
    await reset(ada.email);
    expect((await login(ada.email, NEW_PASSWORD)).status).toBe(200);
    for (const table of ['totp_secrets', 'recovery_codes'])
      expect(await market().marketplace.db(table).where({ account_id: ada.id })).toEqual([]);
  });

  test('does not change the address: a reset cancels the change and both links', async () => {
    const ada = await market().member('stolen3');
    const thief = await thiefOf(ada);
    await thief.post('user/email-change', { email: 'stolen3@thief.example' });
    const links = [
      await market().tokenFrom(ada.email, '/email-change'),
      await market().tokenFrom('stolen3@thief.example', '/email-change'),
    ];
    await reset(ada.email);
    for (const token of links) {
      expect((await market().client().get('auth/email-change', { token })).body.state).toBe('ended');
      expect((await market().client().post('auth/email-change/confirm', { token })).body.code).toBe('emailChangeGone');
    }
    expect((await market().mail(ada.email, /address has not changed/)).text).toContain('set a new password by e-mail');
  });

  test('does not delete the account: the owner signs in after a reset and keeps it', async () => {
    const ada = await market().member('stolen4');
    const thief = await thiefOf(ada);
    await addPasskey(thief);
    expect((await thief.post('user/deletion', { password: ada.password })).body.status).toBe('deletion_pending');
    await reset(ada.email);
    ada.signInWith((await login(ada.email, NEW_PASSWORD)).body.token);
    expect((await ada.delete('user/deletion')).body.status).toBe('active');
  });

  test('is reported again: after a reset each browser counts as new', async () => {
    const ada = await market().member('stolen5');
    const device = 'browser-of-the-thief';
    const { email } = ada;
    const enter = async (password: string, userAgent: string) => {
      const how = { headers: { 'user-agent': userAgent } };
      expect((await market().client().post('auth/login', { email, password, device }, how)).status).toBe(200);
    };
    await enter(ada.password, CHROME);
    await market().mail(email, /signed in to your account with Chrome on Linux/);
    await reset(email);
    await enter(NEW_PASSWORD, FIREFOX);
    await market().mail(email, /signed in to your account with Firefox on Linux/);
  });
});

describe('a second factor that is added while its session ends', () => {
  const endedSessionOf = async ({ id, token }: Member) => {
    const { accounts, sessions } = market().marketplace.services;
    const { sessionId } = (await sessions.verify(token!))!;
    await sessions.endAll(id);
    const commandId = newId();
    const ids = { commandId, correlationId: commandId, causationId: commandId };
    return { accounts, session: { id, sessionId }, context: { ...ids, actor: { id, role: 'member' } as const } };
  };

  test('does not stay: a passkey', async () => {
    const ada = await market().member('crossed1');
    const asked = (await ada.post('user/passkeys/options')).body;
    const passkey = softAuthenticator(market().marketplace.publicUrl).make(asked) as NewPasskeyAnswer;
    const { accounts, session, context } = await endedSessionOf(ada);
    const added = await accounts.addPasskey(session, { name: 'Phone', passkey }, context);
    expect(added).toEqual({ ok: false, error: { code: 'signedOut' } });
    expect((await login(ada.email, ada.password)).status).toBe(200);
  });

  test('does not stay: an authenticator app', async () => {
    const ada = await market().member('crossed2');
    const { secret } = (await ada.post('user/second-factor')).body;
    const { accounts, session, context } = await endedSessionOf(ada);
    const added = await accounts.addSecondFactor(session, codeAt(secret, Date.now()), context);
    expect(added).toEqual({ ok: false, error: { code: 'signedOut' } });
    expect((await login(ada.email, ada.password)).status).toBe(200);
  });
});

describe('while the first second factor is pending', () => {
  test('bank details, address and recovery codes wait, and the settings say until when', async () => {
    const ada = await market().seller('pending1');
    await addPasskey(ada);
    const refused = await Promise.all([
      ada.put('seller/bank-details', THIEFS_BANK),
      ada.post('user/email-change', { email: 'pending1@new.example' }),
      ada.post('user/second-factor/recovery-codes'),
    ]);
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(refused.map(() => [409, 'factorPending']));
    expect(refused[0]!.body.message).toContain('You can do this in 3 days');
    const { pendingUntil } = (await ada.get('user/second-factor')).body;
    const now = market().marketplace.clock!.now();
    expect(Date.parse(pendingUntil)).toBeGreaterThan(now + 71 * HOUR);
    expect((await ada.get('seller/status')).body.frozenUntil).toBe(pendingUntil);
    expect((await ada.get('user/email-change')).body.frozenUntil).toBe(pendingUntil);
    expect((await login(ada.email, ada.password)).body.code).toBe('secondFactorRequired');
  });

  test('its removal in the settings does not end the wait', async () => {
    const ada = await market().seller('pending2');
    const { body } = await addPasskey(ada);
    expect((await ada.delete(`user/passkeys/${body.id}`)).status).toBe(204);
    expect((await ada.put('seller/bank-details', THIEFS_BANK)).body.code).toBe('factorPending');
  });

  test('a role that needs one works at once, and after a reset only with another', async () => {
    const clerk = await market().staff('pending3');
    await addPasskey(clerk);
    expect((await clerk.get('staff/cases')).status).toBe(200);
    await reset(clerk.email);
    clerk.signInWith((await login(clerk.email, NEW_PASSWORD)).body.token);
    expect((await clerk.get('staff/cases')).body.code).toBe('secondFactorMissing');
    await addPasskey(clerk);
    expect((await clerk.get('staff/cases')).status).toBe(200);
  });
});

describe('the link in the mail about the first second factor', () => {
  test('shows its state, and acts only on POST: once, without a session', async () => {
    const ada = await market().member('disown1');
    const thief = await thiefOf(ada);
    const passkey = await addPasskey(thief);
    await addApp(thief);
    const token = await linkOf(ada);
    expect((await look(token)).body).toMatchObject({ state: 'open' });
    expect((await look(token)).body).toMatchObject({ state: 'open' });
    expect((await passkey.signIn()).status).toBe(200);
    expect((await disown(token)).status).toBe(200);
    expect((await look(token)).body).toEqual({ state: 'used', until: null });
    expect((await disown(token)).status).toBe(200);
    expect((await passkey.signIn()).body.code).toBe('passkeyRefused');
    expect((await thief.get('user/profile')).status).toBe(401);
    // the thief knows only the old password
    expect((await login(ada.email, ada.password)).body.code).toBe('invalidCredentials');
    await reset(ada.email);
    expect((await login(ada.email, NEW_PASSWORD)).status).toBe(200);
    const stored = await market().marketplace.db('one_time_tokens').where({ account_id: ada.id });
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  test('expires with a reset or after 72 hours; a wrong link does nothing', async () => {
    const ada = await market().member('disown2');
    await addPasskey(ada);
    const token = await linkOf(ada);
    await reset(ada.email);
    expect((await look(token)).body.state).toBe('ended');
    expect((await disown(token)).body.code).toBe('factorLinkGone');
    const grace = await market().member('disown3');
    const { signIn } = await addPasskey(grace);
    const late = await linkOf(grace);
    expect((await look('none')).body.code).toBe('invalidToken');
    expect((await disown('none')).body.code).toBe('invalidToken');
    await market().passDays(3);
    expect((await look(late)).body.state).toBe('expired');
    expect((await disown(late)).body.code).toBe('factorLinkGone');
    // older than 72 hours: a reset keeps it, so the password alone no longer signs in
    await reset(grace.email);
    expect((await login(grace.email, NEW_PASSWORD)).body.code).toBe('secondFactorRequired');
    expect((await signIn()).status).toBe(200);
  });
});
