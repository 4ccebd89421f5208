import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { eventually, useMarketplace } from '#tests/support/marketplace.ts';

const market = useMarketplace();

const registration = (username: string, change: object = {}) => ({
  username,
  email: `${username}@example.com`,
  password: 'Correct-horse1!',
  country: 'Netherlands',
  platformAgreements: { termsAccepted: true, termsAcceptedDate: new Date().toISOString() },
  ...change,
});
const register = (username: string, change: object = {}) =>
  market().client().post('auth/register', registration(username, change));
const login = (email: string, password = 'Correct-horse1!') =>
  market().client().post('auth/login', { email, password });

describe('POST auth/register', () => {
  test('answers 201 without a token and sends a mail with the link [D1-363] [D1-174]', async () => {
    const { status, body } = await register('reg01');
    expect(status).toBe(201);
    expect(body).toEqual({
      message: 'Registration successful! Please check your email to verify your account.',
      userId: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    expect(await market().tokenFrom('reg01@example.com', '/verify-email')).toMatch(/.{20}/);
  });

  test.each([64, 200])('takes a password of %d characters', async (length) => {
    const password = 'Correct-horse1!'.padEnd(length, ' staple');
    expect((await register(`long${length}`, { password })).status).toBe(201);
    // unverified, which is reported only after the right password
    expect((await login(`long${length}@example.com`, password)).body.code).toBe('emailNotVerified');
    expect((await login(`long${length}@example.com`, password.slice(0, -1))).body.code).toBe('invalidCredentials');
  });

  test('records the server’s time as the time the terms were accepted [D1-174]', async () => {
    const before = market().marketplace.clock!.now();
    const long = { termsAccepted: true, termsAcceptedDate: '2001-02-03T04:05:06.000Z' };
    const { body } = await register('reg07', { platformAgreements: long });
    const { events } = await market().marketplace.journal.load(`account-${body.userId}`);
    const [registered] = events.filter(({ type }) => type === 'AccountRegistered');
    const { termsAcceptedAt } = registered!.data as { termsAcceptedAt: number };
    expect(termsAcceptedAt).toBeGreaterThanOrEqual(before);
    expect((await register('reg08', { platformAgreements: { ...long, termsAcceptedDate: 'today' } })).status).toBe(400);
  });

  test('answers "Username already exists" for a taken username in any case [D1-433] [D1-173]', async () => {
    await register('reg02');
    const { status, body } = await register('REG02', { email: 'other02@example.com' });
    expect({ status, body }).toEqual({
      status: 409,
      body: {
        message: 'Username already exists',
        code: 'usernameTaken',
        errors: { username: 'Username already exists' },
      },
    });
  });

  test('answers "Email already exists" for a taken e-mail in any case [D1-433] [D1-173]', async () => {
    await register('reg03');
    const { status, body } = await register('reg03b', { email: 'REG03@Example.com' });
    expect(status).toBe(409);
    expect(body).toMatchObject({ message: 'Email already exists', errors: { email: 'Email already exists' } });
  });

  test('gives an e-mail to exactly one of two concurrent registrations [D2-242]', async () => {
    const both = await Promise.all([register('reg04'), register('reg04x', { email: 'reg04@example.com' })]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  test('keeps the loser’s username free', async () => {
    const both = await Promise.all([
      register('reg05a', { email: 'reg05@example.com' }),
      register('reg05b', { email: 'reg05@example.com' }),
    ]);
    const loser = both[0].status === 201 ? 'reg05b' : 'reg05a';
    expect((await register(loser, { email: 'reg05z@example.com' })).status).toBe(201);
  });

  test('registers once when repeated under the same command id', async () => {
    const options = { commandId: 'register-once-0001' };
    const body = registration('reg06');
    const first = await market().client().post('auth/register', body, options);
    const again = await market().client().post('auth/register', body, options);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body.userId).toBe(first.body.userId);
  });

  const rules: [string, object, string, string][] = [
    ['[D1-280]', { username: 'ab' }, 'username', 'Username must be at least 3 characters'],
    ['[D1-281]', { email: 'nobody' }, 'email', 'Please enter a valid email address'],
    ['[D1-282]', { email: 'a@b.museum12' }, 'email', 'Please enter a valid email address'],
    ['[D1-283]', { password: 'Aa1!' }, 'password', 'Must be at least 8 characters'],
    ['[D1-284]', { password: 'lower-case1!' }, 'password', 'Must include upper and lowercase letters'],
    ['[D1-285]', { password: 'No-digit-here!' }, 'password', 'Must include a number'],
    ['[D1-286]', { password: 'NoSpecial123' }, 'password', 'Must include a special character (!@#$%^&*)'],
    [
      '[D1-287]',
      { password: 'short' },
      'password',
      'Must be at least 8 characters, Must include upper and lowercase letters, Must include a number, Must include a special character (!@#$%^&*)',
    ],
    ['[D1-288] [D1-012]', { country: 'United States' }, 'country', 'Please select your country'],
    [
      '[D1-289]',
      { platformAgreements: { termsAccepted: false } },
      'platformAgreements.termsAccepted',
      'You must accept the Terms and Conditions',
    ],
  ];
  test.each(rules)(
    'applies the rules of the form, including the 30 countries: %s [D1-012]',
    async (_, change, field, message) => {
      const { status, body } = await register('rules', change);
      expect(status).toBe(400);
      expect(body.errors).toEqual({ [field]: message });
      expect(body.message).toBe(message);
    },
  );

  test('names every wrong field [D1-293]', async () => {
    const { body } = await market().client().post('auth/register', {});
    expect(Object.keys(body.errors)).toEqual(
      expect.arrayContaining(['username', 'email', 'password', 'country', 'platformAgreements']),
    );
  });
});

describe('POST auth/login', () => {
  test('answers token and user, the token with exp in seconds and the id of the user [D1-362] [D1-167] [D1-172] [D1-175]', async () => {
    const ada = await market().member('log01');
    const { status, body } = await login(ada.email);
    expect(status).toBe(200);
    expect(body.user).toMatchObject({
      _id: ada.id,
      userId: ada.id,
      username: 'log01',
      email: ada.email,
      country: 'Netherlands',
      platformAgreements: { termsAccepted: true, feeAccepted: false },
      roles: ['member'],
    });
    expect(JSON.stringify(body)).not.toMatch(/argon2|password/i);
    const claims = decodeJwt(body.token);
    expect(claims.userId).toBe(ada.id);
    expect(claims.exp! - Date.now() / 1000).toBeGreaterThan(3500);
    expect(claims.exp! - Date.now() / 1000).toBeLessThan(3601);
  });

  test('answers an unknown address and a wrong password alike, with status 401 in the body [D1-428] [D1-226]', async () => {
    const { email } = await market().member('log02');
    const wrong = await login(email, 'Wrong-horse1!');
    const unknown = await login('nobody@example.com', 'Wrong-horse1!');
    expect(wrong.status).toBe(401);
    expect(wrong.body).toEqual({ message: 'Invalid email or password', code: 'invalidCredentials', status: 401 });
    expect(unknown.body).toEqual(wrong.body);
  });

  test('says that an address is unverified only after the right password [D1-234]', async () => {
    const { email } = await market().register('log03');
    expect((await login(email, 'Wrong-horse1!')).body.code).toBe('invalidCredentials');
    const right = await login(email);
    expect(right.status).toBe(403);
    expect(right.body.code).toBe('emailNotVerified');
    expect(right.body.message).toContain('verification email');
  });

  test('refuses a suspended account after the right password, and ends its sessions [D1-235]', async () => {
    const ada = await market().member('log04');
    const staff = await market().staff('log04staff');
    await market().marketplace.services.accounts.sendAndSignOut(
      ada.id,
      { type: 'SuspendAccount', reason: 'counterfeits' },
      { commandId: 'suspend-log04', correlationId: 'c', causationId: 'c', actor: { id: staff.id, role: 'staff' } },
    );
    expect((await ada.get('auth/verify')).status).toBe(401);
    expect((await login(ada.email)).body).toMatchObject({ code: 'accountSuspended' });
    expect((await login(ada.email, 'Wrong-horse1!')).body).toMatchObject({ code: 'invalidCredentials' });
  });

  test('asks for both fields', async () => {
    const { status, body } = await market().client().post('auth/login', { email: 'a@b.nl' });
    expect(status).toBe(400);
    expect(body.message).toBe('Please enter both email and password');
  });

  test('applies no other password rule [D1-295]', async () =>
    expect((await login('a@example.com', 'x')).status).toBe(401));
});

describe('a session', () => {
  test('is checked by GET /api/auth/verify [D1-365]', async () => {
    const ada = await market().member('ses01');
    const { status, body } = await ada.get('auth/verify');
    expect(status).toBe(200);
    expect(body).toMatchObject({ valid: true, user: { _id: ada.id } });
  });

  test('answers 401 with status 401 in the body without a token and with a forged one [D1-351] [D2-253]', async () => {
    const visitor = market().client();
    for (const token of [undefined, 'not.a.token', `${(await market().member('ses02')).token}x`]) {
      visitor.signInWith(token);
      const { status, body } = await visitor.get('auth/verify');
      expect(status).toBe(401);
      expect(body).toMatchObject({ status: 401, message: 'Authentication failed. Please log in again.' });
    }
  });

  test('is renewed by POST auth/refresh, with the user [D1-172] [D1-364]', async () => {
    const ada = await market().member('ses03');
    const { body } = await ada.post('auth/refresh');
    expect(body.user).toEqual((await login(ada.email)).body.user);
    expect(JSON.stringify(body)).not.toMatch(/argon2|password/i);
    ada.signInWith(body.token);
    expect((await ada.get('user/profile')).status).toBe(200);
  });

  test('ends with POST auth/logout, 204 [D1-373]', async () => {
    const ada = await market().member('ses04');
    const { status, body } = await ada.post('auth/logout');
    expect({ status, body }).toEqual({ status: 204, body: undefined });
    expect((await ada.get('user/profile')).status).toBe(401);
    expect((await ada.post('auth/refresh')).status).toBe(401);
  });
});

describe('GET auth/verify/{token}', () => {
  const VERIFIED = { message: 'Email verified successfully!' };
  const linkTo = async (email: string) => `auth/verify/${await market().tokenFrom(email, 'verify-email')}`;
  const follow = (link: string, cookie: string) => market().client().call('GET', link, { headers: { cookie } });

  test('is not used up by a HEAD request', async () => {
    const { email, registrant } = await market().registerOnPage('scanned');
    const link = await linkTo(email);
    const looked = await market()
      .client()
      .call('HEAD', link, { headers: { cookie: registrant } });
    expect(looked.status).toBe(204);
    const first = await follow(link, registrant);
    expect([first.status, typeof first.body.token]).toEqual([200, 'string']);
  });

  test('verifies and answers a session; a second click still succeeds, without one [D1-366] [D1-368]', async () => {
    const { email, registrant } = await market().registerOnPage('ver01');
    const link = await linkTo(email);
    const first = await follow(link, registrant);
    expect(first.body).toMatchObject({ ...VERIFIED, user: { email } });
    const signedIn = market().client();
    signedIn.signInWith(first.body.token);
    expect((await signedIn.get('auth/verify')).status).toBe(200);
    expect((await signedIn.get('user/data')).body.security).toMatchObject([{ type: 'SignInSucceeded', way: 'link' }]);
    // the registration cookie is deleted
    expect(first.headers.getSetCookie()).toContainEqual(
      expect.stringMatching(/^registrant=; .*Expires=Thu, 01 Jan 1970/),
    );

    const second = await follow(link, registrant);
    expect(second.status).toBe(200);
    expect(second.body).toEqual(VERIFIED);
  });

  test('sets a cookie for a week in a browser that registers, and none for a program', async () => {
    const { given } = await market().registerOnPage('ver02');
    expect(given).toMatch(/^registrant=[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/);
    const days = (Date.parse(/Expires=([^;]+)/.exec(given)![1]!) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThanOrEqual(7);
    expect((await register('ver03')).headers.getSetCookie()).toEqual([]);
  });

  test.each([
    ['a browser that did not register', () => ''],
    ['one that registered another account', async () => (await market().registerOnPage('ver05')).registrant],
    ['one that knows what it keeps by another name', async () => 'registrant=unknown'],
  ])('verifies for %s and opens no session: a stranger may have registered', async (who, cookie) => {
    const username = `ver04${who.length}`;
    const { email } = await market().registerOnPage(username);
    const { body, headers } = await follow(await linkTo(email), await cookie());
    expect(body).toEqual(VERIFIED);
    expect(headers.getSetCookie()).toEqual([]);
    expect((await login(email)).status).toBe(200);
  });

  test('opens no session if one is already open', async () => {
    const ada = await market().member('ver06');
    const { email, registrant } = await market().registerOnPage('ver07');
    const { body, headers } = await ada.call('GET', await linkTo(email), { headers: { cookie: registrant } });
    expect(body).toEqual(VERIFIED);
    expect(headers.getSetCookie()).toEqual([]);
    expect((await ada.get('user/profile')).body.email).toBe(ada.email);
  });

  test('signs in the browser that registered with a resent link too', async () => {
    const { email, registrant } = await market().registerOnPage('ver08');
    const before = await linkTo(email);
    await market().client().post('auth/resend-verification', { email });
    const link = await eventually(async () => {
      const newest = await linkTo(email);
      return newest !== before && newest;
    });
    expect((await follow(link, registrant)).body).toMatchObject({ ...VERIFIED, user: { email } });
  });

  test('refuses an unknown token [D1-368]', async () => {
    const { status, body } = await market().client().get('auth/verify/unknown-token');
    expect(status).toBe(400);
    expect(body.message).toBe('Invalid or expired token');
  });
});

describe('POST auth/resend-verification', () => {
  test('says the same for unverified, verified and unknown addresses, and mails only the first [D1-369] [D1-448]', async () => {
    const { email } = await market().register('rsd01');
    await market().mail(email, /verify-email/);
    const verified = await market().member('rsd02');
    const before = (await market().emails(verified.email)).length;
    const answers = [];
    for (const address of [email, verified.email, 'nobody@example.com'])
      answers.push(await market().client().post('auth/resend-verification', { email: address }));
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body).toEqual({ message: 'Verification email has been resent. Please check your inbox.' });
    }
    await eventually(async () => (await market().emails(email)).length === 2);
    await market().settle();
    expect((await market().emails(verified.email)).length).toBe(before);
    expect(await market().emails('nobody@example.com')).toEqual([]);
  });
});

describe('a forgotten password', () => {
  const forgot = (email: string) => market().client().post('auth/forgot-password', { email });
  const validate = (token: string) => market().client().get('auth/reset-password/validate', { token });
  const reset = (token: string, password: string) => market().client().post('auth/reset-password', { token, password });

  test('is requested with the same answer for known and unknown addresses [D1-370] [D1-239]', async () => {
    const { email } = await market().member('fgt01');
    const known = await forgot(email);
    const unknown = await forgot('nobody@example.com');
    expect(known.status).toBe(200);
    expect(unknown.status).toBe(known.status);
    expect(unknown.body).toEqual(known.body);
    expect(await market().tokenFrom(email, '/reset-password')).toMatch(/.{20}/);
    expect(await market().emails('nobody@example.com')).toEqual([]);
  });

  test('is replaced once by a link that is valid for an hour; sessions end [D1-371] [D1-372] [D1-073]', async () => {
    const ada = await market().member('fgt02');
    await forgot(ada.email);
    const token = await market().tokenFrom(ada.email, '/reset-password');
    expect((await validate(token)).body).toEqual({ valid: true });
    const { status, body } = await reset(token, 'New-horse-22!');
    expect({ status, body }).toEqual({ status: 200, body: { message: 'Password reset successful!' } });

    expect((await ada.get('user/profile')).status).toBe(401);
    expect((await login(ada.email)).status).toBe(401);
    expect((await login(ada.email, 'New-horse-22!')).status).toBe(200);
    expect((await validate(token)).body).toEqual({ valid: false });
    expect((await reset(token, 'Another-one3!')).body.message).toBe('Invalid or expired token');
  });

  test('ends the verification link: the old e-mail signs nobody in', async () => {
    const { email, registrant } = await market().registerOnPage('fgt05');
    const verifying = await market().tokenFrom(email, '/verify-email');
    await forgot(email);
    expect((await reset(await market().tokenFrom(email, '/reset-password'), 'New-horse-22!')).status).toBe(200);
    const followed = await market()
      .client()
      .call('GET', `auth/verify/${verifying}`, { headers: { cookie: registrant } });
    expect(followed).toMatchObject({ status: 400, body: { message: 'Invalid or expired token' } });
    expect((await login(email, 'New-horse-22!')).status).toBe(200);
  });

  test('works for a suspended account too, is recorded and reported to its owner', async () => {
    const [ada, staff] = [await market().member('fgt06'), await market().staff('fgt06staff')];
    await forgot(ada.email);
    const token = await market().tokenFrom(ada.email, '/reset-password');
    const { status } = await staff.post(`staff/accounts/${ada.id}/suspend`, {
      reason: 'Sells what is not there',
      ground: 'listings',
    });
    expect(status).toBe(200);
    expect((await reset(token, 'New-horse-22!')).status).toBe(200);
    expect((await login(ada.email, 'New-horse-22!')).body).toMatchObject({ code: 'accountSuspended' });
    await market().settle();
    const subjects = (await market().emails(ada.email)).map(({ subject }) => subject);
    expect(subjects).toContain('Your password was changed');
  });

  test('cannot be replaced by a link older than an hour [D1-371]', async () => {
    const { email } = await market().member('fgt03');
    await forgot(email);
    const token = await market().tokenFrom(email, '/reset-password');
    await market().advance(59 * 60_000);
    expect((await validate(token)).body).toEqual({ valid: true });
    await market().advance(60_000);
    expect((await validate(token)).body).toEqual({ valid: false });
    expect((await reset(token, 'New-horse-22!')).status).toBe(400);
  });

  test('must follow the registration rules when replaced [D1-297]', async () => {
    const { status, body } = await reset('whatever', 'weak');
    expect(status).toBe(400);
    expect(body.errors.password).toContain('Must be at least 8 characters, ');
  });

  test('stores no secret in events: neither the token nor the password nor a hash [D1-372]', async () => {
    const { email } = await market().member('fgt04');
    await forgot(email);
    const token = await market().tokenFrom(email, '/reset-password');
    expect((await reset(token, 'Secret-horse4!')).status).toBe(200);
    const events = JSON.stringify(await market().marketplace.store.readAll({ limit: 100_000 }));
    expect(events).toContain('PasswordChanged');
    for (const secret of [token, 'Secret-horse4!', 'Correct-horse1!', 'argon2']) expect(events).not.toContain(secret);
  });

  test('cannot be replaced with an invalid token [D1-371]', async () =>
    expect((await validate('bad')).body).toEqual({ valid: false }));
});

describe('POST user/change-password', () => {
  test('changes it, keeps this session and ends the others [D2-306] [D2-217]', async () => {
    const ada = await market().member('chg01');
    const elsewhere = await market().signIn(ada.email, ada.password);
    const { status, body } = await ada.post('user/change-password', {
      currentPassword: ada.password,
      newPassword: 'NewHorse22!',
    });
    expect({ status, body }).toEqual({ status: 200, body: { message: 'Password updated successfully' } });
    expect((await ada.get('user/profile')).status).toBe(200);
    expect((await elsewhere.get('user/profile')).status).toBe(401);
    expect((await login(ada.email, 'NewHorse22!')).status).toBe(200);
  });

  test('names a wrong current password and keeps the session [D2-349]', async () => {
    const ada = await market().member('chg02');
    const { status, body } = await ada.post('user/change-password', {
      currentPassword: 'Wrong-horse1!',
      newPassword: 'NewHorse22!',
    });
    expect(status).toBe(400);
    expect(body.message).toMatch(/invalid authentication code/i);
    expect((await ada.get('user/profile')).status).toBe(200);
  });

  test.each([
    ['seven signs [D2-213]', 'Abc12!x'],
    ['no lower case [D2-214]', 'ABCDEF12!'],
    ['no upper case', 'abcdef12!'],
    ['no digit', 'Abcdefgh!'],
    ['no special sign', 'Abcdefg12'],
    ['a space [D2-215]', 'Abcdef 12!'],
    ['an accent', 'Zbmdéf12!'],
    ['a hyphen', 'Zbm-def12!'],
  ])('refuses %s [D2-216]', async (_, newPassword) => {
    const ada = await market().member(`chg${Math.random().toString(36).slice(2, 8)}`);
    const { status, body } = await ada.post('user/change-password', { currentPassword: ada.password, newPassword });
    expect(status).toBe(400);
    expect(body.message).toBe(
      'Password must be at least 8 characters long and contain uppercase, lowercase, number and special character',
    );
  });

  test('needs both fields [D2-211]', async () => {
    const ada = await market().member('chg03');
    const { body } = await ada.post('user/change-password', {});
    expect(Object.keys(body.errors)).toEqual(['currentPassword', 'newPassword']);
  });
});

describe('a password guessed from inside a session', () => {
  type Ask = (password: string) => [path: string, body: object];
  const CALLS: [string, Ask][] = [
    [
      'the call that changes it',
      (currentPassword) => ['change-password', { currentPassword, newPassword: 'NewHorse22!' }],
    ],
    ['the one that asks who one is', (password) => ['step-up', { password }]],
    ['the one that deletes the account', (password) => ['deletion', { password }]],
  ];
  const told = async (email: string) => {
    await market().settle();
    return (await market().emails(email)).filter(({ subject }) => subject === 'Somebody is guessing your password');
  };

  test.each(CALLS)('counts in %s: ten wrong ones send an e-mail to the owner', async (who, ask) => {
    const ada = await market().member(`inside${who.length}`);
    const guess = async () => {
      const [path, body] = ask('Wrong-horse1!');
      expect(await ada.post(`user/${path}`, body)).toMatchObject({ body: { code: 'currentPasswordWrong' } });
    };
    for (let guesses = 1; guesses <= 9; guesses++) await guess();
    expect(await told(ada.email)).toEqual([]);
    await guess();
    const [mail] = await told(ada.email);
    expect(mail?.text).toContain('entered 10 wrong passwords in a row for your account');
  });

  test.each(CALLS)('is forgiven in %s: a correct one resets the count', async (who, ask) => {
    const ada = await market().member(`right${who.length}`);
    for (let guesses = 1; guesses <= 9; guesses++) await ada.post('user/step-up', { password: 'Wrong-horse1!' });
    const [path, body] = ask(ada.password);
    expect((await ada.post(`user/${path}`, body)).status).toBe(200);
    await ada.post('user/step-up', { password: 'Wrong-horse1!' });
    expect(await told(ada.email)).toEqual([]);
  });
});
