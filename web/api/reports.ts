import { queryOptions } from '@tanstack/react-query';
import type { OwnReport, OwnReports } from '#application/contract/moderation.ts';
import { api } from './client.ts';

/** The reader's reports and their decisions, and decisions about their listings. */
export const ownReportsQuery = queryOptions({
  queryKey: ['ownReports'],
  queryFn: ({ signal }) => api.get<OwnReports>('user/reports', { signal }),
  select: ({ reports }: OwnReports) => reports,
});

/** Whether it keeps a listing of the reader off the market. */
export const isRestriction = ({ side, decision, complaint }: OwnReport): boolean =>
  side === 'seller' && (complaint?.answer ? complaint.answer.removed : decision?.outcome === 'removed');
