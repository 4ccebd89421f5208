import { isErased } from '#domain/accounts/accountStatus.ts';
import type { ListedPhoto } from '#domain/listings/commands.ts';
import type { ListingEvent } from '#domain/listings/events.ts';
import { listing } from '#domain/listings/listing.ts';
import type { ListingState } from '#domain/listings/state.ts';
import { fold, ok, type Result } from '#domain/shared/decider.ts';
import type { Id, ListingId } from '#domain/shared/ids.ts';
import type { Instant } from '#domain/shared/instants.ts';
import type { ListingImage } from '#domain/shared/listingImage.ts';
import { attachedPicture } from '../files/attachmentHashes.ts';
import { nameFor } from '../files/pictureNames.ts';
import {
  sweepUnusedUploads,
  type UnusedUpload,
  type UnusedUploads,
  type UploadSweepDeps,
} from '../files/unusedUploads.ts';
import type { Clock } from '../ports/clock.ts';
import type { Files } from '../ports/files.ts';
import type { AttachedPicture, ImageRefusal, ProcessedImage, ProcessImage } from '../ports/pictures.ts';
import type { Repository } from '../streams/repository.ts';

export type StoredPhoto = AttachedPicture & Pick<ListedPhoto, 'image'>;

const filesOf = ({ s3Key, original, thumbnail }: ListingImage): string[] =>
  [original, thumbnail].map((file) => `listings/${s3Key}/${file}`);

const loose = (listing: ListingId, image: ListingImage, since: Instant): UnusedUpload => ({
  of: listing,
  s3Key: image.s3Key,
  files: filesOf(image),
  since,
});

type StoringDeps = {
  clock: Clock;
  newId: () => Id;
  files: Pick<Files, 'put'>;
  loosePhotos: Pick<UnusedUploads, 'add'>;
  processImage: ProcessImage;
};

/** Decodes every photo before storing any. One at a time, because each takes a core and much memory. */
export const storePhotos = async (
  id: ListingId,
  photos: readonly Buffer[],
  { processImage, files, newId, clock, loosePhotos }: StoringDeps,
): Promise<Result<StoredPhoto[], ImageRefusal>> => {
  const processed: ProcessedImage[] = [];
  for (const photo of photos) {
    const image = await processImage(photo);
    if (!image.ok) return { ok: false, error: { code: image.error.code } };
    processed.push(image.value);
  }
  const listed = processed.map((made, index): StoredPhoto => {
    const { original, thumbnail, extension, width, height } = made;
    const image = {
      original: nameFor('original', original, extension),
      thumbnail: nameFor('thumbnail', thumbnail, extension),
      s3Key: newId(),
      width,
      height,
    };
    return { image, ...attachedPicture(photos[index]!, made) };
  });
  await loosePhotos.add(listed.map(({ image }) => loose(id, image, clock.now())));
  for (const [index, { image }] of listed.entries()) {
    const { original, thumbnail, contentType } = processed[index]!;
    const [large, small] = filesOf(image) as [string, string];
    await files.put(large, original, contentType);
    await files.put(small, thumbnail, contentType);
  }
  return ok(listed);
};

/** Images that the listing no longer shows. */
export const letGo = (id: ListingId, images: readonly ListingImage[], kept: ReadonlySet<string>, now: Instant) =>
  images.flatMap((image) => (kept.has(image.s3Key) ? [] : [loose(id, image, now)]));

/** Every image that the listing has ever shown, for an erased seller. */
export const letAllGo = (id: ListingId, history: readonly ListingEvent[], now: Instant) =>
  history.flatMap((event) =>
    event.type === 'ListingPublished' || event.type === 'ListingPhotosChanged'
      ? letGo(id, event.data.images, new Set(), now)
      : [],
  );

/**
 * The photos still needed: those shown when a purchase began or a report was filed, and the current ones. For an
 * erased seller (not `isShown`), an unpaid purchase keeps none.
 */
const needed = (
  history: readonly (ListingEvent & { revision: number })[],
  reported: ReadonlySet<number>,
  isShown: boolean,
): Set<string> => {
  const keys = new Set<string>();
  let state = listing.initial;
  // photos cannot change between these two events
  const kept: ListingEvent['type'] = isShown ? 'ListingReserved' : 'ListingSold';
  const keep = () => state.images.forEach(({ s3Key }) => void keys.add(s3Key));
  for (const event of history) {
    state = fold(listing, [event], state);
    if (event.type === kept || reported.has(event.revision)) keep();
  }
  if (isShown) keep();
  return keys;
};

/** The listing's revisions that were reported. */
const reportedAt = async (
  id: ListingId,
  { listingReports }: Pick<Repository, 'listingReports'>,
): Promise<Set<number>> =>
  new Set(
    (await listingReports.show(id)).history.flatMap(({ type, data }) =>
      type === 'ListingReported' ? [data.listingRevision] : [],
    ),
  );

type Repositories = { repository: Pick<Repository, 'accounts' | 'listings' | 'listingReports'> };

/** Listings of an erased seller are never shown. */
const sellerErased = async (state: ListingState, { accounts }: Pick<Repository, 'accounts'>): Promise<boolean> =>
  state.status !== 'none' && isErased((await accounts.load(state.sellerId)).state);

/** Removes photos that no listing shows, no transaction needs and nobody has reported. */
export const listingPhotos = ({ repository, ...deps }: UploadSweepDeps & Repositories) =>
  sweepUnusedUploads(deps, async (id) => {
    const { state, history } = await repository.listings.loadWithHistory(id);
    return needed(history, await reportedAt(id, repository), !(await sellerErased(state, repository)));
  });
