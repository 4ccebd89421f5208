import type { ListingCursor } from '#application/contract/listingSearch.ts';

/** Behind what somebody was shown last: what an order goes by, cents or epoch ms, and the id, where it is the same of several. */
export type Place = Pick<ListingCursor, 'value'> & {
  /** Of a document's id to the one that was shown: below 0 where it comes before it. */
  compareId(document: number): number;
};

export const writeCursor = ({ tier, value, id }: ListingCursor): string => `${tier}.${value}.${id}`;
