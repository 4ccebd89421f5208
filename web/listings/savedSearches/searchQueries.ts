import { queryOptions } from '@tanstack/react-query';
import type { SavedSearch, SavedSearchList } from '#application/contract/savedSearches.ts';
import { api } from '../../api/client.ts';
import { asksForTotals, type Filters, filtersFrom, toParams } from '../filters.ts';

export const savedSearchesQuery = queryOptions({
  queryKey: ['savedSearches'],
  queryFn: ({ signal }) => api.get<SavedSearchList>('user/searches', { signal }),
});

/** What is sent to be saved: as it is shown, so without totals where nobody knows where to, and in any order. */
export const soughtOf = (filters: Filters, destination: string | undefined): Record<string, string> => {
  const unordered = { ...filters, sort: '' };
  if (!asksForTotals(unordered)) return Object.fromEntries(toParams(unordered));
  if (!destination) return Object.fromEntries(toParams({ ...unordered, minTotal: '', maxTotal: '' }));
  return { ...Object.fromEntries(toParams(unordered)), destination };
};

type Query = SavedSearch['query'];

const filtersOf = (query: Query): Filters => filtersFrom(new URLSearchParams(query as Record<string, string>));

/** Browsing with its filters; what is new comes first, as that is what one comes for. */
export const browsedBy = ({ query, found }: Pick<SavedSearch, 'query' | 'found'>): string => {
  const filters = filtersOf(query);
  return `/listings?${toParams({ ...filters, sort: found > 0 && filters.search ? 'newest' : '' })}`;
};
