import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { detailedStats } from '#application/contract/accounts.ts';
import type { ActivityPage, ActivityQuery } from '#application/contract/notifications.ts';
import { api } from '../api/client.ts';

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
