import { expect, test } from 'vitest';
import { priceOffer, priceOfferPage } from '#application/contract/priceOffers.ts';
import type { DomainEvent } from '#domain/events.ts';
import { ANSWER_WITHIN, KEPT_FOR_BUYER } from '#domain/listings/limits.ts';
import { accounts } from '#projections/accounts/projection.ts';
import { conversations } from '#projections/conversations/projection.ts';
import {
  agreedOn,
  openPriceOffersOf,
  priceOfferPageOf,
  priceOffers,
  priceOffersOf,
} from '#projections/listings/priceOffers.ts';
import { listings } from '#projections/listings/projection.ts';
import { listingById } from '#projections/listings/queries.ts';
import { savedSearches } from '#projections/listings/savedSearches/projection.ts';
import { watchList } from '#projections/listings/watchList.ts';
import { activity } from '#projections/notifications/activity.ts';
import { notifications } from '#projections/notifications/projection.ts';
import { notificationsOf } from '#projections/notifications/queries.ts';
import { statsOf } from '#projections/transactions/accountStats.ts';
import { transactions } from '#projections/transactions/projection.ts';
import { useDatabase } from '#tests/support/postgres.ts';
import { BUYER, NOW, published, registered, SELLER } from '../given.ts';
import { fill } from '../harness.ts';
import { interleave, LISTING } from '../transactions/transactionRows.ts';

const database = useDatabase();
const [FIRST, SECOND] = ['1'.repeat(32), '2'.repeat(32)] as [string, string];
const about = (proposalId = FIRST) => ({ proposalId, buyerId: BUYER, sellerId: SELLER });
const until = NOW + ANSWER_WITHIN;
const proposed = (id = FIRST, price = 2_000): DomainEvent => ({
  type: 'PriceProposed',
  data: { at: NOW, ...about(id), price, asked: 2_500, until },
});
const countered: DomainEvent = {
  type: 'PriceProposalCountered',
  data: { at: NOW, ...about(), proposed: 2_000, price: 2_200, until },
};
const accepted = {
  type: 'PriceProposalAccepted',
  data: { at: NOW, ...about(), price: 2_200, by: 'buyer', until: NOW + KEPT_FOR_BUYER },
} satisfies DomainEvent;
const shipping = { rates: { domestic: 500, continental: 1_200, international: 2_500 }, sellerCountry: 'Netherlands' };
const ended = (why: 'lapsed' | 'refused', stage: 'proposed' | 'accepted', id = FIRST, price = 2_200): DomainEvent => ({
  type: 'PriceProposalEnded',
  data: { at: NOW + 1, ...about(id), price, stage, why },
});

const given = (...events: DomainEvent[]) =>
  fill(
    database.knex,
    [accounts, activity, conversations, listings, transactions, watchList, notifications, priceOffers, savedSearches],
    interleave({
      [`account-${SELLER}`]: [registered({ username: 'sam' })],
      [`account-${BUYER}`]: [registered({ username: 'bea' })],
      [`listing-${LISTING}`]: [published(), ...events],
    }),
  );
const shown = async (account: string) =>
  (await priceOffersOf(database.knex, account)).map((one) => {
    const { side, other, price, proposed: first, stage, ended: why } = priceOffer.parse(one);
    return [side, other.username, price, first, stage, why];
  });
const bell = async (account: string) =>
  (await notificationsOf(database.knex, account, { page: 1, limit: 10 })).notifications.map(({ content }) => content);
const isReserved = async () => (await listingById(database.knex, LISTING))?.reserved;

test('shows each side its offers with the other’s name and both prices, and the open ones apart', async () => {
  await given(proposed(), proposed(SECOND, 1_000), ended('refused', 'proposed', SECOND, 1_000), countered);
  expect(await shown(BUYER)).toEqual([
    ['buyer', 'sam', 10, 10, 'proposed', 'refused'],
    ['buyer', 'sam', 22, 20, 'countered', null],
  ]);
  expect((await openPriceOffersOf(database.knex, BUYER)).map(({ _id }) => _id)).toEqual([FIRST]);
  expect((await shown(SELLER)).map(([side, other]) => [side, other])).toEqual([
    ['seller', 'bea'],
    ['seller', 'bea'],
  ]);
  expect(await shown('3'.repeat(32))).toEqual([]);
  expect(await isReserved()).toBe(false);
});

test('reserves the listing for the agreed buyer alone until the agreement ends', async () => {
  await given(proposed(), countered, { ...accepted, data: { ...accepted.data, ...shipping } });
  expect(await isReserved()).toBe(true);
  const agreed = { price: 2_200, until: NOW + KEPT_FOR_BUYER };
  expect(await agreedOn(database.knex, LISTING, BUYER)).toEqual({ ...agreed, shipping });
  expect(await agreedOn(database.knex, LISTING, SELLER)).toBeUndefined();
  // an earlier release stored no shipping terms
  await given(proposed(), countered, accepted);
  expect(await agreedOn(database.knex, LISTING, BUYER)).toEqual({ ...agreed, shipping: null });
  await given(proposed(), countered, accepted, ended('lapsed', 'accepted'));
  expect(await isReserved()).toBe(false);
  expect(await agreedOn(database.knex, LISTING, BUYER)).toBeUndefined();
});

test('notifies each side of the other’s action, with the listing’s title', async () => {
  await given(proposed(), countered, accepted, ended('lapsed', 'accepted'));
  const title = `“${published().data.title}”`;
  expect((await bell(BUYER)).sort()).toEqual([
    expect.stringContaining(`The time to buy ${title} for €22.00 is over`),
    `sam answers your offer of €20.00 for ${title} with €22.00. Please answer.`,
  ]);
  expect((await bell(SELLER)).sort()).toEqual([
    `bea accepts €22.00 for ${title}, which is reserved for them for 24 hours.`,
    `bea did not buy ${title} for €22.00 in time. It is on sale again.`,
    `bea offers you €20.00 for ${title}. Please answer.`,
  ]);
});

const page = async (account: string, asked: { side: 'buyer' | 'seller'; page: number; limit: number }) => {
  const { proposals: shownOnes, ...rest } = priceOfferPage.parse(await priceOfferPageOf(database.knex, account, asked));
  return { ...rest, ids: shownOnes.map(({ _id }) => _id[0]) };
};

test('sorts a page: offers that wait for the reader, other open ones, then ended ones, newest first', async () => {
  const [third, fourth] = ['3'.repeat(32), '4'.repeat(32)] as [string, string];
  await given(
    proposed(third, 1_500),
    ended('refused', 'proposed', third, 1_500),
    proposed(fourth, 1_000),
    {
      ...ended('refused', 'proposed', fourth, 1_000),
      data: { ...ended('refused', 'proposed', fourth).data, at: NOW + 2 },
    } as DomainEvent,
    proposed(),
    proposed(SECOND, 1_800),
    countered,
  );
  expect(await page(BUYER, { side: 'buyer', page: 1, limit: 3 })).toEqual({
    ids: ['1', '2', '4'],
    total: 4,
    currentPage: 1,
    hasMore: true,
  });
  expect(await page(BUYER, { side: 'buyer', page: 2, limit: 3 })).toEqual({
    ids: ['3'],
    total: 4,
    currentPage: 2,
    hasMore: false,
  });
  expect((await page(SELLER, { side: 'seller', page: 1, limit: 2 })).ids).toEqual(['2', '1']);
  expect(await page(SELLER, { side: 'buyer', page: 1, limit: 3 })).toMatchObject({ ids: [], total: 0, hasMore: false });
});

test('counts offers that wait for an answer or a purchase until the purchase begins', async () => {
  const counts = async () =>
    Promise.all([SELLER, BUYER].map(async (id) => Number((await statsOf(database.knex, id, NOW))?.needsYou)));
  await given(proposed(), proposed(SECOND, 1_000));
  expect(await counts()).toEqual([2, 0]);
  await given(proposed(), countered);
  expect(await counts()).toEqual([0, 1]);
  await given(proposed(), countered, accepted);
  expect(await counts()).toEqual([0, 1]);
  const [agreed] = await openPriceOffersOf(database.knex, BUYER);
  await given(proposed(), countered, accepted, {
    type: 'ListingReserved',
    data: { at: NOW, transactionId: '5'.repeat(32), buyerId: BUYER, until: NOW + 1 },
  });
  expect(await counts()).toEqual([0, 0]);
  expect([agreed?.beingBought, (await openPriceOffersOf(database.knex, BUYER))[0]?.beingBought]).toEqual([false, true]);
  await given(proposed(), countered, accepted, ended('lapsed', 'accepted'));
  expect(await counts()).toEqual([0, 0]);
});
