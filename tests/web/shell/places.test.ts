import { expect, test } from 'vitest';
import { currentPlace, PLACES } from '#web/shell/places.ts';

test('has eight side panel links in their order [D1-028] [D1-029] [D1-030]', () => {
  expect(PLACES.map(({ to, label }) => [to, label])).toEqual([
    ['/listings', 'Browse Listings'],
    ['/dashboard', 'Dashboard Overview'],
    ['/listings/create', 'Create Listing'],
    ['/listings/my-listings', 'My Listings'],
    ['/messages', 'Messages'],
    ['/settings', 'Account Settings'],
    ['/transactions', 'My Transactions'],
    ['/faq-contact', 'FAQ & Contact Us'],
  ]);
});

test.each([
  ['/listings', '/listings'],
  ['/listings/abc', '/listings'],
  ['/listings/create', '/listings/create'],
  ['/listings/my-listings', '/listings/my-listings'],
  ['/messages/conversation/1', '/messages'],
  ['/transaction/1/pause-escrow', '/transactions'],
  ['/transactions/1', '/transactions'],
  ['/seller/onboarding', '/settings'],
  ['/transactions/offers', '/transactions'],
  ['/listingsandmore', undefined],
])('marks on %s the current place %s [D1-025]', (path, place) => {
  expect(currentPlace(path)).toBe(place);
});
