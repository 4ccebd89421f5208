import type { UseFormReturn } from 'react-hook-form';
import type { SessionUser } from '#application/contract/accounts.ts';
import { offeredCountries } from '#domain/transactions/shipping.ts';
import { AddressFields } from '../../../ui/AddressFields.tsx';
import { Select } from '../../../ui/Input.tsx';
import { schemaOnDemand } from '../../../ui/schemaOnDemand.ts';
import type { ClaimDraft, ReturnAddress } from './claimDraft.ts';

/** The saved address, in the country of the account. */
export const ownAddress = ({ shippingAddress, country, fullName }: SessionUser): ReturnAddress => ({
  fullName: shippingAddress?.fullName ?? fullName ?? '',
  streetAddress1: shippingAddress?.streetAddress1 ?? '',
  streetAddress2: shippingAddress?.streetAddress2 ?? '',
  city: shippingAddress?.city ?? '',
  postalCode: shippingAddress?.postalCode ?? '',
  country,
});

/** Checks the address and passes the other fields through. */
export const returnRules = schemaOnDemand<ClaimDraft, ClaimDraft>(async () => {
  const { returnTo } = await import('#application/contract/escrow.ts');
  return returnTo.loose() as never;
});

/** The return address, prefilled from the settings. */
export const ReturnAddressFields = ({ form: { register, formState } }: { form: UseFormReturn<ClaimDraft> }) => (
  <fieldset className="field form-grid">
    <legend>Where should it be sent?</legend>
    <AddressFields register={register} errors={formState.errors} />
    <Select
      label="Country"
      autoComplete="shipping country-name"
      error={formState.errors.country?.message}
      {...register('country')}
    >
      {offeredCountries().map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </Select>
    <p className="hint">The buyer sees this address, and so do our staff if they decide about this sale.</p>
  </fieldset>
);
