import { describe, expect, test } from 'vitest';
import { MOST_WATCHED, type WatchListCommand, type WatchListEvent, watchList } from '#domain/listings/watchList.ts';
import type { Actor } from '#domain/shared/actor.ts';
import { givenWith } from '#tests/support/given.ts';

const given = givenWith(watchList);
const AT = Date.UTC(2026, 4, 7);
const ANNA: Actor = { id: 'a'.repeat(32), role: 'member' };
const SELLER = 'b'.repeat(32);
const DRAGON = '1'.repeat(32);

type Watch = Extract<WatchListCommand, { type: 'WatchListing' }>;
const watch = (listing: Partial<Watch['listing']> = {}): WatchListCommand => ({
  type: 'WatchListing',
  at: AT,
  by: ANNA,
  listingId: DRAGON,
  listing: { status: 'active', removed: false, sellerId: SELLER, price: 4_500, ...listing },
});
const unwatch: WatchListCommand = { type: 'UnwatchListing', at: AT, by: ANNA, listingId: DRAGON };
const watched = (listingId: string | null = DRAGON): WatchListEvent => ({
  type: 'ListingWatched',
  data: { at: AT, listingId, price: 4_500 },
});
const unwatched: WatchListEvent = { type: 'ListingUnwatched', data: { at: AT, listingId: DRAGON } };

describe('watching', () => {
  test('stores the current price', () => given().when(watch()).emits(watched()));
  test('writes one event when repeated, even after the sale', () => {
    given(watched()).when(watch()).changesNothing();
    given(watched())
      .when(watch({ status: 'sold' }))
      .changesNothing();
  });
  test('writes a new event after unwatching', () => given(watched(), unwatched).when(watch()).emits(watched()));
  test('is rejected for your own listing in any state', () => {
    given()
      .when(watch({ sellerId: ANNA.id }))
      .isRejected({ code: 'ownListingWatched' });
    given()
      .when(watch({ sellerId: ANNA.id, status: 'archived' }))
      .isRejected({ code: 'ownListingWatched' });
  });
  test.each([{ status: 'none' as const }, { status: 'archived' as const }, { removed: true }])(
    'is rejected for an invisible listing: %j',
    (listing) => given().when(watch(listing)).isRejected({ code: 'listingNotFound' }),
  );
  test('is rejected for a sold listing', () =>
    given()
      .when(watch({ status: 'sold' }))
      .isRejected({ code: 'listingNotAvailable' }));
  test('is rejected beyond the limit, until one is unwatched', () => {
    const many = Array.from({ length: MOST_WATCHED }, (_, n) => watched(String(n).padStart(32, '0')));
    given(...many.slice(1))
      .when(watch())
      .emits(watched());
    given(...many)
      .when(watch())
      .isRejected({ code: 'tooManyWatched' });
    const letGo = { type: 'ListingUnwatched', data: { at: AT, listingId: '0'.repeat(32) } } as const;
    given(...many, letGo)
      .when(watch())
      .emits(watched());
  });
});

describe('unwatching', () => {
  test('writes one event', () => {
    given(watched()).when(unwatch).emits(unwatched);
    given(watched(), unwatched).when(unwatch).changesNothing();
    given().when(unwatch).changesNothing();
    given()
      .when({ ...unwatch, listingId: '__proto__' } as WatchListCommand)
      .changesNothing();
  });
});

test('stops for an erased account', () => {
  expect(given(watched(null), { type: 'ListingUnwatched', data: { at: AT, listingId: null } }).state()).toEqual({});
});
