import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ActivityPage, ActivityQuery } from '#application/contract/activity.ts';
import type { detailedStats } from '#application/contract/settings.ts';
import type { Transaction, transactionPage } from '#application/contract/transactions.ts';
import { MINUTE } from '#domain/shared/instants.ts';
import { api } from '../api/client.ts';
import { askedAgain } from '../api/queryClient.ts';
import { SALES } from '../api/wakeUps.ts';

export type DashboardStats = z.infer<typeof detailedStats>;

export const dashboardStatsQuery = queryOptions({
  queryKey: ['user', 'detailed-stats'],
  queryFn: ({ signal }) => api.get<DashboardStats>('user/detailed-stats', { signal }),
});

export const activityQuery = (filter: ActivityQuery['filter']) =>
  infiniteQueryOptions({
    queryKey: ['user', 'activity', filter],
    queryFn: ({ pageParam, signal }) =>
      api.get<ActivityPage>(`user/activity?filter=${filter}&page=${pageParam}&limit=10`, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.hasMore ? last.currentPage + 1 : undefined),
  });

export const needsYouQuery = queryOptions({
  queryKey: [SALES, 'needs-you'],
  queryFn: async ({ signal }): Promise<Transaction[]> =>
    (await api.get<z.infer<typeof transactionPage>>('transaction/needs-you', { signal })).transactions,
  refetchInterval: askedAgain(MINUTE),
});
