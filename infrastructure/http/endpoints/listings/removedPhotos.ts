import { fileUrl } from '#application/contract/photos.ts';
import { towards, type Viewer, type Who } from '#domain/access/right.ts';
import { sightOf } from '#domain/audit/sight.ts';
import type { AccountId, ListingId } from '#domain/shared/ids.ts';
import type { EndpointDeps } from '../deps.ts';

type Image = { s3Key: string; original: string; thumbnail: string };
type Pictured = { _id: ListingId; images: Image[] };
type Person = { _id: AccountId };
type Sold = { listing: Pictured; buyer: Person; seller: Person };

/**
 * The photos of a removed listing have no public address. Readers who may see them get file names with a signature that expires after some
 * minutes; others get the plain names.
 */
export const openRemovedPhotos = ({ queries, signedPaths }: Pick<EndpointDeps, 'queries' | 'signedPaths'>) => {
  const named = (s3Key: string, file: string): string => {
    const path = fileUrl(s3Key, file);
    return file && file + signedPaths.sign(path).slice(path.length);
  };
  const opened = <Of extends Pictured>(listing: Of): Of => ({
    ...listing,
    images: listing.images.map((image) => ({
      ...image,
      original: named(image.s3Key, image.original),
      thumbnail: named(image.s3Key, image.thumbnail),
    })),
  });

  /** `whoOf`: the reader's roles towards a listing. */
  const ofListings = async <Of extends Pictured>(
    listings: readonly Of[],
    whoOf: (listing: Of) => readonly Who[],
  ): Promise<Of[]> => {
    const removed = await queries.listings.removedAmong(listings.map(({ _id }) => _id));
    const opens = (listing: Of): boolean =>
      removed.has(listing._id) && sightOf('listing.see.removedPhotos', whoOf(listing)) === 'clear';
    return listings.map((listing) => (opens(listing) ? opened(listing) : listing));
  };

  const ofTransactions = async <Of extends Sold>(transactions: readonly Of[], viewer: Viewer): Promise<Of[]> => {
    const parties = new Map(
      transactions.map(({ listing, buyer, seller }) => [listing, { buyerId: buyer._id, sellerId: seller._id }]),
    );
    const listings = await ofListings([...parties.keys()], (listing) => towards(parties.get(listing)!, viewer));
    return transactions.map((transaction, place) => ({ ...transaction, listing: listings[place]! }));
  };

  return {
    ofListings,
    ofSales: ofTransactions,
    ofSale: async <Of extends Sold>(transaction: Of, viewer: Viewer): Promise<Of> =>
      (await ofTransactions([transaction], viewer))[0]!,
  };
};
