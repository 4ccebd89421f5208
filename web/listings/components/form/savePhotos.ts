import { NEW_PHOTO } from '#application/contract/photos.ts';
import { api } from '../../../api/client.ts';
import { filesOf, isNew, type Photo } from '../photos/photoRules.ts';
import { progressOfEach } from '../photos/uploadProgress.ts';

/** Sends the new photo order with any new photos. `onProgress` gets each photo's progress, 0 to 1. */
export const savePhotos = async (
  listing: string,
  photos: readonly Photo[],
  onProgress: (each: number[]) => void,
): Promise<void> => {
  const body = new FormData();
  body.append('order', photos.map((photo) => (isNew(photo) ? NEW_PHOTO : photo.id)).join());
  for (const file of filesOf(photos)) body.append('images', file, file.name);
  const sizes = photos.map((photo) => (isNew(photo) ? photo.file.size : 0));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  await api.upload(`listings/${listing}/photos`, body, {
    onProgress: (share) => onProgress(progressOfEach(sizes, share * total)),
  });
};
