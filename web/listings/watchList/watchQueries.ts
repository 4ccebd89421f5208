import { queryOptions } from '@tanstack/react-query';
import type { WatchedIds, WatchList } from '#application/contract/watching.ts';
import { api } from '../../api/client.ts';

const WATCHING = 'watching';

/** Which listings carry a pressed button; every card asks, so it is asked once. */
export const watchedIdsQuery = queryOptions({
  queryKey: [WATCHING, 'ids'],
  queryFn: ({ signal }) => api.get<WatchedIds>('user/watching/ids', { signal }),
});

export const watchListQuery = queryOptions({
  queryKey: [WATCHING, 'list'],
  queryFn: ({ signal }) => api.get<WatchList>('user/watching', { signal }),
});
