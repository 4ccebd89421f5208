import type { UseFormReturn } from 'react-hook-form';
import { FieldError } from '../../../ui/Field.tsx';
import { Checkbox } from '../../../ui/Input.tsx';
import { ClaimWarning } from './ClaimWarning.tsx';
import { contradictsPaint } from './paint.ts';
import type { ListingForm } from './useListingForm.ts';

type QuestionsProps = { form: UseFormReturn<ListingForm>; trademarks: readonly string[] };

/** Warns about claims in the text and about contradicting paint fields while the seller types. */
export const Questions = ({ form, trademarks }: QuestionsProps) => {
  const [title, description, condition, paintQuality] = form.watch([
    'title',
    'description',
    'condition',
    'paintQuality',
  ]);
  const message = form.formState.errors.paintMeant?.message;
  return (
    <>
      {contradictsPaint({ condition, paintQuality }) && (
        <fieldset className="disclaimer">
          <legend className="strong">Is it painted?</legend>
          <p className="small">
            The condition says “{condition}”, the paint quality “{paintQuality}”. Buyers look for one or the other.
          </p>
          <Checkbox
            label={`Keep “${condition}” with “${paintQuality}”`}
            aria-invalid={message ? true : undefined}
            aria-describedby="paint-error"
            {...form.register('paintMeant', { onChange: () => form.clearErrors('paintMeant') })}
          />
          <FieldError id="paint-error" message={message} />
        </fieldset>
      )}
      <ClaimWarning texts={[title, description]} trademarks={trademarks} />
    </>
  );
};
