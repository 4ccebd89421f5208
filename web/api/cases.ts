import { queryOptions } from '@tanstack/react-query';
import type { MessageReportPage } from '#application/contract/messageReports.ts';
import type { ListingCasePage } from '#application/contract/notices.ts';
import type { CasePage } from '#application/contract/staff.ts';
import { MINUTE } from '#domain/shared/instants.ts';
import { api } from './client.ts';

/** How many cases wait for staff; asked again after every action of theirs. */
export const openCasesQuery = queryOptions({
  queryKey: ['staff', 'openCases'],
  queryFn: ({ signal }) => api.get<CasePage>('staff/cases?limit=1', { signal }),
  select: ({ totalCount }: CasePage) => totalCount,
  refetchInterval: MINUTE,
});

/** How many reported messages wait for staff. */
export const openReportsQuery = queryOptions({
  queryKey: ['staff', 'openReports'],
  queryFn: ({ signal }) => api.get<MessageReportPage>('staff/message-reports?state=open&limit=1', { signal }),
  select: ({ totalCount }: MessageReportPage) => totalCount,
  refetchInterval: MINUTE,
});

/** How many reported listings, and complaints of what was decided, wait for staff. */
export const openListingReportsQuery = queryOptions({
  queryKey: ['staff', 'openListingReports'],
  queryFn: ({ signal }) => api.get<ListingCasePage>('staff/listing-reports?state=open&limit=1', { signal }),
  select: ({ totalCount }: ListingCasePage) => totalCount,
  refetchInterval: MINUTE,
});
