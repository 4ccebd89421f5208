import { afterAll, beforeAll, expect, test } from 'vitest';
import { succeeded } from '#infrastructure/demo/client.ts';
import { fillDemo } from '#infrastructure/demo/demo.ts';
import { OFFERS } from '#infrastructure/demo/offers.ts';
import { PEOPLE } from '#infrastructure/demo/people.ts';
import { signInto } from '#infrastructure/demo/signIn.ts';
import { startMarketplace, type TestMarketplace } from '#tests/support/marketplace.ts';
import { expectAllRowsAsTheEventsSay } from '#tests/support/readModels.ts';

let market: TestMarketplace;
beforeAll(async () => {
  market = await startMarketplace({ demo: true });
});
afterAll(() => market?.close());

const as = async (name: string) => {
  const client = market.client();
  client.signInWith(succeeded(await signInto(client, name), 'sign-in').token);
  return client;
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

/** What of the marketplace must not double. */
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
  ];
  return once.map((type) => [type, counts[type]]);
};

test('the first look shows a living marketplace: every status has its sale', async () => {
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
  expect(sales.filter(({ sellerRated }) => sellerRated)).toHaveLength(3);
});

test('what is old has been read: buyer and seller have a few things waiting for them', async () => {
  for (const name of ['elena', 'matthias']) {
    const { notifications } = (await (await as(name)).get('notifications', { read: 'false', limit: 50 })).body;
    expect(notifications.length).toBeGreaterThan(0);
    expect(notifications.length).toBeLessThan(5);
  }
});

test('and every row of every read model is what the events say', async () => {
  await expectAllRowsAsTheEventsSay(market.config);
});

test('a decision over more than €500 was read as a draft, and waits for the second of the demo’s staff', async () => {
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

test('whoever audits and whoever grants roles can be tried as well', async () => {
  const audits = await as('overseer');
  expect((await audits.get('auth/verify')).body.user.roles).toEqual(['member', 'auditor']);
  expect((await audits.get('audit/streams')).status).not.toBe(403);
  const grants = await as('steward');
  expect((await grants.get('auth/verify')).body.user.roles).toEqual(['member', 'admin']);
  expect((await grants.get('admin/accounts-with-roles')).status).toBe(200);
});

test('a role that one admin proposes is given by the other', async () => {
  const [first, second] = [await as('steward'), await as('castellan')];
  const { _id: account } = (await (await as('aoife')).get('user/profile')).body;
  succeeded(await first.post('admin/roles/grant', { account, role: 'auditor' }), 'a proposal');
  const { proposals } = (await second.get('admin/accounts-with-roles')).body;
  expect(proposals).toMatchObject([{ role: 'auditor', account: { username: 'aoife' } }]);
  const answer = { account, proposalId: proposals[0].proposalId };
  expect((await first.post('admin/roles/confirm', answer)).status).toBe(403);
  expect((await second.post('admin/roles/confirm', answer)).body.message).toBe('aoife holds the proposed role');
});

test('the code of whoever holds a role is shown beside the marketplace', async () => {
  const shown = await market.client().call('GET', '/dev/code');
  expect(String(shown.body)).toMatch(/^\d{6}\n$/);
});

test('buyers and sellers have written to each other, and something is unread', async () => {
  const { body } = await (await as('matthias')).get('messages/conversations');
  const found = (body.conversations as { otherUser: { username: string }; unreadCount: number }[]).map(
    ({ otherUser, unreadCount }) => [otherUser.username, unreadCount > 0],
  );
  expect(found).toContainEqual(['elena', true]);
});

test('offers of all franchises are there, with their photos', async () => {
  const { body } = await market.client().get('listings', { limit: 100 });
  expect(new Set(body.listings.map(({ franchise }: { franchise: string }) => franchise)).size).toBe(6);
  for (const { images } of body.listings) {
    const [image] = images;
    const photo = await fetch(new URL(`/files/listings/${image.s3Key}/${image.thumbnail}`, market.url));
    expect([photo.status, photo.headers.get('content-type')]).toEqual([200, 'image/webp']);
  }
});

test('the clock has arrived at today', async () => {
  const { body } = await market.client().get('/dev/clock');
  expect(Math.abs(body.now - Date.now())).toBeLessThan(5_000);
});

test('a start that was killed goes on, and nothing happens twice', async () => {
  const { db, clock, services, emails, fireDue, store } = market.marketplace;
  const before = await census();
  expect(Object.fromEntries(before)).toMatchObject({
    AccountRegistered: PEOPLE.length,
    ListingPublished: Object.keys(OFFERS).length,
  });
  await db('demo_progress').update({ chapters_done: 0 });
  const stage = { db, clock: clock!, services, emails, fireDue, url: market.url, headers: {} };
  const filled = await fillDemo(
    { ...stage, storeIsEmpty: async () => (await store.head()) === undefined },
    () => undefined,
  );
  expect(filled).toBe(true);
  expect(await census()).toEqual(before);
});

test('a store that holds something is left alone', async () => {
  const { db, clock, services, emails, fireDue } = market.marketplace;
  await db('demo_progress').delete();
  const head = await market.marketplace.store.head();
  const stage = { db, clock: clock!, services, emails, fireDue, url: market.url, headers: {} };
  expect(await fillDemo({ ...stage, storeIsEmpty: async () => false }, () => undefined)).toBe(false);
  expect(await market.marketplace.store.head()).toBe(head);
});
