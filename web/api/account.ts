import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Profile, userStats } from '#application/contract/accounts.ts';
import { api } from './client.ts';

export type UserStats = z.infer<typeof userStats>;

/** The signed-in account; shared by several screens. */
export const profileQuery = queryOptions({
  queryKey: ['user', 'profile'],
  queryFn: ({ signal }) => api.get<Profile>('user/profile', { signal }),
});

export const statsQuery = queryOptions({
  queryKey: ['user', 'stats'],
  queryFn: ({ signal }) => api.get<UserStats>('user/stats', { signal }),
});
