import { queryOptions } from '@tanstack/react-query';
import type { WatchedIds, WatchList } from '#application/contract/watchList.ts';
import { api } from '../../api/client.ts';

const WATCH_LIST = 'watching';

/** Ids of watched listings; every card shares this one query. */
export const watchedIdsQuery = queryOptions({
  queryKey: [WATCH_LIST, 'ids'],
  queryFn: ({ signal }) => api.get<WatchedIds>('user/watching/ids', { signal }),
});

export const watchListQuery = queryOptions({
  queryKey: [WATCH_LIST, 'list'],
  queryFn: ({ signal }) => api.get<WatchList>('user/watching', { signal }),
});
