import { queryOptions } from '@tanstack/react-query';
import type { Listing, ListingPage } from '#application/contract/listings.ts';
import { api } from '../api/client.ts';
import { type Filters, toParams } from './filters.ts';

export const PAGE_SIZE = 12;
/** How soon to ask once more when not all could be looked through in time. */
const AGAIN_MS = 2_000;

/** One page of the offerings; `anonymous` asks as a visitor, who has only the search. */
export const listingsPageQuery = (filters: Partial<Filters>, page: number, anonymous = false) => {
  const params = toParams(filters);
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
