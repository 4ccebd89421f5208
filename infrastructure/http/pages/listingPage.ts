import type { Listing } from '#application/contract/listings.ts';
import { fileUrl, GALLERY_SIZES, photoSources } from '#application/contract/photos.ts';
import { beginningOf } from '#domain/shared/storable.ts';
import type { Page, Picture } from './page.ts';

export const listingPath = (id: string): string => `/public/listings/${id}`;

/** Search engines show about this many characters. */
const DESCRIPTION_LENGTH = 160;

const shortened = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= DESCRIPTION_LENGTH) return line;
  return `${beginningOf(line, DESCRIPTION_LENGTH - 1).replace(/\s+\S*$/, '')}…`;
};

type Photo = Listing['images'][number];

const fileOf = ({ s3Key, original }: Photo): string => fileUrl(s3Key, original);

const pictureOf = (photo: Photo): Picture | undefined => {
  const srcset = photoSources(photo);
  return srcset === undefined ? undefined : { srcset, sizes: GALLERY_SIZES };
};

const availability = ({ status, reserved, sellerAway }: Listing): string => {
  if (status === 'sold') return 'SoldOut';
  return reserved || sellerAway ? 'OutOfStock' : 'InStock';
};

/** The conditions that mean unused. */
const UNUSED = new Set(['New in box (sealed)', 'On sprue (complete)']);

const product = (listing: Listing, baseUrl: string): object => ({
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: listing.title,
  sku: listing._id,
  description: listing.description,
  category: listing.franchiseName,
  image: listing.images.map((image) => `${baseUrl}${fileOf(image)}`),
  itemCondition: `https://schema.org/${UNUSED.has(listing.condition) ? 'New' : 'Used'}Condition`,
  offers: {
    '@type': 'Offer',
    url: `${baseUrl}${listingPath(listing._id)}`,
    price: listing.price.toFixed(2),
    priceCurrency: 'EUR',
    availability: `https://schema.org/${availability(listing)}`,
    seller: { '@type': 'Person', name: listing.seller.username },
  },
});

const NO_LISTING: Page = {
  status: 404,
  title: 'Listing not found',
  module: 'listings/components/detail/PublicListing.tsx',
  description: 'The listing might have been removed or is no longer available.',
};

/** The head of a listing's public page; archived and unknown listings get the 404 page. */
export const listingPage = (listing: Listing | undefined, baseUrl: string): Page => {
  if (!listing || listing.status === 'archived') return NO_LISTING;
  const { title, condition, franchiseName, location, images } = listing;
  const price = listing.price.toFixed(2);
  const [photo] = images;
  const picture = photo && pictureOf(photo);
  return {
    status: 200,
    title,
    path: listingPath(listing._id),
    module: NO_LISTING.module!,
    description: shortened(`€${price} · ${condition} · ${franchiseName} · ${location}. ${listing.description}`),
    ...(photo && {
      preview: {
        kind: 'product',
        price,
        image: { file: fileOf(photo), width: photo.width, height: photo.height, alt: title },
      },
    }),
    ...(picture && { picture }),
    answer: listing,
    data: product(listing, baseUrl),
  };
};
