import { describe, expect, test } from 'vitest';
import type { ListedPhoto, ListingCommand, Offer } from '#domain/listings/commands.ts';
import type { ListingEvent } from '#domain/listings/events.ts';
import { listing } from '#domain/listings/listing.ts';
import { type Actor, SYSTEM } from '#domain/shared/actor.ts';
import type { ListingImage } from '#domain/shared/listingImage.ts';
import type { OwnRates } from '#domain/transactions/shipping.ts';
import { givenWith } from '#tests/support/given.ts';

const given = givenWith(listing);
const AT = Date.UTC(2026, 4, 7);
const ID = '1'.repeat(32);
const TRANSACTION = '5'.repeat(32);
const SELLER: Actor = { id: 'a'.repeat(32), role: 'member' };
const BUYER: Actor = { id: 'b'.repeat(32), role: 'member' };
const STAFF: Actor = { id: 'f'.repeat(32), role: 'staff' };
const OFFER: Offer = {
  title: 'Redemptor Dreadnought',
  franchise: 'warhammer40k',
  mainFaction: 'Space Marines',
  subfaction: 'Ultramarines',
  condition: 'Painted',
  paintQuality: 'High Tabletop',
  price: 4_500,
  description: 'Magnetised arms',
};
const PHOTO: ListingImage = { original: 'o.webp', thumbnail: 't.webp', s3Key: 'k', width: 800, height: 600 };
const seller = { id: SELLER.id, feeAccepted: true, active: true, country: 'Netherlands' };

const publish = (
  change: { offer?: Partial<Offer>; images?: number; seller?: Partial<typeof seller>; accepted?: boolean } = {},
): ListingCommand => ({
  type: 'PublishListing',
  at: AT,
  by: SELLER,
  id: ID,
  offer: { ...OFFER, ...change.offer },
  images: Array.from({ length: change.images ?? 1 }, () => PHOTO),
  disclaimerAccepted: change.accepted ?? false,
  seller: { ...seller, ...change.seller },
});

const published: ListingEvent = {
  type: 'ListingPublished',
  data: { at: AT, ...OFFER, sellerId: SELLER.id, country: 'Netherlands', disclaimerAccepted: true, images: [PHOTO] },
};
const reserved: ListingEvent = {
  type: 'ListingReserved',
  data: { at: AT, transactionId: TRANSACTION, buyerId: BUYER.id, until: AT + 1 },
};
const sold: ListingEvent = { type: 'ListingSold', data: { at: AT, transactionId: TRANSACTION } };
const archived: ListingEvent = { type: 'ListingArchived', data: { at: AT, reason: 'bySeller' } };
const removed: ListingEvent = {
  type: 'ListingRemoved',
  data: { at: AT, reason: 'counterfeit', sellerId: SELLER.id, removedBy: STAFF.id },
};

const UNOFFICIAL = { franchise: 'unofficial3dprinted', mainFaction: 'Kitbashes', subfaction: '' };

describe('publishing', () => {
  test('puts a listing on the market', () => given().when(publish()).emits(published));
  test('needs the seller terms [D1-011] [D1-272] [D2-004]', () =>
    given()
      .when(publish({ seller: { feeAccepted: false } }))
      .isRejected({ code: 'sellerTermsRequired' }));
  test('needs an active account', () =>
    given()
      .when(publish({ seller: { active: false } }))
      .isRejected({ code: 'accountNotActive' }));
  test('rejects a listing for another account', () =>
    given()
      .when(publish({ seller: { id: BUYER.id } }))
      .isRejected({ code: 'notYourListing' }));
  test('needs an image', () =>
    given()
      .when(publish({ images: 0 }))
      .isRejected({ code: 'imagesRequired' }));
  test('accepts eight images and rejects nine', () => {
    expect(listing.decide(publish({ images: 8 }), listing.initial).ok).toBe(true);
    given()
      .when(publish({ images: 9 }))
      .isRejected({ code: 'tooManyImages' });
  });
  test.each([
    { franchise: 'chess' },
    { mainFaction: 'Seraphon' },
    { subfaction: 'Cadian Shock Troops' },
    { mainFaction: 'constructor' },
  ])('rejects a faction or subfaction of another franchise: %o', (offer) =>
    given().when(publish({ offer })).isRejected({ code: 'factionUnknown' }),
  );
  test('needs the disclaimer where the franchise has one [D2-152]', () => {
    given()
      .when(publish({ offer: UNOFFICIAL }))
      .isRejected({ code: 'disclaimerRequired' });
    expect(listing.decide(publish({ offer: UNOFFICIAL, accepted: true }), listing.initial).ok).toBe(true);
  });
  test('records the disclaimer as accepted if there is none', () =>
    given()
      .when(publish({ accepted: false }))
      .emits(published));
});

describe('shipping for one listing', () => {
  const RATES = { domestic: 300, continental: 900, international: null };
  const set = (rates: OwnRates | null): ListingEvent => ({ type: 'ListingRatesSet', data: { at: AT, rates } });
  const reprice = (rates: OwnRates | null | undefined, by = SELLER): ListingCommand => ({
    type: 'ReviseListing',
    at: AT,
    by,
    offer: OFFER,
    rates,
  });

  test("follows the seller's usual rates by default", () => expect(given(published).state().rates).toBeNull());
  test('can be set on publication', () =>
    given()
      .when({ ...publish(), rates: RATES } as ListingCommand)
      .emits(published, set(RATES)));
  test('can be changed together with other fields', () => {
    given(published).when(reprice(RATES)).emits(set(RATES));
    given(published, set(RATES))
      .when({ ...reprice({ ...RATES, domestic: 0 }), offer: { ...OFFER, price: 5_000 } } as ListingCommand)
      .emits(
        { type: 'ListingRevised', data: { at: AT, ...OFFER, price: 5_000, sellerId: SELLER.id } },
        set({ ...RATES, domestic: 0 }),
      );
  });
  test('stays unless an edit changes it', () => {
    given(published, set(RATES)).when(reprice(undefined)).changesNothing();
    given(published, set(RATES)).when(reprice(RATES)).changesNothing();
    given(published).when(reprice(null)).changesNothing();
  });
  test('keeps the international rate if only the others are given', () =>
    given(published, set({ ...RATES, international: 2_000 }))
      .when(reprice({ ...RATES, continental: 950 }))
      .emits(set({ domestic: 300, continental: 950, international: 2_000 })));
  test("can return to the seller's usual rates", () => {
    given(published, set(RATES)).when(reprice(null)).emits(set(null));
    expect(given(published, set(RATES), set(null)).state().rates).toBeNull();
  });
  test.each([
    [{ ...RATES, domestic: -1 }, 'ratesNegative'],
    [{ ...RATES, continental: 10_001 }, 'ratesTooHigh'],
    [{ ...RATES, international: 10_001 }, 'ratesTooHigh'],
  ] as const)('must be within the bounds of the seller’s usual rates: %o', (rates, code) => {
    given(published).when(reprice(rates)).isRejected({ code });
    given()
      .when({ ...publish(), rates } as ListingCommand)
      .isRejected({ code });
  });
  test('cannot change during a purchase or after the sale', () => {
    given(published, set(RATES), reserved).when(reprice(null)).isRejected({ code: 'listingReserved' });
    given(published, set(RATES), reserved, sold).when(reprice(null)).isRejected({ code: 'onlyActiveCanBeEdited' });
  });
  test('can be set by the owner only', () =>
    given(published).when(reprice(RATES, BUYER)).isRejected({ code: 'notYourListing' }));
});

describe('revising', () => {
  const revise = (offer: Partial<Offer> = { price: 4_000 }, by = SELLER): ListingCommand => ({
    type: 'ReviseListing',
    at: AT,
    by,
    offer: { ...OFFER, ...offer },
  });

  test('changes the offer', () =>
    given(published)
      .when(revise())
      .emits(
        { type: 'ListingRevised', data: { at: AT, ...OFFER, price: 4_000, sellerId: SELLER.id } },
        { type: 'ListingPriceReduced', data: { at: AT, from: 4_500, to: 4_000 } },
      ));
  test('is no reduction unless the price is the lowest of thirty days', () => {
    const dearer = { at: AT, ...OFFER, price: 6_000, sellerId: SELLER.id };
    given(published, { type: 'ListingRevised', data: dearer })
      .when(revise({ price: 4_500 }))
      .emits({ type: 'ListingRevised', data: { ...dearer, price: 4_500 } });
  });
  test('shows erased text as erased and keeps the rest', () => {
    const { offer } = given({ ...published, data: { ...published.data, title: null, description: null } }).state();
    expect(offer).toEqual({ ...OFFER, title: '[erased]', description: '[erased]' });
  });
  test('writes nothing if nothing changed', () => given(published).when(revise({})).changesNothing());
  test('is possible only for the owner [D1-346]', () =>
    given(published).when(revise({}, BUYER)).isRejected({ code: 'notYourListing' }));
  test.each([[sold], [archived]])('is possible only for active listings: %o [D1-262]', (end) =>
    given(published, end).when(revise()).isRejected({ code: 'onlyActiveCanBeEdited' }),
  );
  test('waits until a reservation ends [D1-268]', () =>
    given(published, reserved).when(revise()).isRejected({ code: 'listingReserved' }));
  test('is rejected for a missing listing', () => given().when(revise()).isRejected({ code: 'listingNotFound' }));
});

describe('the photos', () => {
  const file = (digit: string) => ({
    sha256Uploaded: digit.repeat(64),
    sha256Stored: digit.repeat(64),
    sha256Thumbnail: digit.repeat(64),
    bytes: 9,
    type: 'image/webp',
  });
  const photo = (key: string, takenAt: string | null = null): ListedPhoto => ({
    image: { ...PHOTO, s3Key: key },
    file: file(key),
    takenAt,
  });
  const shown = (...photos: ListedPhoto[]): ListingEvent => ({
    type: 'ListingPhotosChanged',
    data: {
      at: AT,
      sellerId: SELLER.id,
      images: photos.map(({ image }) => image),
      files: photos.map(({ file }) => file),
      ...(photos.some(({ takenAt }) => takenAt) && { takenAt: photos.map(({ takenAt }) => takenAt) }),
    },
  });
  const [one, two, three] = [photo('1', '2026-05-01T10:20:30'), photo('2'), photo('3')] as const;
  const offered: ListingEvent = {
    ...published,
    data: {
      ...published.data,
      images: [one.image, two.image],
      files: [file('1'), file('2')],
      takenAt: [one.takenAt, null],
    },
  };
  const change = (photos: readonly ({ kept: string } | ListedPhoto)[], by = SELLER): ListingCommand => ({
    type: 'ChangePhotos',
    at: AT,
    by,
    photos,
  });
  const swap = change([{ kept: '2' }, { kept: '1' }]);

  test('are reordered, removed and added in one event, and keep their hashes', () => {
    given(offered).when(swap).emits(shown(two, one));
    given(offered)
      .when(change([three, { kept: '1' }]))
      .emits(shown(three, one));
    expect(given(offered, shown(three, one)).state()).toMatchObject({
      images: [three.image, one.image],
      bound: [{ takenAt: null }, { file: file('1'), takenAt: one.takenAt }],
    });
  });
  test('published before hashing stay without hashes', () =>
    given(published)
      .when(change([{ kept: 'k' }, two]))
      .emits(shown({ image: PHOTO, file: null, takenAt: null }, two)));
  test('write nothing if unchanged', () =>
    given(offered)
      .when(change([{ kept: '1' }, { kept: '2' }]))
      .changesNothing());
  test('are one to eight', () => {
    given(offered).when(change([])).isRejected({ code: 'imagesRequired' });
    given(offered)
      .when(change(Array.from({ length: 9 }, (_, n) => photo(String(n)))))
      .isRejected({ code: 'tooManyImages' });
  });
  test.each([[['4']], [['1', '1']]])('are rejected if unknown or repeated: %o', (kept) =>
    given(offered)
      .when(change(kept.map((key) => ({ kept: key }))))
      .isRejected({ code: 'photoUnknown' }),
  );
  test('cannot change during a purchase, or once sold or archived', () => {
    given(offered, reserved).when(swap).isRejected({ code: 'listingReserved' });
    for (const end of [sold, archived]) given(offered, end).when(swap).isRejected({ code: 'onlyActiveCanBeEdited' });
  });
  test('can be changed by the owner only', () =>
    given(offered)
      .when(change([{ kept: '1' }], BUYER))
      .isRejected({ code: 'notYourListing' }));
});

describe('archiving', () => {
  const archive = (by: Actor = SELLER, reason: 'bySeller' | 'unavailable' = 'bySeller'): ListingCommand => ({
    type: 'ArchiveListing',
    at: AT,
    by,
    reason,
  });

  test('takes an active listing off the market', () => {
    given(published).when(archive()).emits(archived);
    expect(given(published, archived).state().status).toBe('archived');
  });
  test('is possible only for the owner', () =>
    given(published).when(archive(BUYER)).isRejected({ code: 'notYourListing' }));
  test('waits until a reservation ends', () =>
    given(published, reserved).when(archive()).isRejected({ code: 'listingReserved' }));
  test('is automatic if the seller cannot deliver, before or after the sale', () => {
    const event = { type: 'ListingArchived', data: { at: AT, reason: 'unavailable' } };
    given(published, reserved, sold).when(archive(SYSTEM, 'unavailable')).emits(event);
    given(published, reserved).when(archive(SYSTEM, 'unavailable')).emits(event);
    given(published).when(archive(SELLER, 'unavailable')).isRejected({ code: 'notAllowed' });
  });
});

describe('reserving', () => {
  const reserve = (change: Partial<Extract<ListingCommand, { type: 'ReserveListing' }>> = {}): ListingCommand => ({
    type: 'ReserveListing',
    at: AT,
    by: BUYER,
    transactionId: TRANSACTION,
    buyerId: BUYER.id,
    price: 4_500,
    until: AT + 1,
    seller,
    ...change,
  });

  test('keeps a listing for one buyer [L-010] [L-042] [D1-266]', () =>
    given(published).when(reserve()).emits(reserved));
  test('changes nothing when repeated for the same transaction', () =>
    given(published, reserved).when(reserve()).changesNothing());
  test('is rejected for a second buyer [D2-291] [L-044]', () =>
    given(published, reserved)
      .when(reserve({ transactionId: '6'.repeat(32), buyerId: '8'.repeat(32) }))
      .isRejected({ code: 'listingReserved' }));
  test('reports to the same buyer that they already reserved it', () =>
    given(published, reserved)
      .when(reserve({ transactionId: '6'.repeat(32) }))
      .isRejected({ code: 'ownPurchase' }));
  test('is rejected for the owner [L-043]', () =>
    given(published)
      .when(reserve({ buyerId: SELLER.id, by: SELLER }))
      .isRejected({ code: 'ownListing' }));
  test('is rejected at another price, with the current one [L-046]', () =>
    given(published)
      .when(reserve({ price: 4_499 }))
      .isRejected({ code: 'priceChanged', price: 4_500 }));
  test('is rejected for a wrong seller', () =>
    given(published)
      .when(reserve({ seller: { ...seller, id: STAFF.id } }))
      .isRejected({ code: 'sellerMismatch' }));
  test.each([
    ['sold', sold],
    ['archived', archived],
    ['removed', removed],
  ])('is rejected when %s [L-043] [D2-291]', (_, end) =>
    given(published, end)
      .when(reserve({ transactionId: '6'.repeat(32) }))
      .isRejected({ code: 'listingNotAvailable' }),
  );
  test('is rejected if the seller is away or has not accepted the seller terms [L-045]', () => {
    for (const lacking of [{ active: false }, { feeAccepted: false }]) {
      const cannotSell = reserve({ seller: { ...seller, ...lacking } });
      given(published).when(cannotSell).isRejected({ code: 'sellerAway' });
    }
  });
});

describe('a reservation', () => {
  const release = (transactionId = TRANSACTION): ListingCommand => ({
    type: 'ReleaseReservation',
    at: AT,
    by: SYSTEM,
    transactionId,
  });
  const markSold = (transactionId = TRANSACTION): ListingCommand => ({
    type: 'MarkSold',
    at: AT,
    by: SYSTEM,
    transactionId,
  });
  const back: ListingCommand = { type: 'ReturnToMarket', at: AT, by: SYSTEM, transactionId: TRANSACTION };

  test('ends with a release [D1-266]', () =>
    given(published, reserved)
      .when(release())
      .emits({ type: 'ReservationReleased', data: { at: AT, transactionId: TRANSACTION } }));
  test('is not released by another transaction', () =>
    given(published, reserved)
      .when(release('6'.repeat(32)))
      .changesNothing());
  test('ends with the sale [D1-266]', () => {
    given(published, reserved).when(markSold()).emits(sold);
    expect(given(published, reserved, sold).state()).toMatchObject({
      status: 'sold',
      reservation: null,
      soldTo: TRANSACTION,
    });
  });
  test('is required for a sale', () => given(published).when(markSold()).isRejected({ code: 'listingNotAvailable' }));
  test('returns to the market when refunded before shipment [L-010] [L-071]', () => {
    given(published, reserved, sold)
      .when(back)
      .emits({ type: 'ListingReturnedToMarket', data: { at: AT, transactionId: TRANSACTION } });
    expect(
      given(published, reserved, sold, {
        type: 'ListingReturnedToMarket',
        data: { at: AT, transactionId: TRANSACTION },
      }).state(),
    ).toMatchObject({ status: 'active', soldTo: null });
  });
  test('does not return a removed listing to the market', () =>
    given(published, reserved, sold, removed).when(back).changesNothing());
});

describe('removing [D2-269]', () => {
  const remove = (
    by: Actor,
    { sellerErased = false, concerned = false, ownSale: ownTransaction = false } = {},
  ): ListingCommand => ({
    type: 'RemoveListing',
    at: AT,
    by,
    reason: 'counterfeit',
    sellerErased,
    concerned,
    ownSale: ownTransaction,
  });

  test('needs staff and a reason, and archives the listing [L-010]', () => {
    given(published).when(remove(STAFF)).emits(removed);
    expect(given(published, removed).state()).toMatchObject({ status: 'archived', removed: true });
  });
  test('stores no reason if the seller is erased', () =>
    given(published)
      .when(remove(STAFF, { sellerErased: true }))
      .emits({ ...removed, data: { ...removed.data, reason: null } } as ListingEvent));
  test('is rejected for a party of an open report', () =>
    given(published)
      .when(remove(STAFF, { concerned: true }))
      .isRejected({ code: 'ownReportDecided' }));
  test('is rejected for staff who have an open transaction with the seller', () =>
    given(published)
      .when(remove(STAFF, { ownSale: true }))
      .isRejected({ code: 'ownSale' }));
  test('is rejected if already removed, because nobody would read the reason', () => {
    given(published, removed).when(remove(STAFF)).isRejected({ code: 'listingRemovedAlready' });
    given(published, removed).when(remove(SYSTEM)).changesNothing();
  });
  test('is rejected for its seller, whatever role they hold', () =>
    given(published)
      .when(remove({ ...STAFF, id: SELLER.id }))
      .isRejected({ code: 'ownReportDecided' }));
  test('is rejected for members', () => given(published).when(remove(SELLER)).isRejected({ code: 'notAllowed' }));
});

describe('restoring a removed listing', () => {
  const restore = (sellerActive = true, by: Actor = SYSTEM): ListingCommand => ({
    type: 'RestoreListing',
    at: AT,
    by,
    sellerActive,
  });
  const restored = (to: 'active' | 'sold' | 'archived'): ListingEvent => ({
    type: 'ListingRestored',
    data: { at: AT, to },
  });
  const archived: ListingEvent = { type: 'ListingArchived', data: { at: AT, reason: 'unavailable' } };

  test('makes an active listing active again', () => {
    given(published, removed).when(restore()).emits(restored('active'));
    expect(given(published, removed, restored('active')).state()).toMatchObject({ status: 'active', removed: false });
  });
  test('leaves sold and archived listings as they were, and archives those of an absent seller', () => {
    given(published, archived, removed).when(restore()).emits(restored('archived'));
    given(published, reserved, sold, removed).when(restore()).emits(restored('sold'));
    given(published, removed, archived).when(restore()).emits(restored('archived'));
    given(published, removed).when(restore(false)).emits(restored('archived'));
  });
  test('changes nothing for a listing that was not removed', () => given(published).when(restore()).changesNothing());
  test('only follows a complaint', () =>
    given(published, removed).when(restore(true, STAFF)).isRejected({ code: 'notAllowed' }));
});
