import { queryOptions } from '@tanstack/react-query';
import type { Listing, ListingPage } from '#application/contract/listings.ts';
import { api } from '../api/client.ts';
import { asksForTotals, type Filters, toParams } from './filters.ts';

export const PAGE_SIZE = 12;
/** How soon to ask once more when not all could be looked through in time. */
const AGAIN_MS = 2_000;

/** `anonymous`: asks as a visitor, who has only the search. `destination`: what totals are reckoned for. `facets`: whether options are counted. */
export type Reader = { anonymous?: boolean; destination?: string | undefined; facets?: boolean };

/** One page of the offerings. Totals that cannot be reckoned are not asked for. */
export const listingsPageQuery = (
  filters: Partial<Filters>,
  page: number,
  { anonymous = false, destination, facets = false }: Reader = {},
) => {
  const totals = asksForTotals(filters);
  const withoutTotals = { minTotal: '', maxTotal: '', sort: filters.sort?.replace('total', 'price') ?? '' };
  const params = toParams(totals && !destination ? { ...filters, ...withoutTotals } : filters);
  if (totals && destination) params.set('destination', destination);
  if (facets && page === 1) params.set('facets', 'true');
  params.set('page', String(page));
  params.set('limit', String(PAGE_SIZE));
  return queryOptions({
    queryKey: ['listings', 'browse', anonymous, params.toString()],
    queryFn: ({ signal }) => api.get<ListingPage>(`listings?${params}`, { signal, anonymous }),
    refetchInterval: ({ state }) => (state.data?.partial ? AGAIN_MS : false),
  });
};

/** A listing that moved to the next page while one was reading is shown once. */
export const withoutRepeats = (pages: readonly ListingPage[]): Listing[] => {
  const seen = new Map<string, Listing>();
  for (const { listings } of pages)
    for (const listing of listings) if (!seen.has(listing._id)) seen.set(listing._id, listing);
  return [...seen.values()];
};
