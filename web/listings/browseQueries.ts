import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { franchise, Listing, ListingPage } from '#application/contract/listings.ts';
import { MINUTE } from '#domain/shared/instants.ts';
import { api } from '../api/client.ts';
import { type Filters, toParams } from './filters.ts';

export const PAGE_SIZE = 12;
/** How soon to ask once more when not all could be looked through in time. */
const AGAIN_MS = 2_000;

export type Franchise = z.infer<typeof franchise>;
export type Factions = Record<string, { subfactions: string[] }>;

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

export const franchisesQuery = queryOptions({
  queryKey: ['catalogue', 'franchises'],
  queryFn: ({ signal }) => api.get<{ franchises: Franchise[] }>('listings/franchises', { signal }),
  select: ({ franchises }) => franchises,
  staleTime: 10 * MINUTE,
});

/** Without a franchise: the factions of all of them. */
export const factionsQuery = (franchiseName: string) =>
  queryOptions({
    queryKey: ['catalogue', 'factions', franchiseName],
    queryFn: ({ signal }) =>
      api.get<{ factionData: Factions }>(
        franchiseName ? `listings/factions?${new URLSearchParams({ franchise: franchiseName })}` : 'listings/factions',
        { signal },
      ),
    select: ({ factionData }) => factionData,
    staleTime: 10 * MINUTE,
    retry: false,
  });

export const countriesQuery = queryOptions({
  queryKey: ['catalogue', 'countries'],
  queryFn: ({ signal }) => api.get<string[]>('listings/countries', { signal }),
  staleTime: 10 * MINUTE,
});

/** A listing that moved to the next page while one was reading is shown once. */
export const withoutRepeats = (pages: readonly ListingPage[]): Listing[] => {
  const seen = new Map<string, Listing>();
  for (const { listings } of pages)
    for (const listing of listings) if (!seen.has(listing._id)) seen.set(listing._id, listing);
  return [...seen.values()];
};
