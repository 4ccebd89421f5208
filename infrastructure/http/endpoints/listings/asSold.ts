import type { CaseFile, SoldListing } from '#application/contract/cases.ts';
import type { Recorded } from '#application/ports/eventCodec.ts';
import { findFranchise } from '#domain/catalogue/franchises.ts';
import type { soldListing } from '#domain/listings/asSold.ts';
import type { ListingEvent } from '#domain/listings/events.ts';

type Sold = ReturnType<typeof soldListing<Recorded<ListingEvent>>>;

/**
 * The listing as it was bought. The photos of a removed listing have the signed names that the reader got with the transaction. The
 * camera's time is shown to those who may see the photos of the case; others read it with a reason, in the listing's history.
 */
export const asSoldFor = (
  sold: Sold,
  { listing, sights }: Pick<CaseFile['transaction'], 'listing' | 'sights'>,
): SoldListing | null => {
  if (!sold) return null;
  const { reserved, state, changed } = sold;
  const { title, description, franchise, mainFaction, subfaction, condition, paintQuality } = state.offer;
  const named = new Map(listing.images.map((image) => [image.s3Key, image]));
  return {
    revision: reserved.revision,
    at: new Date(reserved.data.at).toISOString(),
    changed,
    title,
    description,
    franchiseName: findFranchise(franchise)?.name ?? franchise,
    mainFaction,
    subfaction,
    condition,
    paintQuality,
    images: state.images.map((image, place) => ({
      ...(named.get(image.s3Key) ?? image),
      ...(sights.evidence === 'clear' && { takenAt: state.bound[place]?.takenAt ?? null }),
      sha256: state.bound[place]?.file?.sha256Uploaded ?? null,
    })),
  };
};
