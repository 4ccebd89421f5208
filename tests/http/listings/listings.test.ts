import sharp from 'sharp';
import { describe, expect, test, vi } from 'vitest';
import { DAY } from '#domain/shared/instants.ts';
import { listingOfPhoto } from '#projections/listings/photos.ts';
import { ADDRESS, type Member, photo, useMarketplace } from '#tests/support/marketplace.ts';
import { later } from '#tests/support/tier.ts';

const market = useMarketplace();
let sellers = 0;
const seller = () => market().seller(`lseller${sellers++}`);

const post = async (account: Member, fields: object = {}, photos = 1, change?: (form: FormData) => void) => {
  const form = await market().listingForm(fields, photos);
  change?.(form);
  return account.call('POST', 'listings', { form });
};
const photoOf = async (width: number) =>
  new Blob([
    new Uint8Array(
      await sharp({ create: { width, height: 10, channels: 3, background: '#705030' } })
        .png()
        .toBuffer(),
    ),
  ]);
const revision = (change: object = {}) => ({
  title: 'An older dragon',
  franchise: 'Dungeons & Dragons',
  condition: 'Built',
  paintQuality: 'Not Painted',
  price: 45.5,
  description: 'Stripped',
  mainFaction: 'Dragons',
  subfaction: '',
  status: 'active',
  disclaimerAccepted: true,
  ...change,
});
/** What the archive dialog sends: no franchise, no disclaimerAccepted. */
const ARCHIVE = {
  title: 'A painted dragon',
  price: 50,
  condition: 'Painted',
  paintQuality: 'High Tabletop',
  description: 'x',
  mainFaction: 'Dragons',
  subfaction: '',
  status: 'archived',
};

later.describe('the watch list', () => {
  const watch = (account: Member, id: string) => account.put(`user/watching/${id}`);

  test('takes a listing once, shows the number from two on, and reports a reduction', async () => {
    const [bob, ann, eve] = [await seller(), await market().member('watches1'), await market().member('watches2')];
    const { _id } = (await post(bob)).body;
    for (let time = 0; time < 2; time++) expect((await watch(ann, _id)).status).toBe(204);
    expect((await ann.get('user/watching/ids')).body).toEqual({ listings: [_id] });
    expect((await ann.get(`listings/${_id}`)).body).not.toHaveProperty('watchers');
    expect((await watch(eve, _id)).status).toBe(204);
    expect((await eve.get(`listings/${_id}`)).body.watchers).toBe(2);
    expect((await bob.put(`listings/${_id}`, revision())).status).toBe(200);
    const list = (await bob.get('listings/user')).body;
    expect(list[0].reduced).toMatchObject({ from: 50 });
    await market().settle();
    const { watched, most } = (await ann.get('user/watching')).body;
    expect([watched[0].priceThen, watched[0].listing.price, most]).toEqual([50, 45.5, 200]);
    const { notifications } = (await ann.get('notifications')).body;
    expect(notifications[0]).toMatchObject({ type: 'watched', listing: _id, sender: null });
    expect(notifications[0].content).toMatch(/which you watch, is reduced from €50.00 to €45.50/);
    for (let time = 0; time < 2; time++) expect((await ann.delete(`user/watching/${_id}`)).status).toBe(204);
    expect((await ann.get('user/watching')).body.watched).toEqual([]);
    expect((await eve.get('user/data')).body.watching).toMatchObject([{ listingId: _id }]);
  });

  test('refuses your own listing and an unknown one', async () => {
    const bob = await seller();
    const { _id } = (await post(bob)).body;
    const own = await watch(bob, _id);
    expect([own.status, own.body.code, own.body.message]).toEqual([
      403,
      'ownListingWatched',
      'You cannot watch your own listing',
    ]);
    for (const id of ['0'.repeat(32), 'nonsense', bob.id])
      expect((await watch(bob, id)).body, id).toMatchObject({ code: 'listingNotFound' });
    expect((await bob.get('user/watching')).body.watched).toEqual([]);
  });
});

later.describe('saved searches', () => {
  test('are saved once, renamed, notified, marked as seen, exported and deleted', async () => {
    const [bob, ann] = [await seller(), await market().member('searches1')];
    const asked = { search: 'zweihander', franchise: 'Dungeons & Dragons', minPrice: '10', maxPrice: '60' };
    const first = await ann.post('user/searches', asked);
    expect([first.status, first.body]).toMatchObject([200, { already: false, name: /zweihander, .*€10.00 to €60.00/ }]);
    const again = await ann.post('user/searches', { ...asked, search: 'Zweihander ' });
    expect(again.body).toEqual({ ...first.body, already: true });
    const one = `user/searches/${first.body._id}`;
    expect((await ann.put(one, { name: 'Swords', pace: 'daily' })).status).toBe(204);
    const { _id } = (await post(bob, { title: 'A zweihander' })).body;
    await market().settle();
    const { searches, most } = (await ann.get('user/searches')).body;
    expect([searches, most]).toMatchObject([
      [{ name: 'Swords', pace: 'daily', found: 1, query: { maxPrice: '60' } }],
      50,
    ]);
    const { notifications } = (await ann.get('notifications')).body;
    expect(notifications[0]).toMatchObject({ type: 'found', listing: _id, read: false });
    expect(notifications[0].content).toMatch(/^“A zweihander” for €\d+\.\d\d matches your saved search “Swords”\.$/);
    expect((await bob.get('user/searches')).body.searches).toEqual([]);
    expect((await ann.post(`${one}/look`)).status).toBe(204);
    expect((await ann.get('user/searches')).body.searches).toMatchObject([{ found: 0 }]);
    expect((await ann.get('user/data')).body.savedSearches).toMatchObject([{ name: 'Swords' }]);
    for (let time = 0; time < 2; time++) expect((await ann.delete(one)).status).toBe(204);
    expect((await ann.get('user/searches')).body.searches).toEqual([]);
  });

  test('are refused without a filter, with an impossible filter, or if not your own', async () => {
    const [ann, eve] = [await market().member('searches2'), await market().member('searches3')];
    const refused = async (asked: object) => {
      const { status, body } = await ann.post('user/searches', asked);
      return [status, body.code, Object.keys(body.errors ?? {})];
    };
    expect(await refused({ destination: 'Italy' })).toEqual([400, 'searchWithoutFilter', ['search']]);
    expect(await refused({ search: '%%' })).toEqual([400, 'invalidInput', ['search']]);
    expect(await refused({ search: 'x', maxTotal: '5' })).toEqual([400, 'invalidInput', ['destination']]);
    expect(await refused({ minPrice: '9', maxPrice: '5' })).toEqual([400, 'invalidInput', ['maxPrice']]);
    expect(await refused({ search: 'x', name: 'x'.repeat(81) })).toEqual([400, 'invalidInput', ['name']]);
    expect((await ann.get('user/searches')).body.searches).toEqual([]);
    const { _id } = (await ann.post('user/searches', { search: 'dragon' })).body;
    expect((await eve.put(`user/searches/${_id}`, { pace: 'off' })).body).toMatchObject({ code: 'searchNotFound' });
    expect((await ann.put(`user/searches/${_id}`, { pace: 'sometimes' })).status).toBe(400);
    await eve.delete(`user/searches/${_id}`);
    expect((await ann.get('user/searches')).body.searches).toMatchObject([{ pace: 'atOnce' }]);
  });
});

describe('POST listings', () => {
  test('publishes at once, with its images [D1-404] [D1-406] [D1-193]', async () => {
    const bob = await seller();
    const { status, body } = await post(bob, {}, 3);
    expect(status).toBe(201);
    expect(body._id).toMatch(/^[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/);
    const listing = (await bob.get(`listings/${body._id}`)).body;
    expect(listing).toMatchObject({
      _id: body._id,
      id: body._id,
      title: 'A painted dragon',
      price: 50,
      status: 'active',
      reserved: false,
      location: 'Netherlands',
      condition: 'Painted',
      paintQuality: 'High Tabletop',
      mainFaction: 'Dragons',
      seller: { _id: bob.id, username: bob.username, reputation: 0, ratingCount: 0 },
    });
    expect(listing.images).toHaveLength(3);
    for (const { s3Key, original, thumbnail } of listing.images)
      for (const file of [original, thumbnail]) {
        const stored = await bob.call('GET', `/files/listings/${s3Key}/${file}`);
        expect([stored.status, stored.headers.get('content-type')]).toEqual([200, 'image/webp']);
      }
  });

  test('keeps the order of its images: the first is the cover [D1-405]', async () => {
    const bob = await seller();
    const widths = [30, 20, 10];
    const photos = await Promise.all(widths.map(photoOf));
    const { body } = await post(bob, {}, 0, (form) => {
      for (const [place, blob] of photos.entries()) form.append('images', blob, `${3 - place}.png`);
    });
    const { images } = (await bob.get(`listings/${body._id}`)).body;
    expect(images.map(({ width }: { width: number }) => width)).toEqual(widths);
  });

  test('is located at its seller’s country, and moves with it [D1-122] [D1-194]', async () => {
    const eva = await market().seller('lmover', { country: 'Germany' });
    const { _id } = await market().publish(eva);
    const location = async () => (await eva.get(`listings/${_id}`)).body.location;
    expect(await location()).toBe('Germany');
    await eva.put('users/profile', { country: 'France' });
    expect(await location()).toBe('France');
  });

  test('reveals neither the seller’s email nor the address [D1-195]', async () => {
    const bob = await seller();
    const { _id } = await market().publish(bob);
    const text = JSON.stringify((await bob.get(`listings/${_id}`)).body);
    expect(text).not.toContain(bob.email);
  });

  test('is for sellers: 403 that names the seller terms [D1-011] [D1-344]', async () => {
    const { status, body } = await post(await market().member('nosell'));
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'sellerTermsRequired' });
    expect(body.message).toContain('seller terms');
  });

  later.test(
    'needs no bank account and costs nothing: no payment is requested and nothing is booked [D2-004] [D2-010]',
    async () => {
      const ada = await market().member('nobank');
      await ada.post('seller/register');
      const { db } = market().marketplace;
      const books = async () => [
        ...(await Promise.all(['payments', 'checkouts'].map((table) => db(`simulated_provider.${table}`).count()))),
        await db('read_ledger.entries').count(),
      ];
      const before = await books();
      const published = await post(ada);
      expect(published.status).toBe(201);
      expect(Object.keys(published.body).join()).not.toMatch(/checkout|fee/i);
      await market().settle();
      expect(await books()).toEqual(before);
    },
  );

  const bob = { current: undefined as Member | undefined };
  const rules: [string, object, number, string][] = [
    ['[D1-299]', { title: ' ' }, 1, 'Title is required'],
    ['[D1-299]', { title: 'x'.repeat(101) }, 1, 'Title must be at most 100 characters'],
    ['[D1-305]', { description: 'x'.repeat(5_001) }, 1, 'Description must be at most 5000 characters'],
    ['[D1-300]', { franchise: '' }, 1, 'Franchise is required'],
    ['[D1-301]', { mainFaction: '' }, 1, 'Main faction is required'],
    ['[D1-302]', { condition: '' }, 1, 'Condition is required'],
    ['[D1-196]', { condition: 'Chewed' }, 1, 'Condition is required'],
    ['[D1-303]', { price: '' }, 1, 'Valid price is required'],
    ['[D1-303]', { price: '0' }, 1, 'Valid price is required'],
    ['[D1-313]', { price: '10.005' }, 1, 'Valid price is required'],
    ['[D1-304] [D1-478]', { price: '40000.01' }, 1, 'Price cannot exceed €40,000'],
    ['[D1-305]', { description: '' }, 1, 'Description is required'],
    ['[D1-306]', {}, 0, 'At least one image is required'],
    ['[D1-307] [D1-477]', {}, 9, 'Maximum 8 images allowed'],
    [
      '[D1-308]',
      { franchise: 'Unofficial 3D Printed Miniatures', mainFaction: 'Kitbashes', disclaimerAccepted: 'false' },
      1,
      'You must accept the disclaimer for this franchise',
    ],
    ['[D1-197]', { paintQuality: 'Golden' }, 1, 'Paint quality is not one of the offered values'],
    ['[D1-311]', { mainFaction: 'Ultramarines' }, 1, 'Franchise, main faction and subfaction do not belong together'],
  ];
  test.each(rules)(
    'applies the rules of the form, %s %o with %i images: %s [D1-196] [D1-197] [D1-311] [D1-313]',
    async (_, fields, photos, message) => {
      bob.current ??= await seller();
      const { status, body } = await post(bob.current, fields, photos);
      expect({ status, message: body.message }).toEqual({ status: 400, message });
    },
  );

  test('reports the first failure in the order of the form [D1-309]', async () => {
    bob.current ??= await seller();
    const everything = { title: '', franchise: '', mainFaction: '', condition: '', price: '0', description: '' };
    expect((await post(bob.current, everything, 0)).body.message).toBe('Title is required');
    expect((await post(bob.current, { price: '0', description: '' }, 9)).body.message).toBe('Valid price is required');
  });

  test('accepts €40,000 and eight images, and a missing paint quality becomes Not Painted [D1-310]', async () => {
    bob.current ??= await seller();
    const { status, body } = await post(bob.current, { price: '40000' }, 8, (form) => form.delete('paintQuality'));
    expect(status).toBe(201);
    expect((await bob.current.get(`listings/${body._id}`)).body.paintQuality).toBe('Not Painted');
  });

  test('checks photos by decoding them, not by name [D1-314] [D1-317]', async () => {
    bob.current ??= await seller();
    const { status, body } = await post(bob.current, {}, 0, (form) =>
      form.append('images', new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/jpeg' }), 'a.jpg'),
    );
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: 'Invalid file type. Only JPEG, PNG and WebP are allowed.',
    });
  });

  test('refuses photos over 5 MB [D1-315]', async () => {
    bob.current ??= await seller();
    const large = new Uint8Array(5 * 1024 * 1024 + 1);
    large.set(await photo());
    const { status, body } = await post(bob.current, {}, 0, (form) =>
      form.append('images', new Blob([large], { type: 'image/jpeg' }), 'large.jpg'),
    );
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: 'File is too large. Maximum size is 5MB.',
    });
  });

  test('refuses a small file for too many pixels, not for its size', async () => {
    bob.current ??= await seller();
    const strip = await sharp({ create: { width: 12_001, height: 7, channels: 3, background: '#705030' } })
      .png()
      .toBuffer();
    const { status, body } = await post(bob.current, {}, 0, (form) =>
      form.append('images', new Blob([new Uint8Array(strip)], { type: 'image/png' }), 'strip.png'),
    );
    const message = 'This picture has too many pixels. Please make it smaller.';
    expect({ status, body }).toEqual({
      status: 400,
      body: { message, code: 'tooManyPixels', errors: { images: message } },
    });
  });

  test('publishes once when repeated under the same command id', async () => {
    bob.current ??= await seller();
    const ids = [];
    for (let time = 0; time < 2; time++) {
      const form = await market().listingForm({ title: 'Once only' });
      ids.push((await bob.current.call('POST', 'listings', { form, commandId: 'publish-this-once' })).body._id);
    }
    expect(ids[0]).toBe(ids[1]);
    const mine = (await bob.current.get('listings/user')).body;
    expect(mine.filter(({ title }: { title: string }) => title === 'Once only')).toHaveLength(1);
  });

  test('needs a token', async () => {
    const form = await market().listingForm();
    expect((await market().client().call('POST', 'listings', { form })).status).toBe(401);
  });
});

describe('PUT listings/{id}', () => {
  test('revises an active listing [D1-407] [D1-264]', async () => {
    const bob = await seller();
    const { _id } = await market().publish(bob);
    expect((await bob.put(`listings/${_id}`, revision())).status).toBe(200);
    expect((await bob.get(`listings/${_id}`)).body).toMatchObject({
      title: 'An older dragon',
      price: 45.5,
      condition: 'Built',
      status: 'active',
    });
  });

  test('applies the rules of the form, without images and disclaimer [D1-312]', async () => {
    const bob = await seller();
    const { _id } = await market().publish(bob);
    const { status, body } = await bob.put(`listings/${_id}`, revision({ title: '' }));
    expect({ status, message: body.message }).toEqual({ status: 400, message: 'Title is required' });
    const unofficial = { franchise: 'unofficial3dprinted', mainFaction: 'Kitbashes', disclaimerAccepted: false };
    expect((await bob.put(`listings/${_id}`, revision(unofficial))).status).toBe(200);
  });

  test('archives without franchise and disclaimer; the listing leaves search and stays with its owner [D1-408] [D1-263] [D1-265] [D1-401] [D1-402]', async () => {
    const bob = await seller();
    const { _id } = await market().publish(bob);
    expect((await bob.put(`listings/${_id}`, ARCHIVE)).status).toBe(200);
    const found = (await bob.get('listings', { search: 'dragon', limit: 100 })).body.listings;
    expect(found.map(({ id }: { id: string }) => id)).not.toContain(_id);
    expect((await bob.get('listings/user')).body).toMatchObject([{ _id, status: 'archived' }]);
    expect((await bob.get(`listings/${_id}`)).status).toBe(200);
    const stranger = await market().client().get(`listings/${_id}`, { public: 'true' });
    expect({ status: stranger.status, message: stranger.body.message }).toEqual({
      status: 404,
      message: 'Listing not found',
    });
  });

  test('only active listings can be edited [D1-262]', async () => {
    const bob = await seller();
    const { _id } = await market().publish(bob);
    await bob.put(`listings/${_id}`, ARCHIVE);
    for (const body of [revision(), ARCHIVE]) {
      const answer = await bob.put(`listings/${_id}`, body);
      expect([answer.status, answer.body.message]).toEqual([409, 'Only active listings can be edited']);
    }
  });

  test('rejects status sold from a client [D1-409]', async () => {
    const bob = await seller();
    const { _id } = await market().publish(bob);
    expect((await bob.put(`listings/${_id}`, revision({ status: 'sold' }))).status).toBe(400);
    expect((await bob.get(`listings/${_id}`)).body.status).toBe('active');
  });

  test('is for the owner: 403 to others [D1-346] [D2-266]', async () => {
    const { _id } = await market().publish(await seller());
    const eve = await seller();
    for (const body of [revision(), ARCHIVE]) expect((await eve.put(`listings/${_id}`, body)).status).toBe(403);
    expect((await market().client().put(`listings/${_id}`, ARCHIVE)).status).toBe(401);
  });

  test('answers 404 for an unknown listing', async () => {
    const bob = await seller();
    expect((await bob.put(`listings/${'0'.repeat(32)}`, ARCHIVE)).status).toBe(404);
  });
});

later.describe('shipping for one listing', () => {
  const RATES = { domesticRate: '3.5', continentalRate: 9 };
  const shippingOf = async (account: Member, id: string) => (await account.get(`listings/${id}`)).body.shipping;
  const withRates = (rates: unknown) => (form: FormData) => form.set('shippingRates', JSON.stringify(rates));

  test('is published, changed and removed with its listing; an edit without rates keeps it', async () => {
    const bob = await seller();
    await bob.put('user/shipping-rates', { domesticRate: 6, continentalRate: 16 });
    const { _id } = (await post(bob, {}, 1, withRates(RATES))).body;
    const own = { domestic: 3.5, continental: 9, international: 30, own: true };
    expect(await shippingOf(bob, _id)).toEqual(own);
    const change = async (body: object) => expect((await bob.put(`listings/${_id}`, revision(body))).status).toBe(200);
    await change({ price: 40 });
    expect(await shippingOf(bob, _id)).toEqual(own);
    await change({ shippingRates: { domesticRate: 0, continentalRate: '100', internationalRate: 12.5 } });
    expect(await shippingOf(bob, _id)).toEqual({ domestic: 0, continental: 100, international: 12.5, own: true });
    await change({ shippingRates: null });
    expect(await shippingOf(bob, _id)).toEqual({ domestic: 6, continental: 16, international: 30, own: false });
  });

  test('sorts and filters results by total at once', async () => {
    const bob = await seller();
    const publish = async (rates?: object) =>
      (await post(bob, { title: 'Parcelled wyvern', price: '50.00' }, 1, rates && withRates(rates))).body._id;
    const [usual, cheap, dear] = [
      await publish(),
      await publish({ domesticRate: 1, continentalRate: 2 }),
      await publish({ domesticRate: 20, continentalRate: 30 }),
    ];
    const found = async (more: string) => {
      const query = `listings?search=parcelled&destination=Germany&sort=total-asc${more}`;
      return (await bob.get(query)).body.listings.map(({ _id }: { _id: string }) => _id);
    };
    expect(await found('')).toEqual([cheap, usual, dear]);
    expect(await found('&maxTotal=60')).toEqual([cheap]);
    await bob.put(`listings/${dear}`, revision({ title: 'Parcelled wyvern', price: 50, shippingRates: RATES }));
    await vi.waitFor(async () => expect(await found('')).toEqual([cheap, dear, usual]));
  });

  test('stays the same for a started purchase; another total gets 409 with the right one', async () => {
    const bob = await seller();
    const ann = await market().member('ratebuyer');
    const { _id } = (await post(bob, {}, 1, withRates(RATES))).body;
    const change = (shippingRates: object | null) => bob.put(`listings/${_id}`, revision({ price: 50, shippingRates }));
    const asked = { buyerCountry: 'Germany', sellerId: bob.id, listingId: _id };
    expect((await ann.post('shipping/calculate', asked)).body).toEqual({ shippingCost: 9, zone: 'continental' });
    const wrong = await ann.post('transaction', { listing: _id, amount: 49, seller: bob.id });
    expect([wrong.status, wrong.body.quote]).toMatchObject([409, { shippingCost: 3.5, totalAmount: 56.75 }]);

    await change({ ...RATES, continentalRate: 11 });
    const sale = (await ann.post('transaction', { listing: _id, amount: 50, seller: bob.id })).body.transaction;
    const refused = await change(null);
    expect([refused.status, refused.body.code]).toEqual([409, 'listingReserved']);
    const put = (totalAmount: number) =>
      ann.put(`transaction/${sale._id}/shipping`, {
        shippingAddress: { ...ADDRESS, country: 'Germany' },
        totalAmount,
      });
    const outdated = await put(62.25);
    expect([outdated.status, outdated.body.quote]).toMatchObject([409, { shippingCost: 11, totalAmount: 64.25 }]);
    expect((await put(64.25)).status).toBe(200);
    expect((await ann.get(`transaction/${sale._id}`)).body).toMatchObject({ shippingCost: 11, totalAmount: 64.25 });
  });

  test('is refused at its field, like the seller’s usual rates, and changes nothing', async () => {
    const bob = await seller();
    const { _id } = (await post(bob, {}, 1, withRates(RATES))).body;
    const refusals: [unknown, string, string][] = [
      [{ ...RATES, domesticRate: -1 }, 'shippingRates.domesticRate', 'Shipping rates cannot be negative'],
      [{ ...RATES, domesticRate: '100.01' }, 'shippingRates.domesticRate', 'Shipping rates cannot exceed €100'],
      [
        { ...RATES, continentalRate: '3.555' },
        'shippingRates.continentalRate',
        'Shipping rates must be amounts in euros with at most two decimals',
      ],
      [{ domesticRate: 3 }, 'shippingRates.continentalRate', 'Shipping rates must be amounts in euros'],
      ['cheap', 'shippingRates', 'Shipping rates must be a group of fields'],
    ];
    for (const [rates, field, message] of refusals)
      for (const { status, body } of [
        await post(bob, {}, 1, withRates(rates)),
        await bob.put(`listings/${_id}`, revision({ shippingRates: rates })),
      ])
        expect([status, body.errors]).toEqual([400, { [field]: message }]);
    expect(await shippingOf(bob, _id)).toMatchObject({ domestic: 3.5, continental: 9 });
    const mine = (await bob.get('listings/user')).body;
    expect(mine.map(({ title }: { title: string }) => title)).toEqual(['A painted dragon']);
  });
});

later.describe('POST listings/{id}/photos', () => {
  const change = async (account: Member, id: string, order: string, widths: readonly number[] = []) => {
    const form = new FormData();
    form.append('order', order);
    for (const blob of await Promise.all(widths.map(photoOf))) form.append('images', blob, 'new.png');
    return account.call('POST', `listings/${id}/photos`, { form });
  };
  const photosOf = async (account: Member, id: string): Promise<{ s3Key: string; original: string; width: number }[]> =>
    (await account.get(`listings/${id}`)).body.images;

  test('orders, removes and adds photos; a purchase keeps its own', async () => {
    const bob = await seller();
    const ann = await market().member('photobuyer');
    const { _id } = await market().publish(bob);
    const [first] = await photosOf(bob, _id);
    expect((await change(bob, _id, `new,${first!.s3Key},new`, [30, 20])).status).toBe(200);
    const shown = await photosOf(bob, _id);
    expect(shown.map(({ width }) => width)).toEqual([30, first!.width, 20]);

    const sale = (await ann.post('transaction', { listing: _id, amount: 50, seller: bob.id })).body.transaction;
    const refused = await change(bob, _id, 'new', [10]);
    expect([refused.status, refused.body.code]).toEqual([409, 'listingReserved']);
    await ann.post(`transaction/${sale._id}/cancel`, {});
    await market().settle();
    expect((await change(bob, _id, 'new', [10])).status).toBe(200);
    expect((await photosOf(bob, _id)).map(({ width }) => width)).toEqual([10]);
    expect((await ann.get(`transaction/${sale._id}`)).body.listing.images).toEqual(shown);
    const { db } = market().marketplace;
    expect(await listingOfPhoto(db, shown[0]!.s3Key)).toBe(_id);
    expect(await listingOfPhoto(db, '0'.repeat(32))).toBeUndefined();
  });

  test('refuses impossible orders with a message, and changes nothing', async () => {
    const bob = await seller();
    const eve = await seller();
    const { _id } = await market().publish(bob);
    const before = await photosOf(bob, _id);
    const { s3Key } = before[0]!;
    const refusals: [Awaited<ReturnType<typeof change>>, number, string][] = [
      [await change(bob, _id, ''), 400, 'At least one image is required'],
      [await change(bob, _id, Array(9).fill('new').join(), Array(9).fill(10)), 400, 'Maximum 8 images allowed'],
      [await change(bob, _id, 'new,new', [10]), 400, 'Each new photo needs one place in the order'],
      [await change(bob, _id, s3Key, [10]), 400, 'Each new photo needs one place in the order'],
      [
        await change(bob, _id, `${s3Key},${'0'.repeat(32)}`),
        409,
        'The photos of this listing have changed. Please reload the page and try again.',
      ],
      [await change(eve, _id, s3Key), 403, 'Only the owner can change this listing'],
      [await change(bob, '0'.repeat(32), s3Key), 404, 'Listing not found'],
    ];
    for (const [{ status, body }, expected, message] of refusals)
      expect([status, body.message]).toEqual([expected, message]);
    expect(await photosOf(bob, _id)).toEqual(before);
  });
});

describe('GET listings', () => {
  test('answers listings, hasMore and totalPages, 12 a page, newest first, without a token [D1-396] [D1-397] [D1-399] [D1-005]', async () => {
    const bob = await seller();
    for (let n = 0; n < 13; n++) await market().publish(bob, { title: `Paging golem ${n}` });
    const query = { search: 'golem', page: 1 };
    const { body } = await bob.get('listings', query);
    expect(body.listings.map(({ title }: { title: string }) => title)).toEqual(
      Array.from({ length: 12 }, (_, n) => `Paging golem ${12 - n}`),
    );
    expect(body).toMatchObject({ hasMore: true, totalPages: 2 });
    const second = await market().client().get('listings', { search: 'golem', page: 2, limit: 12 });
    expect(second.body).toMatchObject({ hasMore: false, totalPages: 2, listings: [{ title: 'Paging golem 0' }] });
  });

  test('narrows the result with each filter [D1-394] [D1-395] [D1-206] [D2-013]', async () => {
    const german = await market().seller('lgerman', { country: 'Germany' });
    const dutch = await seller();
    await market().publish(german, { title: 'Sieve lich', price: '20.00', condition: 'Built', mainFaction: 'Undead' });
    await market().publish(dutch, {
      title: 'Sieve troll',
      price: '30.00',
      franchise: 'Warhammer Age of Sigmar',
      mainFaction: 'Gloomspite Gitz',
    });
    const titles = async (query: Record<string, string>) =>
      (await dutch.get('listings', { search: 'sieve', ...query })).body.listings
        .map(({ title }: { title: string }) => title)
        .sort();
    await dutch.get('user/profile');
    expect(await titles({})).toEqual(['Sieve lich', 'Sieve troll']);
    expect(await titles({ franchise: 'dungeonsanddragons' })).toEqual(['Sieve lich']);
    expect(await titles({ faction: 'Gloomspite Gitz' })).toEqual(['Sieve troll']);
    expect(await titles({ condition: 'Built' })).toEqual(['Sieve lich']);
    expect(await titles({ condition: 'Built,Painted,Pro-painted' })).toEqual(['Sieve lich', 'Sieve troll']);
    expect(await titles({ paintQuality: 'Competition Quality' })).toEqual([]);
    expect(await titles({ country: 'Germany' })).toEqual(['Sieve lich']);
    expect(await titles({ country: 'Germany,Netherlands' })).toEqual(['Sieve lich', 'Sieve troll']);
    expect(await titles({ minPrice: '20', maxPrice: '20' })).toEqual(['Sieve lich']);
    expect(await titles({ minPrice: '20.01' })).toEqual(['Sieve troll']);
    expect(await titles({ search: 'sieve%' })).toEqual(['Sieve lich', 'Sieve troll']);
    expect(await titles({ search: 's_eve' })).toEqual([]);
    const told = (await dutch.get('listings?search=sieve&condition=Built&country=Netherlands&facets=true')).body;
    expect(told).toMatchObject({
      total: 0,
      facets: { condition: { Painted: 1 }, country: { Germany: 1 }, franchise: {} },
      nearest: [
        { without: 'condition', total: 1 },
        { without: 'country', total: 1 },
        { without: 'search', search: '' },
        { without: 'filters', total: 2 },
      ],
    });
    expect((await dutch.get('listings?search=sieve')).body).not.toHaveProperty('facets');
  });

  later.test('ranks matches in the title first by relevance, and by date on request', async () => {
    const here = await seller();
    await market().publish(here, { title: 'Quillon rack', price: '20.00' });
    await market().publish(here, { title: 'Plain rack', price: '20.00', description: 'With a quillon.' });
    await here.get('user/profile');
    const titles = async (query: Record<string, string>) =>
      (await here.get('listings', { search: 'quillon', ...query })).body.listings.map(
        ({ title }: { title: string }) => title,
      );
    expect(await titles({})).toEqual(['Quillon rack', 'Plain rack']);
    expect(await titles({ sort: 'newest' })).toEqual(['Plain rack', 'Quillon rack']);
  });

  later.test('shows, sorts and filters by the total for a country', async () => {
    const [dear, near] = [await seller(), await seller()];
    await dear.put('user/shipping-rates', { domesticRate: 1, continentalRate: 60 });
    const titled = (price: number, title: string) => ({ price: String(price), title, description: 'zzwidget' });
    const cheap = (await post(dear, titled(20, 'Cheap but far'))).body._id;
    const usual = (await post(near, titled(40, 'Dearer but near'))).body._id;
    const find = async (rest: string) => {
      const { body } = await near.get(`listings?search=zzwidget&${rest}`);
      return body.listings.map(({ _id }: { _id: string }) => _id);
    };
    expect((await near.get(`listings/${cheap}`)).body.shipping).toEqual({
      domestic: 1,
      continental: 60,
      international: 30,
      own: false,
    });
    expect(await find('sort=price-asc')).toEqual([cheap, usual]);
    // €20 + €1.75 + €60 and €40 + €2.75 + €15
    expect(await find('sort=total-asc&destination=Italy')).toEqual([usual, cheap]);
    expect(await find('sort=total-desc&destination=Italy')).toEqual([cheap, usual]);
    expect(await find('sort=total-asc&destination=Netherlands')).toEqual([cheap, usual]);
    expect(await find('maxTotal=57.75&destination=Italy')).toEqual([usual]);
    expect(await find('minTotal=57.76&destination=Italy')).toEqual([cheap]);
    await dear.put('user/shipping-rates', { domesticRate: 1, continentalRate: 2 });
    await market().settle();
    expect(await find('sort=total-asc&destination=Italy')).toEqual([cheap, usual]);
  });

  test('answers 400 for a total without a country or with an unsupported one', async () => {
    for (const rest of ['sort=total-asc', 'maxTotal=50', 'sort=total-asc&destination=Atlantis']) {
      const { status, body } = await market().client().get(`listings?${rest}`);
      expect({ rest, status, field: Object.keys(body.errors) }).toEqual({ rest, status: 400, field: ['destination'] });
    }
  });

  test('answers 400 for an invalid bound or page [D1-396]', async () => {
    for (const query of [{ minPrice: 'cheap' }, { page: '0' }, { limit: '101' }])
      expect((await market().client().get('listings', query)).status).toBe(400);
  });
});

describe('GET listings/{id}', () => {
  test('is readable with and without a token [D1-400] [D1-006]', async () => {
    const bob = await seller();
    const { _id } = await market().publish(bob);
    const own = await bob.get(`listings/${_id}`);
    expect((await market().client().get(`listings/${_id}`, { public: 'true' })).body).toEqual(own.body);
  });

  test.each(['0'.repeat(32), 'abc', '1-2-3'])('answers 404 with a message if %s is unknown [D1-400]', async (id) => {
    const { status, body } = await market().client().get(`listings/${id}`);
    expect({ status, message: body.message }).toEqual({ status: 404, message: 'Listing not found' });
  });

  test('never takes a fixed path for an id [D1-403]', async () => {
    for (const path of ['franchises', 'factions', 'countries', 'continents'])
      expect((await market().client().get(`listings/${path}`)).status).toBe(200);
    expect((await market().client().get('listings/user')).status).toBe(401);
    expect((await (await market().member('fixedpath')).get('listings/user')).body).toEqual([]);
  });

  test('only the owner sees a listing among their own [D1-345]', async () => {
    const bob = await seller();
    await market().publish(bob);
    const eve = await seller();
    expect((await eve.get('listings/user')).body).toEqual([]);
  });
});

later.test('no longer opens the photos of an erased seller’s listings', async () => {
  const leaver = await seller();
  const { body } = await post(leaver, { title: 'A wyvern before my window' });
  const [{ s3Key, original, thumbnail }] = (await leaver.get(`listings/${body._id}`)).body.images;
  const opened = async (file: string) => {
    const answer = await fetch(new URL(`/files/listings/${s3Key}/${file}`, market().url));
    await answer.arrayBuffer();
    return answer.status;
  };
  await leaver.post('user/deletion', { password: leaver.password });
  await market().advance(31 * DAY);
  await market().settle();
  expect(await opened(original)).toBe(200);
  await market().advance(2 * DAY + 1);
  await market().settle();
  expect([await opened(original), await opened(thumbnail)]).toEqual([404, 404]);
});

later.test('marks the texts of an erased seller as erased; all events keep them unreadable', async () => {
  const leaver = await seller();
  const title = 'A wyvern from the attic';
  const { body } = await post(leaver, { title, description: 'Ask for Tom in the Vicarage Lane' });
  const id = body._id;
  const { journal, store } = market().marketplace;
  expect(JSON.stringify(await store.readStream(`listing-${id}`))).not.toMatch(/wyvern|Vicarage/);
  expect((await leaver.get(`listings/${id}`)).body.title).toBe(title);
  expect((await leaver.post('user/deletion', { password: leaver.password })).status).toBe(200);
  await market().advance(31 * 24 * 60 * 60 * 1000);
  await market().settle();
  const [published] = (await journal.load(`listing-${id}`)).events;
  expect(published!.data).toMatchObject({ title: null, description: null, price: 5_000 });
  const staff = await market().staff('lookingback');
  const { streams } = (await staff.get(`audit/streams?search=listing-${id}`)).body;
  expect(streams).toMatchObject([{ label: '[erased]' }]);
  const [row] = await market().marketplace.db('read_listings.listings').where({ id });
  expect(row).toMatchObject({ title: '[erased]', description: '[erased]', status: 'archived' });
  expect(row.words).not.toContain('wyvern');
});
