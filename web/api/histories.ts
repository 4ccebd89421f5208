import { infiniteQueryOptions } from '@tanstack/react-query';
import type { AuditStream } from '#application/contract/audit.ts';
import { api } from './client.ts';

/** Most events of a stream that one call answers. */
const EVENTS_PER_CALL = 100;

export const readStream = (stream: string, page: number, signal?: AbortSignal) =>
  api.get<AuditStream>(
    `audit/streams/${encodeURIComponent(stream)}?page=${page}&limit=${EVENTS_PER_CALL}`,
    signal ? { signal } : {},
  );

export const streamQuery = (stream: string) =>
  infiniteQueryOptions({
    queryKey: ['audit', 'stream', stream],
    queryFn: ({ pageParam, signal }) => readStream(stream, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) => (last.hasMore ? page + 1 : undefined),
  });
