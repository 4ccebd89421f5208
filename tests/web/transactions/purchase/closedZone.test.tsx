// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { REGISTRATION_COUNTRIES } from '#domain/catalogue/countries.ts';
import { aListing, freshBrowser, MEMBER_REPLIES, open, serve, signedIn } from '#tests/support/browser.tsx';

vi.mock('#domain/transactions/terms/versions.ts', async () => {
  const { terms2026n1 } = await import('#domain/transactions/terms/2026-1.ts');
  return { TERMS_VERSIONS: [{ ...terms2026n1, internationalShipping: false }] };
});

freshBrowser();

test('does not offer the countries of an international zone that the terms close [D2-089]', async () => {
  const listing = aListing(1);
  signedIn();
  serve({
    ...MEMBER_REPLIES,
    [`GET listings/${listing._id}`]: listing,
    'POST shipping/calculate': { shippingCost: 5, zone: 'domestic' },
  });
  open(`/listings/${listing._id}?buy=1&transaction=${'d'.repeat(32)}`);
  await screen.findByRole('dialog', { name: 'Shipping information' });
  const offered = within(screen.getByLabelText('Country'))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
  expect(offered).toEqual(REGISTRATION_COUNTRIES);
});
