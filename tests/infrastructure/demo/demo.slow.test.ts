import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { reject } from '#domain/shared/decider.ts';
import { DAY } from '#domain/shared/instants.ts';
import type { Actions } from '#infrastructure/demo/actions.ts';
import { succeeded } from '#infrastructure/demo/client.ts';
import { fillDemo } from '#infrastructure/demo/demo.ts';
import { OFFERS } from '#infrastructure/demo/offers.ts';
import { PEOPLE } from '#infrastructure/demo/people.ts';
import { openDemoPhotos, PHOTO_SIZES } from '#infrastructure/demo/photos.ts';
import { signInto } from '#infrastructure/demo/signIn.ts';
import { STORY } from '#infrastructure/demo/story.ts';
import { startMarketplace, type TestMarketplace } from '#tests/support/marketplace.ts';
import { expectAllRowsAsTheEventsSay } from '#tests/support/readModels.ts';

let market: TestMarketplace;
beforeAll(async () => {
  market = await startMarketplace({ demo: true });
});
afterAll(() => market?.close());

const signIn = async (name: string) => {
  const client = market.client();
  client.signInWith(succeeded(await signInto(client, name), 'sign-in').token);
  return client;
};
const signedIn = new Map<string, ReturnType<typeof signIn>>();
const as = (name: string) => {
  const client = signedIn.get(name) ?? signIn(name);
  signedIn.set(name, client);
  return client;
};
const listingNamed = async (title: string) => {
  const { body } = await market.client().get('listings', { search: title });
  return body.listings[0];
};
const purchasesOf = async (name: string) => {
  const { body } = await (await as(name)).get('transaction/history', { type: 'purchase', limit: 100 });
  return body.transactions as {
    _id: string;
    displayStatus: string;
    listing: { title: string };
    sellerRated: boolean;
  }[];
};

/** Event counts that must not double. */
const census = async () => {
  const rows = await market.marketplace
    .db('events')
    .select(market.marketplace.db.raw('type, count(*)::int AS n'))
    .groupBy('type');
  const counts = Object.fromEntries(rows.map(({ type, n }: { type: string; n: number }) => [type, n]));
  const once = [
    'AccountRegistered',
    'ListingPublished',
    'TransactionCreated',
    'PaymentCaptured',
    'SellerRated',
    'RefundCompleted',
    'MessageSent',
    'ListingWatched',
    'ListingReported',
    'ReviewWritten',
    'PriceProposed',
    'SearchSaved',
    'StaffHoldPlaced',
    'TerminationProposed',
    'RoleProposed',
  ];
  return once.map((type) => [type, counts[type]]);
};

test('shows a transaction in every status', async () => {
  const sales = [...(await purchasesOf('elena')), ...(await purchasesOf('tomas')), ...(await purchasesOf('aoife'))];
  const statuses = new Set(sales.map(({ displayStatus }) => displayStatus));
  for (const status of [
    'COMPLETED',
    'REFUNDED',
    'CANCELLED',
    'IN_ESCROW',
    'IN_ESCROW_DISPUTED',
    'RETURN_IN_PROGRESS',
    'READY_FOR_PAYOUT',
    'AWAIT_SHIPPING',
  ])
    expect(statuses).toContain(status);
  expect(sales.filter(({ sellerRated }) => sellerRated)).toHaveLength(4);
});

test('leaves a few unread notifications for buyer and seller', async () => {
  for (const name of ['elena', 'matthias']) {
    const { notifications } = (await (await as(name)).get('notifications', { read: 'false', limit: 50 })).body;
    expect(notifications.length).toBeGreaterThan(0);
    expect(notifications.length).toBeLessThan(8);
  }
});

test('has read models that match the events', async () => {
  await expectAllRowsAsTheEventsSay(market.config);
});

test('has a drafted decision above €500 that waits for the second member of staff', async () => {
  const second = await as('warden');
  const { cases } = (await second.get('staff/cases?kind=confirmation')).body;
  expect(cases).toHaveLength(1);
  const { transaction, pendingDecision } = (await second.get(`staff/cases/${cases[0].sale._id}`)).body;
  expect(transaction.allowed).toContain('ConfirmDecision');
  expect(transaction.heard.map(({ kind }: { kind: string }) => kind)).toEqual(['draft', 'statement']);
  expect(pendingDecision).toMatchObject({ toBuyer: 120, proposedBy: { username: 'archivist' } });
  const own = (await (await as('archivist')).get(`staff/cases/${cases[0].sale._id}`)).body;
  expect(own.transaction.allowed).not.toContain('ConfirmDecision');
});

test('has accounts for an auditor and an admin', async () => {
  const audits = await as('overseer');
  expect((await audits.get('auth/verify')).body.user.roles).toEqual(['member', 'auditor']);
  expect((await audits.get('audit/streams')).status).not.toBe(403);
  const grants = await as('steward');
  expect((await grants.get('auth/verify')).body.user.roles).toEqual(['member', 'admin']);
  expect((await grants.get('admin/accounts-with-roles')).status).toBe(200);
});

test('lets the second admin confirm a proposed role', async () => {
  const [first, second] = [await as('steward'), await as('castellan')];
  const { proposals } = (await second.get('admin/accounts-with-roles')).body;
  expect(proposals).toMatchObject([{ role: 'staff', account: { username: 'freja' } }]);
  const answer = { account: proposals[0].account._id, proposalId: proposals[0].proposalId };
  expect((await first.post('admin/roles/confirm', answer)).status).toBe(403);
  expect((await second.post('admin/roles/confirm', answer)).body.message).toBe('freja holds the proposed role');
});

test('shows the current second-factor code', async () => {
  const shown = await market.client().call('GET', '/dev/code');
  expect(String(shown.body)).toMatch(/^\d{6}\n$/);
});

test('has conversations with unread messages', async () => {
  const { body } = await (await as('matthias')).get('messages/conversations');
  const found = (body.conversations as { otherUser: { username: string }; unreadCount: number }[]).map(
    ({ otherUser, unreadCount }) => [otherUser.username, unreadCount > 0],
  );
  expect(found).toContainEqual(['elena', true]);
});

test('has twelve sellers with sixty listings over a month, three to five photos each', async () => {
  const published = await market.marketplace.db('events').where({ type: 'ListingPublished' }).select('data');
  const offered = published.map(({ data }) => data as { sellerId: string; at: number; images: unknown[] });
  expect(offered.length).toBeGreaterThanOrEqual(60);
  expect(new Set(offered.map(({ sellerId }) => sellerId)).size).toBe(12);
  const moments = offered.map(({ at }) => at);
  // today is the thirtieth day
  expect(Math.round((Date.now() - Math.min(...moments)) / DAY)).toBe(29);
  // every week has new listings
  for (let week = 0; week < 4; week += 1) {
    const from = Date.now() - (week + 1) * 7 * DAY;
    expect([week, moments.some((at) => at > from && at <= from + 7 * DAY)]).toEqual([week, true]);
  }
  const photos = offered.map(({ images }) => images.length);
  expect([Math.min(...photos), Math.max(...photos)]).toEqual([3, 5]);
});

test('keeps enough listings per franchise for sale, with several photos each', async () => {
  const { listings, total } = (await market.client().get('listings', { limit: 100 })).body;
  expect(listings).toHaveLength(total);
  const shelves = new Map<string, number>();
  for (const { franchise } of listings) shelves.set(franchise, (shelves.get(franchise) ?? 0) + 1);
  expect(shelves.size).toBe(6);
  expect(Math.min(...shelves.values())).toBeGreaterThan(8);
  for (const { images } of listings) expect(images.length).toBeGreaterThanOrEqual(3);
  const [{ images }] = listings;
  const photo = await fetch(new URL(`/files/listings/${images[0].s3Key}/${images[0].thumbnail}`, market.url));
  expect([photo.status, photo.headers.get('content-type')]).toEqual([200, 'image/webp']);
});

test('stores photos as a decoded upload would be, in the declared size', async () => {
  const photos = openDemoPhotos();
  for (const [offer, { photos: many }] of Object.entries(OFFERS))
    for (let place = 1; place <= many; place++) {
      const content = await photos.read(offer, place);
      const { format, width, height, exif, icc, xmp } = await sharp(content).metadata();
      expect({ offer, place, format, width, height, exif, icc, xmp }).toEqual({
        offer,
        place,
        format: 'webp',
        ...(place === 1 ? PHOTO_SIZES.first : PHOTO_SIZES.other),
      });
    }
});

test('decodes any other upload', async () => {
  const decoded = vi.fn(async () => reject({ code: 'invalidFileType' } as const));
  const photos = openDemoPhotos();
  const known = await photos.read('captain', 1);
  const process = photos.before(decoded);
  expect(await process(known)).toMatchObject({ ok: true, value: { original: known, width: 960 } });
  expect(decoded).not.toHaveBeenCalled();
  await process(Buffer.concat([known, Buffer.from(' ')]));
  expect(decoded).toHaveBeenCalledOnce();
});

test('has full seller statistics for three sellers, with reviews and replies', async () => {
  for (const offer of ['captain', 'mage', 'freeguild']) {
    const { _id } = (await listingNamed(OFFERS[offer]!.title)).seller;
    const { figures } = (await market.client().get(`sellers/${_id}`)).body;
    expect([offer, figures.response !== null, figures.shipsIn !== null]).toEqual([offer, true, true]);
  }
  const { _id: sophie } = (await listingNamed(OFFERS.mage!.title)).seller;
  const { reviews } = (await market.client().get(`sellers/${sophie}/reviews`)).body;
  expect(reviews.filter(({ answer }: { answer: object | null }) => answer)).not.toHaveLength(0);
});

test('knows sold prices of Space Marines with the same paint quality', async () => {
  const group = { franchise: 'Warhammer 40,000', faction: 'Space Marines', paintQuality: 'High Tabletop' };
  const { sold } = (await market.client().get('prices/sold', group)).body;
  expect(sold).toMatchObject({ by: 'paintQuality', count: 5 });
});

test('has an entry for every staff queue and list', async () => {
  const staff = await as('warden');
  for (const desk of ['staff/listing-reports', 'staff/review-reports'])
    expect([desk, (await staff.get(desk)).body.totalCount]).toEqual([desk, 1]);
  const { accounts } = (await staff.get('staff/accounts', { status: 'suspended' })).body;
  expect((await staff.get(`staff/accounts/${accounts[0]._id}`)).body.allowed).toContain('confirmTermination');
  const elena = await as('elena');
  expect((await elena.get('user/searches')).body.searches).toHaveLength(2);
  expect((await elena.get('user/watching')).body.watched.length).toBeGreaterThanOrEqual(3);
  const { proposals } = (await (await as('matthias')).get('user/price-proposals')).body;
  expect(proposals[0]).toMatchObject({ side: 'seller', stage: 'proposed', ended: null, price: 115 });
});

test('ends with the clock at today', async () => {
  const { body } = await market.client().get('/dev/clock');
  expect(Math.abs(body.now - Date.now())).toBeLessThan(5_000);
});

const stage = () => {
  const { db, clock, services, emails, fireDue, store } = market.marketplace;
  const storeIsEmpty = async () => (await store.head()) === undefined;
  return { db, clock: clock!, services, emails, fireDue, storeIsEmpty, url: market.url, headers: {} };
};
const tellAgain = (story = STORY) => fillDemo({ ...stage(), photos: openDemoPhotos(), story }, () => undefined);

test('continues after a killed start without doing anything twice', async () => {
  const before = await census();
  expect(Object.fromEntries(before)).toMatchObject({
    AccountRegistered: PEOPLE.length,
    ListingPublished: Object.keys(OFFERS).length,
  });
  const { db } = market.marketplace;
  await db('demo_progress').update({ chapters_done: 0 });
  // as if the last codes were used long ago
  await db('totp_secrets').update({ last_step: 0 });
  const moveInAgain = async ({ moveIn }: Actions) => {
    for (const name of ['elena', 'matthias', 'overseer', 'viktor']) await moveIn(name);
  };
  const again = [STORY[0]!, { daysAgo: 29.9, acts: moveInAgain }, STORY[2]!, ...STORY.slice(-6)];
  expect(await tellAgain(again)).toBe(true);
  expect(await census()).toEqual(before);
});

test('keeps another story’s data, and moves an unfinished one to today', async () => {
  const { db } = market.marketplace;
  const before = await census();
  await db('demo_progress').update({ story: 1, chapters_done: 5 });
  expect(await tellAgain()).toBe(true);
  const advanceTo = vi.fn(async (instant: number) => instant);
  const clock = { ...stage().clock, now: () => Date.now() - DAY, advanceTo };
  expect(await fillDemo({ ...stage(), clock, photos: openDemoPhotos() }, () => undefined)).toBe(true);
  expect(advanceTo).toHaveBeenCalledOnce();
  expect(await census()).toEqual(before);
});

test('leaves a store with other data alone', async () => {
  const before = await census();
  await market.marketplace.db('demo_progress').delete();
  expect(await tellAgain()).toBe(false);
  expect(await census()).toEqual(before);
});
