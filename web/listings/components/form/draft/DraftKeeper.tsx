import type { UseFormReturn } from 'react-hook-form';
import { DraftNotice, keptOn } from '../../../../ui/DraftNotice.tsx';
import { useKeptForm } from '../../../../ui/useKeptForm.ts';
import { asChosen, filesOf, isNew, type Photo, toPhoto } from '../../photos/photoRules.ts';
import type { ListingForm } from '../useListingForm.ts';
import { soldBefore } from './again.ts';
import { draftKey, type KeptListing, keptListings } from './keptListings.ts';

type KeeperProps = {
  form: UseFormReturn<ListingForm>;
  /** An earlier listing of the same seller to sell again. */
  from: string | undefined;
  /** The values of an untouched form. */
  empty: ListingForm;
};

const isEmpty = ({ title, description, price, mainFaction, photos }: ListingForm): boolean =>
  photos.length === 0 && [title, description, price, mainFaction].every((typed) => typed === '');

const asKept = ({ photos, ...fields }: ListingForm): KeptListing => ({
  at: Date.now(),
  fields,
  files: filesOf(photos),
  cropped: photos.filter(isNew).map(({ cropped }) => cropped),
});

const photosOf = ({ files, cropped = [] }: KeptListing): Photo[] =>
  files.map((file, place) => toPhoto({ ...asChosen(file, cropped[place]?.whole), cropped: cropped[place] }));

/** Keeps an account's draft until it is published or discarded. */
export const DraftKeeper = ({ form, from, empty }: KeeperProps) => {
  const { isSubmitting, isSubmitSuccessful } = form.formState;
  const { found, startOver } = useKeptForm({
    form,
    store: keptListings,
    key: draftKey(from),
    isEmpty,
    asKept,
    asValues: (kept) => ({ ...empty, ...kept.fields, photos: photosOf(kept) }),
    ...(from && { otherwise: () => soldBefore(from) }),
    sent: isSubmitting || isSubmitSuccessful,
  });
  const filled = () => {
    if (!found) return undefined;
    if (found.kept) return keptOn(found.kept.at);
    if (found.other) return `Filled in from your earlier listing “${found.other.fields.title}”.`;
    return from && 'We could not load that listing, so the form is empty.';
  };
  return <DraftNotice onStartOver={() => startOver(empty)}>{filled()}</DraftNotice>;
};
