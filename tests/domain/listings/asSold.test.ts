import { expect, test } from 'vitest';
import { soldListing } from '#domain/listings/asSold.ts';
import type { ListingEvent } from '#domain/listings/events.ts';

const OFFER = {
  title: 'Knight',
  franchise: 'warhammer40k',
  mainFaction: 'Imperial Knights',
  subfaction: '',
  condition: 'Painted',
  paintQuality: 'High Tabletop',
  price: 18_990,
  description: 'No repairs',
};
const image = (s3Key: string) => ({ s3Key, original: 'a.webp', thumbnail: 'b.webp', width: 8, height: 6 });
const published: ListingEvent = {
  type: 'ListingPublished',
  data: { at: 1, ...OFFER, sellerId: 's', country: 'Norway', disclaimerAccepted: true, images: [image('first')] },
};
const revised = (at: number, description: string): ListingEvent => ({
  type: 'ListingRevised',
  data: { at, ...OFFER, description, sellerId: 's' },
});
const reserved = (at: number, transactionId: string): ListingEvent => ({
  type: 'ListingReserved',
  data: { at, transactionId, buyerId: 'b', until: at + 100 },
});
const released = (at: number, transactionId: string): ListingEvent => ({
  type: 'ReservationReleased',
  data: { at, transactionId },
});
const photographed: ListingEvent = {
  type: 'ListingPhotosChanged',
  data: { at: 9, sellerId: 's', images: [image('second')], files: [null] },
};

test('a listing as sold has the words and photos of the moment when the purchase reserved it', () => {
  const history = [
    published,
    revised(2, 'One repair'),
    reserved(3, 't1'),
    released(4, 't1'),
    revised(5, 'Two repairs'),
  ];
  const first = soldListing(history, 't1');
  expect(first?.state.offer.description).toBe('One repair');
  expect(first?.reserved).toBe(history[2]);
  expect(first?.changed).toBe(true);
  const again = soldListing([...history, reserved(6, 't2'), photographed], 't2');
  expect(again?.state.offer.description).toBe('Two repairs');
  expect(again?.state.images.map(({ s3Key }) => s3Key)).toEqual(['first']);
  expect(again?.changed).toBe(true);
});

test('a listing as sold is unchanged if only its reservation and sale follow', () => {
  const sold: ListingEvent = { type: 'ListingSold', data: { at: 4, transactionId: 't1' } };
  expect(soldListing([published, reserved(3, 't1'), sold], 't1')?.changed).toBe(false);
});

test('a history that does not name the transaction has no listing as sold', () => {
  expect(soldListing([published, reserved(3, 't1')], 't2')).toBeUndefined();
});
