import { expect, test } from 'vitest';
import type { Listing } from '#application/contract/listings.ts';
import { notForSale } from '#web/listings/components/detail/availability.ts';
import { archiveBody, revisionBody } from '#web/listings/components/form/editBodies.ts';
import { multipartOf } from '#web/listings/components/form/publishListing.ts';
import { EMPTY_LISTING } from '#web/listings/components/form/useListingForm.ts';
import { asChosen } from '#web/listings/components/photos/photoRules.ts';

const listing = {
  title: 'Orc',
  price: 12.5,
  condition: 'Built',
  paintQuality: 'Not Painted',
  description: 'An orc.',
  mainFaction: 'Orcs',
  subfaction: '',
  franchise: '40k',
  disclaimerAccepted: true,
} as Listing;

const shipping = { domestic: 5, continental: 15, international: 30, own: false };

test('sends status active on an ordinary save [D1-264]', () => {
  expect(revisionBody({ ...EMPTY_LISTING, title: 'Orc' }, { shipping })).toMatchObject({
    title: 'Orc',
    status: 'active',
    disclaimerAccepted: false,
  });
});

test('sends own rates in euros and their removal, and otherwise nothing', () => {
  const own = { ...EMPTY_LISTING, ownShipping: true, domesticRate: '3,50', continentalRate: '€ 9' };
  const rates = { domesticRate: 3.5, continentalRate: 9 };
  expect(revisionBody(own, { shipping })).toMatchObject({ shippingRates: rates });
  expect(JSON.parse(String(multipartOf(own).get('shippingRates')))).toEqual(rates);
  const given = { ...own, ownShipping: false };
  expect(revisionBody(given, { shipping: { ...shipping, own: true } })).toMatchObject({ shippingRates: null });
  expect(revisionBody(given, { shipping })).not.toHaveProperty('shippingRates');
  expect(multipartOf(given).has('shippingRates')).toBe(false);
});

test('sends status archived without franchise and disclaimerAccepted [D1-408] [D1-263]', () => {
  const body = archiveBody(listing);
  expect(Object.keys(body).sort()).toEqual(
    ['condition', 'description', 'mainFaction', 'paintQuality', 'price', 'status', 'subfaction', 'title'].sort(),
  );
  expect(body.status).toBe('archived');
});

test('sends a new listing as multipart with ordered photos and the disclaimer as text', () => {
  const photo = (name: string) => ({
    ...asChosen(new File(['x'], name, { type: 'image/png' })),
    id: name,
    preview: '',
  });
  const body = multipartOf({
    ...EMPTY_LISTING,
    title: 'Orc',
    photos: [photo('b.png'), photo('a.png')],
    disclaimerAccepted: true,
  });
  expect(body.getAll('images').map((file) => (file as File).name)).toEqual(['b.png', 'a.png']);
  expect(body.get('disclaimerAccepted')).toBe('true');
  expect(body.get('paintQuality')).toBe('Not Painted');
});

test('offers only an active, unreserved listing for sale [D1-108] [D1-126]', () => {
  expect(notForSale({ status: 'active', reserved: false })).toBeNull();
  expect(notForSale({ status: 'active', reserved: true })).toMatch(/reserved for a buyer/);
  expect(notForSale({ status: 'sold', reserved: false })).toMatch(/sold/);
  expect(notForSale({ status: 'archived', reserved: false })).toMatch(/no longer for sale/);
});
