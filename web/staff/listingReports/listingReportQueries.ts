import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ListingCasePage } from '#application/contract/notices.ts';
import { api } from '../../api/client.ts';
import { STAFF } from '../staffQueries.ts';

export const CASES_PER_PAGE = 10;

export const CASE_STATES = ['open', 'decided', 'all'] as const;
export type CaseState = (typeof CASE_STATES)[number];

export const listingCasesQuery = (state: CaseState, page: number) =>
  queryOptions({
    queryKey: [...STAFF, 'listingReports', state, page],
    queryFn: ({ signal }) =>
      api.get<ListingCasePage>(`staff/listing-reports?state=${state}&page=${page}&limit=${CASES_PER_PAGE}`, { signal }),
    placeholderData: keepPreviousData,
  });
