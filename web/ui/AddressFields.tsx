import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { Input } from './Input.tsx';

type AddressDraft = {
  fullName: string;
  streetAddress1: string;
  streetAddress2: string;
  city: string;
  postalCode: string;
};

export const EMPTY_ADDRESS: AddressDraft = {
  fullName: '',
  streetAddress1: '',
  streetAddress2: '',
  city: '',
  postalCode: '',
};

type AddressFieldsProps = {
  // biome-ignore lint/suspicious/noExplicitAny: react-hook-form's register is invariant in the form, and forms may hold more than an address
  register: UseFormRegister<any>;
  errors: FieldErrors<AddressDraft>;
};

/** The address fields, named for browser autofill. */
export const AddressFields = ({ register, errors }: AddressFieldsProps) => (
  <>
    <Input label="Full name" autoComplete="shipping name" error={errors.fullName?.message} {...register('fullName')} />
    <Input
      label="Street address"
      autoComplete="shipping address-line1"
      error={errors.streetAddress1?.message}
      {...register('streetAddress1')}
    />
    <Input
      label="Street address line 2"
      optional
      autoComplete="shipping address-line2"
      error={errors.streetAddress2?.message}
      {...register('streetAddress2')}
    />
    <div className="form-pair">
      <Input
        label="Postal code"
        autoComplete="shipping postal-code"
        error={errors.postalCode?.message}
        {...register('postalCode')}
      />
      <Input label="City" autoComplete="shipping address-level2" error={errors.city?.message} {...register('city')} />
    </div>
  </>
);
