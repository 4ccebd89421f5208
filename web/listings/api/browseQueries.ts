import { infiniteQueryOptions } from '@tanstack/react-query';
import type { ListingPage } from '#application/contract/listingSearch.ts';
import type { Listing } from '#application/contract/listings.ts';
import { api } from '../../api/client.ts';
import { asksForTotals, type Filters, toParams } from '../filters.ts';

export const PAGE_SIZE = 12;
/** Delay before asking again after a partial answer (the search ran out of time). */
const AGAIN_MS = 2_000;

/** `anonymous`: visitors can only search. `destination`: for totals. `facets`: count the options. */
export type Reader = { anonymous?: boolean; destination?: string | undefined; facets?: boolean };

/** Pages that one call fetches, starting at `page`. */
export type Portion = { page: number; pages: number; cursor: string | null };

/** One call returns at most 100 listings. */
const MOST_AT_ONCE = Math.floor(100 / PAGE_SIZE);

export const pagesIn = (portions: readonly Portion[]): number => portions.reduce((sum, { pages }) => sum + pages, 0);

/** The offerings by cursor; several open pages load in one call. Total filters without a destination are dropped. */
export const offeringsQuery = (
  filters: Partial<Filters>,
  open: number,
  { anonymous = false, destination, facets = false }: Reader = {},
) => {
  const totals = asksForTotals(filters);
  const withoutTotals = { minTotal: '', maxTotal: '', sort: filters.sort?.replace('total', 'price') ?? '' };
  const params = toParams(totals && !destination ? { ...filters, ...withoutTotals } : filters);
  if (totals && destination) params.set('destination', destination);
  const ask = ({ page, pages, cursor }: Portion) => {
    const asked = new URLSearchParams(params);
    if (facets && page === 1) asked.set('facets', 'true');
    asked.set('page', String(page));
    asked.set('limit', String(pages * PAGE_SIZE));
    if (cursor) asked.set('cursor', cursor);
    return asked;
  };
  return infiniteQueryOptions({
    queryKey: ['listings', 'browse', anonymous, facets, params.toString()],
    queryFn: ({ pageParam, signal }) => api.get<ListingPage>(`listings?${ask(pageParam)}`, { signal, anonymous }),
    initialPageParam: { page: 1, pages: Math.min(open, MOST_AT_ONCE), cursor: null } as Portion,
    getNextPageParam: ({ hasMore, next }, _, last): Portion | undefined => {
      if (!hasMore) return undefined;
      const page = last.page + last.pages;
      const pages = next ? Math.max(1, Math.min(open - page + 1, MOST_AT_ONCE)) : 1;
      return { page, pages, cursor: next };
    },
    refetchInterval: ({ state }) => (state.data?.pages.some(({ partial }) => partial) ? AGAIN_MS : false),
  });
};

/** A listing appears twice when its price changes between two page loads; keep one. */
export const withoutRepeats = (pages: readonly Pick<ListingPage, 'listings'>[]): Listing[] => {
  const seen = new Map<string, Listing>();
  for (const { listings } of pages)
    for (const listing of listings) if (!seen.has(listing._id)) seen.set(listing._id, listing);
  return [...seen.values()];
};
