import type { UseFormReturn } from 'react-hook-form';
import { FieldError } from '../../ui/Field.tsx';
import { Checkbox } from '../../ui/Input.tsx';
import type { Franchise } from '../catalogueQueries.ts';
import type { ListingForm } from './useListingForm.ts';

/** Only for franchises that require it; for others acceptance is implied. */
export const Disclaimer = ({ form, franchise }: { form: UseFormReturn<ListingForm>; franchise: Franchise }) => {
  const message = form.formState.errors.disclaimerAccepted?.message;
  return (
    <fieldset className="disclaimer">
      <legend className="strong">{franchise.name}</legend>
      <p className="small">{franchise.disclaimer}</p>
      <Checkbox
        label="I understand and agree to these terms"
        aria-invalid={message ? true : undefined}
        aria-describedby="disclaimer-error"
        {...form.register('disclaimerAccepted', { onChange: () => form.clearErrors('disclaimerAccepted') })}
      />
      <FieldError id="disclaimer-error" message={message} />
    </fieldset>
  );
};
