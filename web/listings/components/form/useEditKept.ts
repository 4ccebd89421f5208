import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { HOUR } from '#domain/shared/instants.ts';
import { keptForms } from '../../../api/keptForms.ts';
import { useUser } from '../../../api/session.tsx';
import { beforeReload } from '../../../loading/reload.ts';
import { isNew, toPhoto } from '../photos/photoRules.ts';
import type { ListingForm } from './useListingForm.ts';

const edits = keptForms<{ at: number; typed: ListingForm }>();

/**
 * Keeps the edits and new photos over the reload for a new version, once. After an hour the listing itself may have
 * changed.
 */
export const useEditKept = (form: UseFormReturn<ListingForm>, listing: string): void => {
  const key = `${useUser()._id}:edit:${listing}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each listing
  useEffect(() => {
    const restore = async () => {
      const kept = await edits.read(key);
      if (!kept) return;
      await edits.drop(key);
      if (kept.at < Date.now() - HOUR) return;
      const photos = kept.typed.photos.map((photo) => (isNew(photo) ? toPhoto(photo, photo.id) : photo));
      form.reset({ ...kept.typed, photos }, { keepDefaultValues: true });
    };
    // a private window stores nothing
    restore().catch(() => undefined);
    return beforeReload(() => edits.keep(key, { at: Date.now(), typed: form.getValues() }));
  }, [key]);
};
