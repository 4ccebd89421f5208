import { describe, expect, test } from 'vitest';
import { accountStatus } from '#application/contract/accounts.ts';
import { FIRST_APPEARANCE } from '#domain/accounts/appearance.ts';
import { AT_ONCE } from '#domain/accounts/mailChoices.ts';
import { openUnsubscribing } from '#infrastructure/mail/unsubscribing.ts';
import { eventually, type Member, useMarketplace } from '#tests/support/marketplace.ts';

const market = useMarketplace();
const BANK = { accountHolder: 'Ada Lovelace', iban: 'NL91ABNA0417164300', bankName: 'ABN AMRO' };

describe('GET user/profile', () => {
  test('has what the settings show [D1-170] [D1-374] [D2-144] [D2-145] [D2-146] [D2-147] [D2-304]', async () => {
    const ada = await market().member('prof1');
    const { body } = await ada.get('user/profile');
    expect(ada.id).toMatch(/^[0-9a-f]{12}7[0-9a-f]{19}$/);
    expect(body).toMatchObject({
      _id: ada.id,
      userId: ada.id,
      email: ada.email,
      country: 'Netherlands',
      platformAgreements: { termsAccepted: true, feeAccepted: false },
      bankAccount: { verified: false },
      shippingAddress: null,
      shippingRates: { domesticRate: 5, continentalRate: 15, internationalRate: 30 },
      reputation: 0,
      ratingCount: 0,
      status: 'active',
    });
  });

  test('is served under users/ as well [D1-352] [D2-313]', async () => {
    const ada = await market().member('prof2');
    expect((await ada.get('users/profile')).body).toEqual((await ada.get('user/profile')).body);
  });

  test('needs a token', async () => expect((await market().client().get('user/profile')).status).toBe(401));
});

describe('PUT users/profile', () => {
  test('changes name and country, and the answer can be merged into the user [D1-379] [D1-380]', async () => {
    const ada = await market().member('prof3');
    const change = {
      fullName: 'Ada Lovelace',
      country: 'Germany',
      email: 'evil@example.com',
      roles: ['admin'],
      platformAgreements: { feeAccepted: true },
    };
    const { status, body } = await ada.put('users/profile', change);
    expect(status).toBe(200);
    const kept = {
      email: ada.email,
      roles: ['member'],
      platformAgreements: { termsAccepted: true, feeAccepted: false },
    };
    expect(body).toMatchObject({ fullName: 'Ada Lovelace', country: 'Germany', ...kept });
    expect((await ada.get('user/profile')).body).toMatchObject({
      fullName: 'Ada Lovelace',
      country: 'Germany',
      ...kept,
    });
  });

  test('keeps absent fields as they are', async () => {
    const ada = await market().member('prof4', { country: 'France' });
    await ada.put('users/profile', { fullName: 'Ada' });
    expect((await ada.put('user/profile', {})).body).toMatchObject({ fullName: 'Ada', country: 'France' });
  });

  test('refuses a country outside the 30 [D1-012]', async () => {
    const ada = await market().member('prof5');
    const { status, body } = await ada.put('users/profile', { country: 'Japan' });
    expect(status).toBe(400);
    expect(body.message).toBe('Please select your country');
  });
});

describe('PUT user/shipping', () => {
  const address = { fullName: 'Ada', streetAddress1: 'Lange Straat 1', city: 'Utrecht', postalCode: '3511 AA' };

  test('stores the address; the second line is optional [D2-145] [D2-225] [D2-307] [D2-363]', async () => {
    const ada = await market().member('ship1');
    const { body } = await ada.put('user/shipping', address);
    expect(body.message).toBe('Shipping address updated successfully');
    expect((await ada.get('user/profile')).body.shippingAddress).toEqual({ ...address, streetAddress2: '' });
  });

  test.each(['fullName', 'streetAddress1', 'city', 'postalCode'])('needs %s [D2-225]', async (field) => {
    const ada = await market().member(`ship-${field}`);
    const { status, body } = await ada.put('user/shipping', { ...address, [field]: ' ' });
    expect(status).toBe(400);
    expect(Object.keys(body.errors)).toEqual([field]);
  });
});

describe('PUT user/shipping-rates', () => {
  test('sets two rates and leaves the third as it is [D2-308] [D2-364]', async () => {
    const ada = await market().member('rate1');
    const { body } = await ada.put('user/shipping-rates', { domesticRate: 4.95, continentalRate: 12.5 });
    expect(body.message).toBe('Shipping rates updated successfully');
    expect(body.shippingRates).toEqual({ domesticRate: 4.95, continentalRate: 12.5, internationalRate: 30 });
    expect((await ada.get('user/profile')).body.shippingRates).toEqual(body.shippingRates);
  });

  test('takes the third too, and 0 and 100 [D2-226] [D2-308] [D2-377]', async () => {
    const ada = await market().member('rate2');
    const rates = { domesticRate: 0, continentalRate: 100, internationalRate: 99.99 };
    expect((await ada.put('user/shipping-rates', rates)).body.shippingRates).toEqual(rates);
  });

  test.each([
    ['more than €100', 100.01, 'Shipping rates cannot exceed €100'],
    ['less than nothing', -0.01, 'Shipping rates cannot be negative'],
  ])('refuses %s [D2-230]', async (_, domesticRate, message) => {
    const ada = await market().member(`rate${Math.random().toString(36).slice(2, 8)}`);
    const { status, body } = await ada.put('user/shipping-rates', { domesticRate, continentalRate: 1 });
    expect({ status, message: body.message }).toEqual({ status: 400, message });
  });

  test.each([4.955, 'much', null])('refuses %s: no amount with two decimals [D2-226]', async (domesticRate) => {
    const ada = await market().member(`rate${Math.random().toString(36).slice(2, 8)}`);
    expect((await ada.put('user/shipping-rates', { domesticRate, continentalRate: 1 })).status).toBe(400);
  });
});

describe('POST seller/register', () => {
  test('makes any member a seller, once [D2-309] [D2-357] [D2-358] [D2-278] [D1-437]', async () => {
    const ada = await market().member('sell1');
    const first = await ada.post('seller/register');
    expect(first.status).toBe(200);
    expect(first.body.message).toBe(
      'Congratulations! You are now a seller. Please provide your bank information to receive payments.',
    );
    expect(first.body.user.platformAgreements.feeAccepted).toBe(true);
    const second = await ada.post('seller/register');
    expect(second.status).toBe(409);
    expect(second.body.message).toBe('User is already registered as seller');
  });

  test('has no second effect when repeated under the same command id', async () => {
    const ada = await market().member('sell2');
    for (let time = 0; time < 2; time++)
      expect((await ada.post('seller/register', {}, { commandId: 'become-a-seller-1' })).status).toBe(200);
  });
});

describe('seller/bank-details', () => {
  test('are null, then masked: the full IBAN never leaves the server [D2-310] [D2-148] [D2-354]', async () => {
    const ada = await market().member('bank1');
    await ada.post('seller/register');
    expect((await ada.get('seller/bank-details')).body).toEqual({ maskedDetails: null });
    const saved = await ada.post('seller/bank-details', BANK);
    expect(saved.body.message).toBe('Bank details updated successfully');
    const { body } = await ada.get('seller/bank-details');
    expect(body.maskedDetails).toMatchObject({ accountHolder: 'Ada Lovelace', bankName: 'ABN AMRO' });
    for (const answer of [saved.body, body, (await ada.get('user/profile')).body])
      expect(JSON.stringify(answer).replaceAll(' ', '')).not.toContain('ABNA0417164300');
  });

  test('are checked, and seller/status follows [D2-312] [D2-199]', async () => {
    const ada = await market().member('bank2');
    expect((await ada.get('seller/status')).body).toEqual({
      feeAccepted: false,
      hasBankDetails: false,
      bankAccount: { verified: false, rejectedReason: null },
      payoutsHeldUntil: null,
      frozenUntil: null,
      identityPage: false,
    });
    await ada.post('seller/register');
    await ada.post('seller/bank-details', BANK);
    await eventually(async () => (await ada.get('seller/status')).body.bankAccount.verified);
    expect((await ada.get('seller/status')).body).toMatchObject({ feeAccepted: true, hasBankDetails: true });
    expect((await ada.get('user/profile')).body.bankAccount).toEqual({ verified: true });
  });

  test('need no page of a provider without identity checks, and are not checked twice', async () => {
    const ada = await market().member('bank6');
    await ada.post('seller/register');
    const refusal = { status: 409, body: { code: 'bankAccountNotChecked' } };
    expect(await ada.post('seller/identity-page')).toMatchObject(refusal);
    await ada.post('seller/bank-details', BANK);
    await eventually(async () => (await ada.get('seller/status')).body.bankAccount.verified);
    expect((await ada.get('seller/status')).body.identityPage).toBe(false);
    expect(await ada.post('seller/identity-page')).toMatchObject(refusal);
    expect(await ada.post('seller/bank-details/check')).toMatchObject(refusal);
    expect((await market().client().post('seller/identity-page')).status).toBe(401);
  });

  test('are created and replaced by both PUT and POST [D2-311]', async () => {
    const ada = await market().member('bank3');
    await ada.post('seller/register');
    expect((await ada.put('seller/bank-details', BANK)).status).toBe(200);
    const german = { ...BANK, iban: 'DE89 3704 0044 0532 0130 00', bankName: 'Commerzbank' };
    expect((await ada.post('seller/bank-details', german)).status).toBe(200);
    expect((await ada.get('seller/bank-details')).body.maskedDetails.bankName).toBe('Commerzbank');
    // a change waits 72 hours, the first account does not
    const { payoutsHeldUntil } = (await ada.get('seller/status')).body;
    const hours = (Date.parse(payoutsHeldUntil) - market().marketplace.clock!.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(71);
    expect(hours).toBeLessThanOrEqual(72);
    const told = await market().mail(ada.email, /payouts wait until/);
    expect(told.to).toBe(ada.email);
  });

  test('come after the seller terms', async () => {
    const ada = await market().member('bank4');
    const { status, body } = await ada.post('seller/bank-details', BANK);
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'sellerTermsRequired' });
  });

  test.each([
    ['accountHolder', '', 'Account holder name is required'],
    ['iban', '', 'IBAN is required'],
    ['iban', 'hello', 'Please enter a valid IBAN'],
    ['iban', 'NL92ABNA0417164300', 'Please enter a valid IBAN'],
    ['bankName', ' ', 'Bank name is required'],
  ])('%s "%s": %s [D2-218] [D2-219] [D2-221] [D2-222] [D2-223]', async (field, value, message) => {
    const ada = await market().member(`bank${Math.random().toString(36).slice(2, 8)}`);
    await ada.post('seller/register');
    const { status, body } = await ada.post('seller/bank-details', { ...BANK, [field]: value });
    expect(status).toBe(400);
    expect(body.errors).toEqual({ [field]: message });
  });

  test('accept lower case, spaces and Romanian letters [D2-220] [D2-221]', async () => {
    const ada = await market().member('bank5');
    await ada.post('seller/register');
    const { status } = await ada.post('seller/bank-details', { ...BANK, iban: ' ro49 aaaa 1b31 0075 9384 0000 ' });
    expect(status).toBe(200);
    const { events } = await market().marketplace.journal.load(`account-${ada.id}`);
    const given = events.find(({ type }) => type === 'BankDetailsProvided');
    expect(given?.data).toMatchObject({ bank: { iban: 'RO49AAAA1B31007593840000' } });
  });
});

describe('emails', () => {
  test('are chosen by kind: absent kinds stay', async () => {
    const ada = await market().member('emails1');
    expect((await ada.get('user/emails')).body).toEqual(AT_ONCE);
    expect((await ada.put('user/emails', { sales: 'daily' })).body).toEqual({ ...AT_ONCE, sales: 'daily' });
    expect((await ada.put('user/emails', { sales: 'sometimes' })).status).toBe(400);
  });

  test('of one kind end with one click in the mailbox, but not with a made-up link', async () => {
    const ada = await market().member('emails2');
    const token = openUnsubscribing(market().config.secrets.jwt).tokenOf(ada.id, 'reviews');
    const click = (which: string) => {
      // as an e-mail program sends it
      const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
      return fetch(new URL(`/api/emails/unsubscribe/${which}`, market().url), { method: 'POST', body });
    };
    expect((await click(token.replace('reviews', 'sales'))).status).toBe(400);
    expect((await click('nonsense')).status).toBe(400);
    expect((await click(token)).status).toBe(200);
    expect((await ada.get('user/emails')).body).toEqual({ ...AT_ONCE, reviews: 'off' });
  });
});

describe('the unsubscribe link of an e-mail', () => {
  test('opens a page with a button and changes nothing', async () => {
    const ada = await market().member('emails3');
    const token = openUnsubscribing(market().config.secrets.jwt).tokenOf(ada.id, 'reviews');
    for (const method of ['GET', 'HEAD']) {
      const link = new URL(`/api/emails/unsubscribe/${token}`, market().url);
      const { status, headers } = await fetch(link, { method, redirect: 'manual' });
      expect([status, headers.get('location')]).toEqual([303, `/unsubscribe?token=${token}`]);
    }
    expect((await ada.get('user/emails')).body).toEqual(AT_ONCE);
  });
});

describe('appearance', () => {
  test('is stored with the account: absent choices stay, and other devices get it', async () => {
    const ada = await market().member('looks1');
    expect((await ada.get('auth/verify')).body).toMatchObject({ user: { appearance: FIRST_APPEARANCE } });
    const chosen = { ...FIRST_APPEARANCE, palette: 'light', text: 'larger' };
    expect((await ada.put('user/appearance', { palette: 'light' })).body).toEqual({ ...chosen, text: 'normal' });
    expect((await ada.put('user/appearance', { text: 'larger' })).body).toEqual(chosen);
    expect((await ada.put('user/appearance', { palette: 'pink' })).status).toBe(400);
    expect((await ada.get('auth/verify')).body).toMatchObject({ user: { appearance: chosen } });
  });
});

describe('statistics', () => {
  test('user/stats and user/detailed-stats [D1-375] [D1-376] [D1-383] [D2-149] [D2-305] [D1-187]', async () => {
    const ada = await market().seller('stat1');
    await market().publish(ada);
    const { body } = await ada.get('user/stats');
    expect(body).toEqual({
      activeListings: 1,
      totalSales: 0,
      unreadMessages: 0,
      needsYou: 0,
      newReviews: 0,
      reputation: 0,
      ratingCount: 0,
    });
    expect((await ada.get('user/detailed-stats')).body).toEqual({
      ...body,
      profile: (await ada.get('user/profile')).body,
    });
  });

  test('user/account-status is one of five [D1-232] [D1-377]', async () => {
    expect(accountStatus.shape.status.options).toEqual([
      'unverified',
      'active',
      'suspended',
      'deletion_pending',
      'deleted',
    ]);
    const ada = await market().member('stat2');
    expect((await ada.get('user/account-status')).body).toEqual({ status: 'active', eraseAt: null });
  });

  test('user/activity starts empty, with its defaults [D1-378]', async () => {
    const ada = await market().member('stat3');
    expect((await ada.get('user/activity')).body).toEqual({ activities: [], hasMore: false, currentPage: 1 });
  });
});

describe('user/deletion [D1-233] [D1-382]', () => {
  test('is pending for 30 days, and its owner can still sign in and cancel it', async () => {
    const ada = await market().member('del01');
    expect((await ada.post('user/deletion', { password: 'Wrong-horse1!' })).status).toBe(400);
    const asked = await ada.post('user/deletion', { password: ada.password });
    expect(asked.body.status).toBe('deletion_pending');
    const days = (Date.parse(asked.body.eraseAt) - market().marketplace.clock!.now()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
    const again = await market().signIn(ada.email, ada.password);
    expect((await again.get('user/account-status')).body).toEqual(asked.body);
    expect((await again.delete('user/deletion')).body).toEqual({ status: 'active', eraseAt: null });
  });

  test('blocks buying and selling while pending, and a cancellation restores everything', async () => {
    const [leaver, buyer] = [await market().member('del02'), await market().member('del03')];
    for (const one of [leaver, buyer]) await one.post('seller/register');
    const [theirs, other] = [await market().publish(leaver), await market().publish(buyer)];
    const buying = (who: Member, { _id }: { _id: string }, seller: Member) =>
      who.post('transaction', { listing: _id, amount: 50, seller: seller.id });
    await leaver.post('user/deletion', { password: leaver.password });
    expect(await buying(buyer, theirs, leaver)).toMatchObject({
      status: 409,
      body: { code: 'sellerAway', message: 'The seller of this listing does not sell at present' },
    });
    await market().settle();
    expect((await buyer.get(`listings/${theirs._id}`)).body.sellerAway).toBe(true);
    const shown = (await market().client().get('listings?limit=100')).body.listings;
    const away = shown.filter(({ sellerAway }: { sellerAway?: true }) => sellerAway);
    expect(away.map(({ _id }: { _id: string }) => _id)).toEqual([theirs._id]);
    expect((await buying(leaver, other, buyer)).body.code).toBe('accountNotActive');
    const form = await market().listingForm();
    expect((await leaver.call('POST', 'listings', { form })).body.code).toBe('accountNotActive');
    const { text } = await market().mail(leaver.email, /will be deleted/);
    expect(text).toContain('nobody can buy your listings, and you cannot buy or list anything new');
    await leaver.delete('user/deletion');
    expect((await buying(buyer, theirs, leaver)).status).toBe(201);
  });
});
