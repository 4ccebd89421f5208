import { queryOptions } from '@tanstack/react-query';
import { MINUTE } from '#domain/shared/instants.ts';
import { api } from './client.ts';

/** Lengths of the staff queues; refetched after every staff action. */
const waiting = (name: string, list: string) =>
  queryOptions({
    queryKey: ['staff', name],
    queryFn: ({ signal }) =>
      api.get<{ totalCount: number; counts?: { termination?: number } }>(`staff/${list}`, { signal }),
    select: ({ totalCount }) => totalCount,
    refetchInterval: MINUTE,
  });

export const openCasesQuery = waiting('openCases', 'cases?limit=1');

/** Accounts whose termination waits for a second person. */
export const terminationsQuery = queryOptions({
  ...openCasesQuery,
  select: ({ counts }) => counts?.termination ?? 0,
});

export const openMessageReportsQuery = waiting('openReports', 'message-reports?state=open&limit=1');

/** Including complaints. */
export const openListingReportsQuery = waiting('openListingReports', 'listing-reports?state=open&limit=1');

/** Reports of reviews and of answers. */
export const openReviewReportsQuery = waiting('openReviewReports', 'review-reports?state=open&limit=1');
