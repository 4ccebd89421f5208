import { queryOptions } from '@tanstack/react-query';
import type { MessageReportPage } from '#application/contract/messageReports.ts';
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
