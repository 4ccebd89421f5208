import type { Listing } from '#application/contract/listings.ts';
import { id as idShape } from '#domain/shared/ids.ts';
import { fixedPage } from './fixedPages.ts';
import { listingPage } from './listingPage.ts';
import type { Page } from './page.ts';

export type PublicListings = {
  /** In any status but removed. */
  one(id: string): Promise<Listing | undefined>;
  /** How many are on offer. */
  count(): Promise<number>;
  /** Ids of those on offer, newest first; `page` from 1. */
  newest(page: number, size: number): Promise<string[]>;
  /** The name of a seller who has a page. */
  seller(id: string): Promise<string | undefined>;
};

/** Screens of the signed-in, links out of emails and paths that nobody knows: nothing of them is told. */
const UNLISTED: Page = {
  status: 200,
  title: 'Miniatures sold under escrow',
  description: 'Buy and sell collectible miniatures across Europe. Every sale is protected by escrow.',
};

/** Search engines leave it out: it speaks of a person, who may want it gone. */
const sellerPage = (name: string | undefined): Page => ({
  status: name === undefined ? 404 : 200,
  title: name ?? 'Seller not found',
  module: 'listings/seller/Seller.tsx',
  description: 'What a seller offers, and their sales figures.',
});

const SELLER = /^\/public\/sellers\/([^/]+)$/;
const LISTING = /^\/public\/listings\/([^/]+)$/;

/** @param path of the address; a slash at its end does not matter */
export const pageOf = async (path: string, listings: PublicListings, baseUrl: string): Promise<Page> => {
  const plain = path.replace(/(?<=.)\/+$/, '');
  const seller = SELLER.exec(plain)?.[1];
  if (seller !== undefined)
    return sellerPage(idShape.safeParse(seller).success ? await listings.seller(seller) : undefined);
  const id = LISTING.exec(plain)?.[1];
  if (id === undefined) return fixedPage(plain, baseUrl) ?? UNLISTED;
  return listingPage(idShape.safeParse(id).success ? await listings.one(id) : undefined, baseUrl);
};
