import { describe, expect, test } from 'vitest';
import { connect } from '#infrastructure/postgres/connect.ts';
import { newId } from '#infrastructure/system/ids.ts';
import { eventually, useMarketplace } from '#tests/support/marketplace.ts';

const market = useMarketplace();

describe('POST support/contact', () => {
  test('reaches the support address once, and a reply goes to the author [D2-017]', async () => {
    const ada = await market().member('asker1');
    const question = { subject: 'My parcel', message: 'It is <late>.\nWhat now?' };
    for (let time = 0; time < 2; time++) {
      const { status, body } = await ada.post('support/contact', question, { commandId: 'asking-once-for-all' });
      expect({ status, message: body.message }).toEqual({
        status: 200,
        message: 'Your message is on its way. We answer by email, on business days.',
      });
    }
    const mail = await market().mail(market().config.supportEmail, /My parcel/);
    expect(mail).toMatchObject({ subject: 'asker1 asks: My parcel', replyTo: ada.email });
    expect(mail.text).toContain(`asker1 (${ada.email}) writes:\n\nIt is <late>.\nWhat now?`);
    expect(mail.html).toContain('It is &lt;late&gt;.');
    await market().settle();
    const emails = await market().emails(market().config.supportEmail);
    expect(emails.filter(({ subject }) => subject.includes('My parcel'))).toHaveLength(1);
  });

  test('needs a text and a token', async () => {
    const ada = await market().member('asker2');
    const { status, body } = await ada.post('support/contact', { subject: 'x', message: '  ' });
    expect({ status, errors: body.errors }).toEqual({
      status: 400,
      errors: { message: 'Please write what it is about' },
    });
    expect((await market().client().post('support/contact', { message: 'x' })).status).toBe(401);
  });
});

describe('GET user/data', () => {
  test('returns all of the member’s own data as a file', async () => {
    const ada = await market().seller('owner1');
    const bob = await market().member('other1');
    const { _id } = await market().publish(ada);
    await bob.post('transaction', {
      listing: _id,
      amount: 50,
      seller: ada.id,
      status: 'CREATED',
      paymentDetails: {},
    });
    await ada.post('support/contact', { subject: 'Hello', message: 'Is it safe?' });
    const { status, body, headers } = await ada.get('user/data');
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="?reliquary-\d{4}-\d\d-\d\d\.json"?$/);
    expect(body).toMatchObject({
      profile: { username: 'owner1', email: ada.email },
      accountStatus: { status: 'active', eraseAt: null },
      bankDetails: { bankName: 'Bank' },
      listings: [{ _id }],
      transactions: [{ listing: { _id } }],
      ratings: { received: [], given: [] },
      questionsToSupport: [{ subject: 'Hello', message: 'Is it safe?' }],
    });
    expect(body.openings).toEqual([]);
    expect(body.security).toMatchObject([{ type: 'SignInSucceeded', way: 'credentials' }]);
    const { exportedAt: _, contents, ...parts } = body;
    expect(Object.keys(contents).sort()).toEqual(Object.keys(parts).sort());
    expect(contents.openings).toMatch(/^Who opened which of your personal data/);
    expect(contents.security).toMatch(/^Your sign-ins and refused sign-ins/);
    expect(body.notifications.length).toBeGreaterThan(0);
    expect(JSON.stringify(body)).not.toContain('NL91ABNA0417164300');
  });

  test('contains the settings: appearance, e-mails, passkeys and sessions', async () => {
    const ada = await market().member('owner3');
    await ada.put('user/appearance', { palette: 'light', text: 'large' });
    await ada.put('user/emails', { messages: 'daily' });
    const passkey = { type: 'AddPasskey', passkeyId: newId(), name: 'The blue key' } as const;
    const ids = { commandId: newId(), correlationId: newId(), causationId: newId() };
    const { accounts } = market().marketplace.services;
    await accounts.send(ada.id, passkey, { ...ids, actor: { id: ada.id, role: 'member' } });
    expect((await ada.get('user/data')).body).toMatchObject({
      settings: { appearance: { palette: 'light', text: 'large' }, emails: { messages: 'daily' } },
      passkeys: [{ name: 'The blue key', lastUsedAt: null }],
      sessions: [{ current: true }],
      pushes: [],
    });
  });

  test('contains no other member’s data', async () => {
    const bob = await market().member('owner2');
    const { body } = await bob.get('user/data');
    expect(body).toMatchObject({ profile: { username: 'owner2' }, listings: [], transactions: [], notifications: [] });
    expect((await market().client().get('user/data')).status).toBe(401);
  });
});

describe('an erased account', () => {
  test('has no sign-in and no sessions left, and its name and address are free again [D1-235] [L-018]', async () => {
    const ada = await market().member('leaving');
    await ada.post('user/deletion', { password: ada.password });
    await market().advance(31 * 86_400_000);
    await eventually(async () => (await market().client().post('auth/login', ada)).status === 401);
    await eventually(async () => (await ada.get('user/profile')).status === 401);
    await market().register('leaving');
    const again = await market().client().post('auth/login', { email: ada.email, password: ada.password });
    expect(again.body.code).toBe('emailNotVerified');
  });
});

test('a member’s name, address and country appear in no event in plain text [D1-171]', async () => {
  const ada = await market().member('clearname');
  const address = {
    fullName: 'Ada Clear',
    streetAddress1: 'Secret Lane 9',
    streetAddress2: '',
    city: 'Utrecht',
    postalCode: '3511 AA',
  };
  await ada.put('users/profile', { fullName: 'Ada Clear', country: 'Norway' });
  await ada.put('user/shipping', address);
  const { body } = await market().client().post('auth/login', { email: ada.email, password: ada.password });
  expect(body.user).toMatchObject({
    username: 'clearname',
    email: ada.email,
    fullName: 'Ada Clear',
    country: 'Norway',
    shippingAddress: address,
  });
  const db = connect(market().config.databaseUrl ?? '', { size: 1 });
  const rows = await db('events').select('stream', 'type', 'data');
  await db.destroy();
  const stored = rows.filter(({ stream }) => stream === `account-${ada.id}`);
  expect(stored.map(({ type }) => type)).toEqual(expect.arrayContaining(['AccountRegistered', 'ShippingAddressSet']));
  const everything = JSON.stringify(rows);
  for (const personal of ['clearname', 'Ada Clear', 'Secret Lane']) expect(everything).not.toContain(personal);
});
