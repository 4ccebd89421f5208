import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type UseFormReturn, useController } from 'react-hook-form';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { TERMS } from '#domain/transactions/terms/termsText.ts';
import { messageOf } from '../../../api/ApiError.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { FieldError } from '../../../ui/Field.tsx';
import { Form } from '../../../ui/Form.tsx';
import { Checkbox } from '../../../ui/Input.tsx';
import { Notice } from '../../../ui/States.tsx';
import { toast } from '../../../ui/toast.ts';
import type { Franchise } from '../../api/catalogueQueries.ts';
import { LISTINGS } from '../../api/listingQueries.ts';
import { PhotoPicker } from '../photos/pickerOnDemand.tsx';
import { DraftKeeper } from './draft/DraftKeeper.tsx';
import { ListingFields } from './ListingFields.tsx';
import { publishListing } from './publishListing.ts';
import { EMPTY_LISTING, type ListingForm, nearListingRules, tellFirstWrong, useListingForm } from './useListingForm.ts';

/** Only for franchises that require it; for others acceptance is implied. */
const Disclaimer = ({ form, franchise }: { form: UseFormReturn<ListingForm>; franchise: Franchise }) => {
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

/** Preselects the first franchise. */
export const CreateForm = ({ franchises }: { franchises: Franchise[] }) => {
  const asksDisclaimer = (id: string) =>
    franchises.find((franchise) => franchise.id === id)?.disclaimerRequired ?? false;
  const empty = { ...EMPTY_LISTING, franchise: franchises[0]?.id ?? '' };
  const form = useListingForm(empty, { kind: 'create', disclaimerRequired: asksDisclaimer });
  const from = useSearchParams()[0].get('from') ?? undefined;
  const photos = useController({ control: form.control, name: 'photos' });
  const photoField = useRef<HTMLInputElement>(null);
  const [progress, setProgress] = useState<number[]>();
  const [preparing, setPreparing] = useState(false);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const franchiseId = form.watch('franchise');
  const franchise = franchises.find(({ id }) => id === franchiseId);

  useEffect(() => {
    form.setValue('disclaimerAccepted', franchise !== undefined && !franchise.disclaimerRequired);
  }, [franchise, form]);

  const submit = form.handleSubmit(
    async (draft) => {
      setProgress(draft.photos.map(() => 0));
      try {
        await publishListing(draft, setProgress, from);
        await queries.invalidateQueries({ queryKey: [LISTINGS] });
        await queries.invalidateQueries({ queryKey: ['user'] });
        toast.success('Your listing is published');
        dispatchEvent(new Event('good-moment'));
        navigate('/listings/my-listings');
      } catch (error) {
        const message = messageOf(error, 'Failed to create listing');
        form.setError('root', { message });
        toast.error(message);
        setProgress(undefined);
      }
    },
    (errors) => tellFirstWrong(form, errors, photoField, 'Failed to create listing'),
  );
  const busy = progress !== undefined;
  return (
    <Form
      className="form-grid panel max-w-3xl"
      onTouch={nearListingRules}
      focusAfter={form.formState.errors.photos && photoField}
      onSubmit={submit}
    >
      <DraftKeeper form={form} from={from} empty={empty} />
      <PhotoPicker
        photos={photos.field.value}
        onChange={(next) => {
          photos.field.onChange(next);
          form.clearErrors('photos');
        }}
        error={form.formState.errors.photos?.message}
        field={photoField}
        progress={progress}
        onPreparing={setPreparing}
      />
      <ListingFields form={form} franchises={franchises} />
      {franchise?.disclaimerRequired && <Disclaimer form={form} franchise={franchise} />}
      {form.formState.errors.root?.message && <Notice bad>{form.formState.errors.root.message}</Notice>}
      <Notice>
        <b>What happens next.</b> Your listing goes live at once, and listing is free. When somebody pays, we hold the
        money in escrow and you have {TERMS.shipment} to ship.
      </Notice>
      <div className="row">
        <Button type="submit" look="primary" busyText="Publishing…" disabled={preparing}>
          Create Listing
        </Button>
        {!busy && <ButtonLink to="/listings/my-listings">Cancel</ButtonLink>}
      </div>
    </Form>
  );
};
