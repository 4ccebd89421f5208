import { expect, test } from 'vitest';
import { purchaseFailure } from '#web/transactions/components/purchase/purchaseRules.ts';
import { quoteFor } from '#web/transactions/components/purchase/quote.ts';

const seller = { _id: 'seller', username: 's', reputation: 0, ratingCount: 0, joinDate: null };

test('rejects a listing without id or price [D2-202] [D1-318]', () => {
  expect(purchaseFailure({ price: 5, seller }, 'buyer')).toBe('Invalid listing data');
  expect(purchaseFailure({ _id: 'listing', seller }, 'buyer')).toBe('Invalid listing data');
});

test('rejects a seller without id [D2-203] [D1-319]', () => {
  for (const unknown of [undefined, { username: 'marta_v' }, { _id: '' }])
    expect(purchaseFailure({ _id: 'listing', price: 5, seller: unknown }, 'buyer')).toBe('Invalid seller information');
});

test('rejects buying your own listing [D1-320] [D2-204]', () => {
  expect(purchaseFailure({ _id: 'listing', price: 5, seller }, 'seller')).toBe('You cannot purchase your own listing');
  expect(purchaseFailure({ _id: 'listing', price: 5, seller }, 'buyer')).toBeNull();
});

test('rounds the fee half-up in cents and adds shipping once it is known [D2-368]', () => {
  expect(quoteFor(39_888, null)).toEqual({ item: 39_888, fee: 2_069, shipping: null, total: 41_957 });
  expect(quoteFor(14_800, 1_500)).toEqual({ item: 14_800, fee: 815, shipping: 1_500, total: 17_115 });
});
