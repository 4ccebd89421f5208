import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { factionData, franchise } from '#application/contract/listings.ts';
import { MINUTE } from '#domain/shared/instants.ts';
import { api } from '../../api/client.ts';

export type Franchise = z.infer<typeof franchise>;
export type Factions = z.infer<typeof factionData>;

export const franchisesQuery = queryOptions({
  queryKey: ['catalogue', 'franchises'],
  queryFn: ({ signal }) => api.get<{ franchises: Franchise[] }>('listings/franchises', { signal }),
  select: ({ franchises }) => franchises,
  staleTime: 10 * MINUTE,
});

/** Without a franchise: all factions. */
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
