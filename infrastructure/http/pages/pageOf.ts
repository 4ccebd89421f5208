import type { Listing } from '#application/contract/listings.ts';
import { id as idShape } from '#domain/shared/ids.ts';
import { fixedPage } from './fixedPages.ts';
import { listingPage } from './listingPage.ts';
import type { Page } from './page.ts';

export type PublicListings = {
  /** In any status but removed. */
  one(id: string): Promise<Listing | undefined>;
  /** The number of active listings. */
  count(): Promise<number>;
  /** Ids of active listings, newest first; `page` from 1. */
  newest(page: number, size: number): Promise<string[]>;
  /** The name of a seller with a public page. */
  seller(id: string): Promise<string | undefined>;
};

/** Signed-in screens, links from e-mails and unknown paths get no details. */
const UNLISTED: Page = {
  status: 200,
  title: 'Miniatures sold under escrow',
  description: 'Buy and sell collectible miniatures across Europe. Every sale is protected by escrow.',
};

/** `noindex`: it is about a person, who may want it gone. */
const sellerPage = (name: string | undefined): Page => ({
  status: name === undefined ? 404 : 200,
  title: name ?? 'Seller not found',
  module: 'listings/components/seller/Seller.tsx',
  description: 'What a seller offers, and their sales figures.',
});

const SELLER = /^\/public\/sellers\/([^/]+)$/;
const LISTING = /^\/public\/listings\/([^/]+)$/;

/** @param path with or without a trailing slash */
export const pageOf = async (path: string, listings: PublicListings, baseUrl: string): Promise<Page> => {
  const plain = path.replace(/(?<=.)\/+$/, '');
  const seller = SELLER.exec(plain)?.[1];
  if (seller !== undefined)
    return sellerPage(idShape.safeParse(seller).success ? await listings.seller(seller) : undefined);
  const id = LISTING.exec(plain)?.[1];
  if (id === undefined) return fixedPage(plain, baseUrl) ?? UNLISTED;
  return listingPage(idShape.safeParse(id).success ? await listings.one(id) : undefined, baseUrl);
};
