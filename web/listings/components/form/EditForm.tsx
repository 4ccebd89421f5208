import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import type { Listing } from '#application/contract/listings.ts';
import { messageOf } from '../../../api/ApiError.ts';
import { api } from '../../../api/client.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { Form } from '../../../ui/Form.tsx';
import { onceOpened } from '../../../ui/onceOpened.tsx';
import { Notice } from '../../../ui/States.tsx';
import { toast } from '../../../ui/toast.ts';
import type { Franchise } from '../../api/catalogueQueries.ts';
import { LISTINGS } from '../../api/listingQueries.ts';
import { isNew, type Photo } from '../photos/photoRules.ts';
import { PhotoPicker } from '../photos/pickerOnDemand.tsx';
import { OpenOffers } from '../priceOffers/OpenOffers.tsx';
import { revisionBody } from './editBodies.ts';
import { ListingFields } from './ListingFields.tsx';
import { savePhotos } from './savePhotos.ts';
import { formOf, uponListing } from './uponListing.ts';
import { useEditKept } from './useEditKept.ts';
import { nearListingRules, tellFirstWrong, useListingForm } from './useListingForm.ts';

const ArchiveDialog = onceOpened(async () => (await import('./ArchiveDialog.tsx')).ArchiveDialog);

/** Whether the photos or their order differ from the listing's. */
const areOthers = (photos: readonly Photo[], { images }: Listing): boolean =>
  photos.length !== images.length || photos.some((photo, place) => isNew(photo) || photo.id !== images[place]?.s3Key);

export const EditForm = ({ listing, franchises }: { listing: Listing; franchises: Franchise[] }) => {
  const [archiving, setArchiving] = useState(false);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const form = useListingForm(formOf(listing), { kind: 'edit' });
  useEditKept(form, listing._id);
  const { dirtyFields } = form.formState;
  const photos = useController({ control: form.control, name: 'photos' });
  const photoField = useRef<HTMLInputElement>(null);
  const [progress, setProgress] = useState<number[]>();
  const [preparing, setPreparing] = useState(false);
  const put = useMutation({
    mutationFn: (body: object) => api.put(`listings/${listing._id}`, body),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [LISTINGS] });
      await queries.invalidateQueries({ queryKey: ['user'] });
      navigate('/listings/my-listings');
    },
  });
  /** Franchises without a disclaimer count as accepted, as on creation. */
  const asks = ({ franchise }: { franchise: string }) =>
    franchises.find(({ id }) => id === franchise)?.disclaimerRequired ?? false;
  const save = form.handleSubmit(
    async (draft) => {
      try {
        // another tab or device may have changed the listing since the form opened
        const now = await api.get<Listing>(`listings/${listing._id}`);
        if (areOthers(draft.photos, listing)) {
          setProgress(draft.photos.map(() => 0));
          await savePhotos(listing._id, draft.photos, setProgress);
        }
        const revised = uponListing(draft, dirtyFields, now);
        await put.mutateAsync(
          revisionBody({ ...revised, disclaimerAccepted: revised.disclaimerAccepted || !asks(revised) }, now),
        );
        toast.success('Your listing is updated');
      } catch (error) {
        const message = messageOf(error, 'Failed to update listing');
        form.setError('root', { message });
        toast.error(message);
        setProgress(undefined);
      }
    },
    (errors) => tellFirstWrong(form, errors, photoField, 'Failed to update listing'),
  );
  return (
    <Form
      className="form-grid panel max-w-3xl"
      onTouch={nearListingRules}
      focusAfter={form.formState.errors.photos && photoField}
      onSubmit={save}
    >
      {listing.reserved && (
        <Notice>
          <b>This listing is reserved for a buyer.</b> You cannot change it until they pay or their time runs out.
        </Notice>
      )}
      <ListingFields
        form={form}
        franchises={franchises}
        outside={listing.shipping.own ? listing.shipping.international : undefined}
      />
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
      <p className="hint">Buyers keep the photos they bought from.</p>
      <OpenOffers listing={listing._id} act="Saving a change" />
      {form.formState.errors.root?.message && <Notice bad>{form.formState.errors.root.message}</Notice>}
      <div className="row between">
        <div className="row">
          <Button type="submit" look="primary" busyText="Saving…" disabled={listing.reserved || preparing}>
            Save changes
          </Button>
          <ButtonLink to={`/listings/${listing._id}`}>Cancel</ButtonLink>
        </div>
        <Button look="danger" onClick={() => setArchiving(true)} disabled={listing.reserved}>
          Archive Listing
        </Button>
      </div>
      <ArchiveDialog
        open={archiving}
        onOpenChange={setArchiving}
        listing={listing}
        busy={put.isPending}
        send={put.mutateAsync}
      >
        <OpenOffers listing={listing._id} act="Archiving it" />
      </ArchiveDialog>
    </Form>
  );
};
