import type { Listing } from '#application/contract/listings.ts';
import { id as listingId } from '#domain/shared/ids.ts';
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
};

/** Screens of the signed-in, links out of emails and paths that nobody knows: nothing of them is told. */
const UNLISTED: Page = {
  status: 200,
  title: 'Miniatures sold under escrow',
  description: 'Buy and sell collectible miniatures across Europe. Every sale is protected by escrow.',
};

const LISTING = /^\/public\/listings\/([^/]+)$/;

/** @param path of the address; a slash at its end does not matter */
export const pageOf = async (path: string, listings: PublicListings, baseUrl: string): Promise<Page> => {
  const plain = path.replace(/(?<=.)\/+$/, '');
  const id = LISTING.exec(plain)?.[1];
  if (id === undefined) return fixedPage(plain, baseUrl) ?? UNLISTED;
  return listingPage(listingId.safeParse(id).success ? await listings.one(id) : undefined, baseUrl);
};
