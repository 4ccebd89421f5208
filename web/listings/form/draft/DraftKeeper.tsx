import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Button } from '../../../ui/Button.tsx';
import { dateTime } from '../../../ui/dates.ts';
import { Notice } from '../../../ui/States.tsx';
import { asChosen, filesOf, isNew, type Photo, toPhoto } from '../../photos/photoRules.ts';
import type { ListingForm } from '../useListingForm.ts';
import { soldBefore } from './again.ts';
import { draftKey, dropListing, type KeptListing, keepListing, keptListing } from './keptListings.ts';

/** ms after the last change. */
const PAUSE = 400;

type KeeperProps = {
  form: UseFormReturn<ListingForm>;
  /** A listing of the same seller that is to be sold again. */
  from: string | undefined;
  /** What an untouched form holds. */
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

/**
 * Keeps what is typed and chosen in this browser, for this account, until it is published or begun anew; what was kept is filled in,
 * but for what was typed before it came. A browser that keeps nothing (a private window) leaves the form as it is.
 */
export const DraftKeeper = ({ form, from, empty }: KeeperProps) => {
  const key = draftKey(from);
  const [filled, setFilled] = useState<string>();
  const { isSubmitting, isSubmitSuccessful } = form.formState;
  const place = useRef<HTMLDivElement>(null);
  const publishing = useRef(false);
  publishing.current = isSubmitting || isSubmitSuccessful;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each draft
  useEffect(() => {
    let left = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    /** This code comes by itself: whoever is quick has begun before it. */
    const begun = !isEmpty(form.getValues());
    const fillIn = (kept: KeptListing) =>
      form.reset(
        { ...empty, ...kept.fields, photos: photosOf(kept) },
        { keepDirtyValues: true, keepDefaultValues: true },
      );
    const save = async () => {
      if (publishing.current) return;
      const now = form.getValues();
      await (isEmpty(now) ? dropListing(key) : keepListing(key, asKept(now)));
    };
    const begin = async () => {
      const kept = await keptListing(key).catch(() => undefined);
      const listing = kept ?? (from ? await soldBefore(from).catch(() => undefined) : undefined);
      if (left) return;
      if (listing) fillIn(listing);
      if (begun) void save().catch(() => undefined);
      if (kept) setFilled(`You have a draft, kept in this browser on ${dateTime(new Date(kept.at).toISOString())}.`);
      else if (listing) setFilled(`Filled in from “${listing.fields.title}”, which you have offered before.`);
      else if (from) setFilled('That listing could not be read. Here is an empty form.');
    };
    void begin();
    const { unsubscribe } = form.watch(() => {
      clearTimeout(timer);
      timer = setTimeout(() => void save().catch(() => undefined), PAUSE);
    });
    return () => {
      left = true;
      clearTimeout(timer);
      unsubscribe();
    };
  }, [key]);

  const anew = async () => {
    form.reset(empty);
    setFilled(undefined);
    // The button goes.
    place.current?.focus();
    await dropListing(key).catch(() => undefined);
  };
  return (
    <div ref={place} role="status" tabIndex={-1}>
      {filled && (
        <Notice>
          <p>{filled}</p>
          <p className="mt-2">
            <Button size="sm" onClick={anew}>
              Start anew
            </Button>
          </p>
        </Notice>
      )}
    </div>
  );
};
