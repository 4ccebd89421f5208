import { queryOptions } from '@tanstack/react-query';
import type { SavedSearch, SavedSearchList } from '#application/contract/savedSearches.ts';
import { api } from '../../api/client.ts';
import { asksForTotals, type Filters, filtersFrom, toParams } from '../filters.ts';

export const savedSearchesQuery = queryOptions({
  queryKey: ['savedSearches'],
  queryFn: ({ signal }) => api.get<SavedSearchList>('user/searches', { signal }),
});

/** The filters to save: no totals without a destination, and no sort order. */
export const soughtOf = (filters: Filters, destination: string | undefined): Record<string, string> => {
  const unordered = { ...filters, sort: '' };
  if (!asksForTotals(unordered)) return Object.fromEntries(toParams(unordered));
  if (!destination) return Object.fromEntries(toParams({ ...unordered, minTotal: '', maxTotal: '' }));
  return { ...Object.fromEntries(toParams(unordered)), destination };
};

type Query = SavedSearch['query'];

const filtersOf = (query: Query): Filters => filtersFrom(new URLSearchParams(query as Record<string, string>));

/** Opens the search in the browse page, newest first if it has new results. */
export const browsedBy = ({ query, found }: Pick<SavedSearch, 'query' | 'found'>): string => {
  const filters = filtersOf(query);
  return `/listings?${toParams({ ...filters, sort: found > 0 && filters.search ? 'newest' : '' })}`;
};
