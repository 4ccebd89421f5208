import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { MessageReportPage } from '#application/contract/messageReports.ts';
import type { ReviewReportPage } from '#application/contract/reviews.ts';
import { api } from '../../api/client.ts';
import { STAFF } from '../staffQueries.ts';

export const REPORTS_PER_PAGE = 20;

export const REPORT_STATES = ['open', 'resolved', 'all'] as const;
export type ReportState = (typeof REPORT_STATES)[number];

export const reportsQuery = (state: ReportState, page: number) =>
  queryOptions({
    queryKey: [...STAFF, 'reports', state, page],
    queryFn: ({ signal }) =>
      api.get<MessageReportPage>(`staff/message-reports?state=${state}&page=${page}&limit=${REPORTS_PER_PAGE}`, {
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const reviewReportsQuery = (state: ReportState, page: number) =>
  queryOptions({
    queryKey: [...STAFF, 'reviewReports', state, page],
    queryFn: ({ signal }) =>
      api.get<ReviewReportPage>(`staff/review-reports?state=${state}&page=${page}&limit=${REPORTS_PER_PAGE}`, {
        signal,
      }),
    placeholderData: keepPreviousData,
  });
