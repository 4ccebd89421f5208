import type { z } from 'zod';
import type { SessionUser } from '#application/contract/accounts.ts';
import type { setShipping } from '#application/contract/transactions.ts';
import { offeredCountries } from '#domain/transactions/shipping.ts';

export type ShippingDraft = z.input<typeof setShipping>['shippingAddress'];

const offered = (country: string): country is ShippingDraft['country'] =>
  (offeredCountries() as readonly string[]).includes(country);

/** A complete saved address, so that nothing has to be asked. */
export const knownAddress = (user: SessionUser): ShippingDraft | null => {
  const { shippingAddress, country } = user;
  if (!shippingAddress || !offered(country)) return null;
  const address = prefilled(user);
  const { fullName, streetAddress1, city, postalCode } = address;
  return [fullName, streetAddress1, city, postalCode].every((line) => line.trim() !== '') ? address : null;
};

/** The saved address, in the country of the account. */
export const prefilled = ({ shippingAddress, country, fullName }: SessionUser): ShippingDraft => ({
  fullName: shippingAddress?.fullName ?? fullName ?? '',
  streetAddress1: shippingAddress?.streetAddress1 ?? '',
  streetAddress2: shippingAddress?.streetAddress2 ?? '',
  city: shippingAddress?.city ?? '',
  postalCode: shippingAddress?.postalCode ?? '',
  country: offered(country) ? country : 'Netherlands',
});
