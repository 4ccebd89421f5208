import { describe, expect, test } from 'vitest';
import { codeAt } from '#infrastructure/accounts/totp.ts';
import type { Client } from '#infrastructure/demo/client.ts';
import { type Member, useMarketplace } from '#tests/support/marketplace.ts';
import { type SoftAuthenticator, softAuthenticator } from '#tests/support/softAuthenticator.ts';
import { later } from '#tests/support/tier.ts';

const market = useMarketplace();

const STEP = 30_000;
const login = ({ email, password }: Member, code?: string) =>
  market()
    .client()
    .post('auth/login', { email, password, ...(code !== undefined && { code }) });
const signedInWith = (token: string): Client => {
  const client = market().client();
  client.signInWith(token);
  return client;
};

/** As if the last code had been used long ago. */
const ago = async ({ id }: Member): Promise<void> => {
  await market().marketplace.db('totp_secrets').where({ account_id: id }).update({ last_step: 0 });
};

/** Sets one up; its first code was used a while ago. */
const withFactor = async (name: string, of: (name: string) => Promise<Member> = market().member) => {
  const person = await of(name);
  const { secret, address } = (await person.post('user/second-factor')).body;
  const { status, body } = await person.post('user/second-factor/confirm', { code: codeAt(secret, Date.now()) });
  expect(status, JSON.stringify(body)).toBe(200);
  await ago(person);
  person.signInWith(body.token);
  return { person, secret: secret as string, address: address as string, codes: body.recoveryCodes as string[] };
};

/** As if the session had been open longer than its confirmation lasts. */
const leaveOpen = async ({ id }: Member): Promise<void> => {
  const { db } = market().marketplace;
  await db('sessions')
    .where({ account_id: id })
    .update({ proven_at: new Date(Date.now() - 11 * 60_000) });
};

const steppingUp = async (person: Client, shown: object): Promise<void> => {
  const { status, body } = await person.post('user/step-up', shown);
  expect(status, JSON.stringify(body)).toBe(200);
  person.signInWith(body.token);
};

const key = () => softAuthenticator(market().marketplace.publicUrl);

const adding = async (person: Client, name: string, authenticator = key(), how = {}) => {
  const asked = (await person.post('user/passkeys/options')).body;
  const added = await person.post('user/passkeys', { name, passkey: authenticator.make(asked, how) });
  if (added.status === 201) person.signInWith(added.body.token);
  return { authenticator, ...added };
};
const withPasskey = async (name: string, of: (name: string) => Promise<Member> = market().member) => {
  const person = await of(name);
  const { authenticator, status, body } = await adding(person, 'My phone');
  expect(status, JSON.stringify(body)).toBe(201);
  return { person, authenticator, id: body.id as string, codes: body.recoveryCodes as string[] };
};
const ask = async () => (await market().client().post('auth/passkey/options')).body;
const signInBy = async (authenticator: SoftAuthenticator, how = {}) =>
  market()
    .client()
    .post('auth/passkey', { passkey: authenticator.show(await ask(), how) });

describe('a second factor', () => {
  test('is active after its first correct code: a sign-in then needs one', async () => {
    const ada = await market().member('factor1');
    expect((await ada.get('user/second-factor')).body).toEqual({
      inUse: false,
      passkeys: 0,
      required: false,
      recoveryCodesLeft: 0,
      pendingUntil: null,
    });
    const { secret, address } = (await ada.post('user/second-factor')).body;
    expect(address).toContain(`secret=${secret}`);
    expect((await login(ada)).status).toBe(200);
    expect((await ada.post('user/second-factor/confirm', { code: '000000' })).body.code).toBe('secondFactorWrong');
    const confirmed = await ada.post('user/second-factor/confirm', { code: codeAt(secret, Date.now()) });
    ada.signInWith(confirmed.body.token);
    expect(confirmed.body.recoveryCodes).toHaveLength(10);
    expect(await login(ada)).toMatchObject({ status: 401, body: { code: 'secondFactorRequired' } });
    await ago(ada);
    expect((await login(ada, codeAt(secret, Date.now()))).status).toBe(200);
    expect((await ada.get('user/second-factor')).body).toEqual({
      inUse: true,
      passkeys: 0,
      required: false,
      recoveryCodesLeft: 10,
      pendingUntil: expect.any(String),
    });
  });

  test('is reported by e-mail, and is in the account’s history without its secret', async () => {
    const { person, secret } = await withFactor('factor2');
    await market().mail(person.email, /now asks for a code/);
    const { events } = await market().marketplace.journal.load(`account-${person.id}`);
    expect(events.at(-1)).toMatchObject({ type: 'SecondFactorAdded', data: { factor: 'totp' } });
    const rows = await market().marketplace.db('totp_secrets').where({ account_id: person.id });
    expect(rows).toHaveLength(1);
    expect(Buffer.from(rows[0].sealed).toString('latin1')).not.toContain(secret);
  });

  test('appears in the export of own data with its date, without its secret, until it is removed', async () => {
    const { person, secret } = await withFactor('factor2d');
    const { body } = await person.get('user/data');
    const added = body.security.find(({ type }: { type: string }) => type === 'SecondFactorAdded');
    expect(body.authenticator).toEqual({ addedAt: added.at });
    expect(JSON.stringify(body)).not.toContain(secret);
    await person.delete('user/second-factor');
    expect((await person.get('user/data')).body.authenticator).toBeNull();
  });

  test('can be replaced: that is reported too, and codes of the old app stop working', async () => {
    const { person, secret } = await withFactor('factor2b');
    const second = (await person.post('user/second-factor')).body.secret;
    const { status } = await person.post('user/second-factor/confirm', { code: codeAt(second, Date.now()) });
    expect(status).toBe(200);
    await ago(person);
    expect((await login(person, codeAt(secret, Date.now()))).body.code).toBe('secondFactorWrong');
    expect((await login(person, codeAt(second, Date.now()))).status).toBe(200);
    const { events } = await market().marketplace.journal.load(`account-${person.id}`);
    expect(events.filter(({ type }) => type === 'SecondFactorAdded')).toHaveLength(2);
  });

  later.test('added to a passkey brings no new recovery codes: the old ones stay valid', async () => {
    const { person, codes } = await withPasskey('factor2c');
    const { secret } = (await person.post('user/second-factor')).body;
    const added = await person.post('user/second-factor/confirm', { code: codeAt(secret, Date.now()) });
    expect(added.body.recoveryCodes).toEqual([]);
    expect((await login(person, codes[0])).status).toBe(200);
  });

  test('accepts each code once, and none older than the last used one', async () => {
    const { person, secret } = await withFactor('factor3');
    const [before, code] = [codeAt(secret, Date.now() - STEP), codeAt(secret, Date.now())];
    const both = await Promise.all([login(person, code), login(person, code)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await login(person, before)).body.code).toBe('secondFactorWrong');
  });

  test('accepts a recovery code instead, once', async () => {
    const { person, codes } = await withFactor('factor4');
    expect((await login(person, codes[0]!.toLowerCase().replaceAll('-', ' '))).status).toBe(200);
    expect((await login(person, codes[0])).body.code).toBe('secondFactorWrong');
    expect((await person.get('user/second-factor')).body.recoveryCodesLeft).toBe(9);
    const rows = await market().marketplace.db('recovery_codes').where({ account_id: person.id });
    expect(JSON.stringify(rows)).not.toContain(codes[1]);
  });

  later.test('renews its recovery codes: the old ones stop working', async () => {
    const { person, codes } = await withFactor('factor5');
    await market().passDays(3);
    const fresh = (await person.post('user/second-factor/recovery-codes')).body.recoveryCodes;
    expect((await login(person, codes[0])).status).toBe(400);
    expect((await login(person, fresh[0])).status).toBe(200);
    const none = await market().member('factor5b');
    expect((await none.post('user/second-factor/recovery-codes')).body.code).toBe('noSecondFactor');
  });

  test('resists guessing: five wrong codes lock it for a while, and the owner gets an e-mail', async () => {
    const { person, secret } = await withFactor('factor6');
    for (let guess = 0; guess < 5; guess++) expect((await login(person, '000000')).body.code).toBe('secondFactorWrong');
    expect(await login(person, codeAt(secret, Date.now()))).toMatchObject({
      status: 429,
      body: { code: 'tooManyCodes' },
    });
    expect((await market().mail(person.email, /trying to sign in/)).text).toContain('5 wrong codes');
  });

  test('can be removed, and the password alone is enough again', async () => {
    const { person } = await withFactor('factor7');
    expect((await person.delete('user/second-factor')).status).toBe(204);
    expect((await login(person)).status).toBe(200);
    await market().mail(person.email, /no longer asks for a code/);
  });

  later.test('is not bypassed by a password reset once it is older than 72 hours', async () => {
    const { person } = await withFactor('factor9');
    await market().passDays(3);
    await market().client().post('auth/forgot-password', { email: person.email });
    const token = await market().tokenFrom(person.email, '/reset-password');
    const password = 'Another-horse2!';
    expect((await market().client().post('auth/reset-password', { token, password })).body.token).toBeUndefined();
    expect((await login({ ...person, password })).body.code).toBe('secondFactorRequired');
  });

  later.test('is deleted with an erased account', async () => {
    const { person } = await withFactor('factor8');
    const { authenticator } = await adding(person, 'My phone');
    await person.post('user/deletion', { password: person.password });
    await market().passDays(31);
    for (const table of ['totp_secrets', 'recovery_codes', 'passkeys', 'passkey_challenges'])
      expect(await market().marketplace.db(table).where({ account_id: person.id }), table).toEqual([]);
    expect((await signInBy(authenticator)).body.code).toBe('passkeyRefused');
  });
});

describe('a passkey', () => {
  test('signs in alone; the account’s history names each one, without its keys', async () => {
    const { person, authenticator, codes } = await withPasskey('passkey1');
    expect(codes).toHaveLength(10);
    const second = await adding(person, 'The key on my desk');
    expect(second.body.recoveryCodes).toEqual([]);
    for (const one of [authenticator, second.authenticator]) {
      const { status, body } = await signInBy(one);
      expect([status, body.user?._id]).toEqual([200, person.id]);
    }
    const { passkeys } = (await person.get('user/passkeys')).body;
    expect(passkeys.map(({ name }: { name: string }) => name)).toEqual(['My phone', 'The key on my desk']);
    expect(passkeys[0].lastUsedAt).not.toBeNull();
    await market().mail(person.email, /passkey was added/);
    const raw = await market().marketplace.store.readStream(`account-${person.id}`, {});
    expect(JSON.stringify(raw)).not.toContain('My phone');
  });

  test('keeps its name as written; an invisible name is refused', async () => {
    const ada = await market().member('passkey1b');
    expect((await adding(ada, ' My\n\u202ephone\u2069 ')).status).toBe(201);
    expect((await ada.get('user/passkeys')).body.passkeys).toMatchObject([{ name: 'My phone' }]);
    const unseen = await adding(ada, '\u202e\u200b');
    expect([unseen.status, unseen.body.errors]).toEqual([400, { name: 'Please give the passkey a name' }]);
  });

  test('is required after the password; a recovery code works instead', async () => {
    const { person, authenticator, codes } = await withPasskey('passkey2');
    expect(await login(person)).toMatchObject({ status: 401, body: { code: 'secondFactorRequired' } });
    const { email, password } = person;
    const shown = { email, password, passkey: authenticator.show(await ask()) };
    expect((await market().client().post('auth/login', shown)).status).toBe(200);
    expect((await login(person, codes[0])).status).toBe(200);
    expect((await login(person, codes[0])).body.code).toBe('secondFactorWrong');
    const { authenticator: others } = await withPasskey('passkey2b');
    const foreign = { email, password, passkey: others.show(await ask()) };
    expect((await market().client().post('auth/login', foreign)).body.code).toBe('passkeyRefused');
  });

  later.test(
    'answers a challenge once, within five minutes, at this origin, verified, with a rising counter',
    async () => {
      const { authenticator } = await withPasskey('passkey3');
      const asked = await ask();
      const first = authenticator.show(asked);
      const send = (passkey: object) => market().client().post('auth/passkey', { passkey });
      expect((await send(first)).status).toBe(200);
      expect((await send(first)).body.code).toBe('passkeyRefused');
      expect((await send(authenticator.show(asked))).body.code).toBe('passkeyRefused');
      const late = await ask();
      await market().marketplace.db('passkey_challenges').update({ expires_at: new Date() });
      const refused = [
        await send(authenticator.show(late)),
        await signInBy(authenticator, { origin: 'https://reliquary.example.evil' }),
        await signInBy(authenticator, { rpId: 'evil.example' }),
        await signInBy(authenticator, { verified: false }),
        await signInBy(key()),
        await send({ ...authenticator.show(await ask()), id: 'AAAA', rawId: 'AAAA' }),
        await send({ ...first, response: { ...first.response, clientDataJSON: 'bnVsbA' } }),
      ];
      expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
        refused.map(() => [400, 'passkeyRefused']),
      );
      expect((await signInBy(authenticator, { counter: 1 })).body.code).toBe('passkeyCopied');
      expect((await signInBy(authenticator, { counter: 50 })).status).toBe(200);
    },
  );

  test('confirms the identity', async () => {
    const { person, authenticator } = await withPasskey('passkey4');
    await leaveOpen(person);
    expect((await person.post('user/passkeys/options')).body.code).toBe('stepUpRequired');
    expect((await person.post('user/step-up', { password: person.password })).body.code).toBe('secondFactorWrong');
    const asked = (await person.post('user/step-up/options')).body;
    expect(asked.allowCredentials).toHaveLength(1);
    await steppingUp(person, { passkey: authenticator.show(asked) });
    expect((await person.post('user/passkeys/options')).status).toBe(200);
  });

  later.test('counts as the second factor of a role, and the last one cannot be removed', async () => {
    const { person, authenticator, id } = await withPasskey('passkey5', market().staff);
    const { token } = (await signInBy(authenticator)).body;
    const clerk = signedInWith(token);
    expect((await clerk.get('staff/cases')).status).toBe(200);
    expect((await clerk.delete(`user/passkeys/${id}`)).body.code).toBe('secondFactorNeeded');
    const second = await adding(clerk, 'Another');
    expect((await clerk.delete(`user/passkeys/${id}`)).status).toBe(204);
    expect((await signInBy(authenticator)).body.code).toBe('passkeyRefused');
    expect((await signInBy(second.authenticator)).status).toBe(200);
    await market().mail(person.email, /passkey was removed/);
  });

  later.test('once removed leaves only the password, without recovery codes', async () => {
    const { person, id } = await withPasskey('passkey6');
    expect((await person.delete(`user/passkeys/${id}`)).status).toBe(204);
    expect((await person.delete(`user/passkeys/${id}`)).body.code).toBe('passkeyNotFound');
    expect((await login(person)).status).toBe(200);
    expect((await person.get('user/second-factor')).body.recoveryCodesLeft).toBe(0);
  });

  later.test('is created once, for the account that requested it', async () => {
    const { person, authenticator } = await withPasskey('passkey7');
    const other = await market().member('passkey7b');
    expect((await adding(person, 'Again', authenticator)).body.code).toBe('passkeyKnown');
    const asked = (await person.post('user/passkeys/options')).body;
    const stolen = await other.post('user/passkeys', { name: 'Theirs', passkey: key().make(asked) });
    expect(stolen.body.code).toBe('passkeyRefused');
    for (const how of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }, { verified: false }])
      expect((await adding(other, 'Wrong', key(), how)).body.code).toBe('passkeyRefused');
    expect((await adding(other, ' ')).status).toBe(400);
  });
});

describe('an account with a role', () => {
  /** Without a factor, as when the role is granted. */
  const granted = async (name: string) => {
    const person = await market().staff(name);
    const { token } = (await login(person)).body;
    return { person, weak: signedInWith(token) };
  };

  test('can do nothing in the role before a second factor is set up', async () => {
    const { weak } = await granted('role1');
    expect(await weak.get('staff/cases')).toMatchObject({ status: 403, body: { code: 'secondFactorMissing' } });
    expect((await weak.get('user/profile')).status).toBe(200);
    expect((await weak.get('user/second-factor')).body).toMatchObject({ inUse: false, required: true });
    const { secret } = (await weak.post('user/second-factor')).body;
    const { body } = await weak.post('user/second-factor/confirm', { code: codeAt(secret, Date.now()) });
    expect((await weak.get('staff/cases')).status).toBe(403);
    weak.signInWith(body.token);
    expect((await weak.get('staff/cases')).status).toBe(200);
  });

  test('cannot remove its second factor', async () => {
    const { person } = await withFactor('role2', market().staff);
    expect((await person.delete('user/second-factor')).body.code).toBe('secondFactorNeeded');
    expect(await login(person)).toMatchObject({ status: 401, body: { code: 'secondFactorRequired' } });
  });
});

describe('a session that was left open', () => {
  test('must confirm identity: by password without a second factor', async () => {
    const ada = await market().member('open1');
    await ada.post('seller/register');
    await leaveOpen(ada);
    const bank = { accountHolder: 'Ada', iban: 'NL91ABNA0417164300', bankName: 'ABN AMRO' };
    expect(await ada.post('seller/bank-details', bank)).toMatchObject({
      status: 403,
      body: { code: 'stepUpRequired' },
    });
    expect((await ada.post('user/step-up', { password: 'Wrong-horse1!' })).body.code).toBe('currentPasswordWrong');
    expect((await ada.post('seller/bank-details', bank)).status).toBe(403);
    await steppingUp(ada, { password: ada.password });
    expect((await ada.post('seller/bank-details', bank)).status).toBe(200);
  });

  test('gets a new confirmed token: the old one is not confirmed, not renewed, and soon expires', async () => {
    const ada = await market().member('open5');
    const thief = signedInWith(ada.token!);
    const replaced = (at: number) =>
      market()
        .marketplace.db('sessions')
        .where({ account_id: ada.id })
        .update({ replaced_at: new Date(at) });
    await leaveOpen(ada);
    await steppingUp(ada, { password: ada.password });
    await replaced(Date.now() + 3_600_000);
    expect(ada.token).not.toBe(thief.token);
    expect((await ada.post('user/second-factor')).status).toBe(200);
    expect((await thief.get('auth/verify')).status).toBe(200);
    expect((await thief.post('user/second-factor')).body.code).toBe('stepUpRequired');
    expect((await thief.post('auth/refresh')).body.code).toBe('tokenReplaced');
    await replaced(Date.now() - 61_000);
    expect((await thief.get('auth/verify')).status).toBe(401);
    expect((await ada.post('auth/refresh')).status).toBe(200);
    expect((await ada.get('auth/verify')).status).toBe(200);
  });

  test('must confirm by a code if there is a second factor, not by the password', async () => {
    const { person, secret } = await withFactor('open2');
    await leaveOpen(person);
    expect((await person.delete('user/second-factor')).body.code).toBe('stepUpRequired');
    expect((await person.post('user/step-up', { password: person.password })).body.code).toBe('secondFactorWrong');
    await steppingUp(person, { code: codeAt(secret, Date.now()) });
    expect((await person.delete('user/second-factor')).status).toBe(204);
  });

  test('must confirm before it moves money, ends accounts or listings, grants roles or changes the sign-in', async () => {
    const staff = await market().staff('open3');
    const admin = await market().grant(await market().member('open4'), 'admin');
    for (const somebody of [staff, admin]) await leaveOpen(somebody);
    const asked = await Promise.all([
      staff.post(`transaction/${'0'.repeat(32)}/hold`, { reason: 'x' }),
      staff.post(`transaction/${'0'.repeat(32)}/dispute/decide`, { toBuyer: '1', rationale: 'x' }),
      staff.post(`staff/accounts/${admin.id}/suspend`, { reason: 'x', ground: 'listings' }),
      staff.post(`staff/accounts/${admin.id}/reinstate`, { reason: 'x' }),
      staff.post(`staff/accounts/${admin.id}/terminate`, { reason: 'x' }),
      staff.post(`staff/accounts/${admin.id}/terminate/confirm`, {
        reason: 'I read the reports',
        proposalId: '0'.repeat(32),
      }),
      staff.post(`staff/accounts/${admin.id}/terminate/reject`, { reason: 'x' }),
      staff.post(`staff/listings/${'0'.repeat(32)}/remove`, { reason: 'x' }),
      staff.post('staff/orphans/evt_1/close', { note: 'x' }),
      staff.post(`staff/listing-reports/${'0'.repeat(32)}/decide`, { outcome: 'kept', statement: 'x' }),
      staff.post(`staff/message-reports/${'0'.repeat(32)}/resolve`, { outcome: 'nothing', note: 'x' }),
      staff.post(`staff/review-reports/${'0'.repeat(32)}/resolve`, { part: 'review', outcome: 'kept', note: 'x' }),
      staff.post(`staff/listing-reports/${'0'.repeat(32)}/answer`, { outcome: 'kept', statement: 'x' }),
      admin.post('admin/roles/grant', { account: staff.id, role: 'auditor' }),
      admin.post('user/second-factor'),
      admin.delete('user/sessions'),
      admin.post('user/email-change', { email: 'open4@new.example' }),
    ]);
    expect(asked.map(({ body }) => body.code)).toEqual(asked.map(() => 'stepUpRequired'));
    expect((await staff.get('staff/cases')).status).toBe(200);
  });
});

test('reports ten wrong passwords in a row to the owner', async () => {
  const ada = await market().member('guessed1');
  for (let guess = 0; guess < 10; guess++) await login({ ...ada, password: 'Wrong-horse1!' });
  expect((await market().mail(ada.email, /trying to sign in/)).text).toContain('10 wrong passwords');
  expect((await login(ada)).status).toBe(200);
});
