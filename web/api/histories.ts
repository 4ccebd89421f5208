import { infiniteQueryOptions } from '@tanstack/react-query';
import type { AuditStream } from '#application/contract/audit.ts';
import { api } from './client.ts';

/** Most events per call. */
const EVENTS_PER_CALL = 100;

/** Omits empty parameters. */
export type StreamFilter = { text: string; actor: string; type: string };

export const readStream = (stream: string, page: number, filter?: StreamFilter, signal?: AbortSignal) => {
  const asked = new URLSearchParams({ page: String(page), limit: String(EVENTS_PER_CALL) });
  for (const [name, value] of Object.entries(filter ?? {})) if (value) asked.set(name, value);
  return api.get<AuditStream>(`audit/streams/${encodeURIComponent(stream)}?${asked}`, signal ? { signal } : {});
};

/** All events, or those matching the filter, which the server applies to the whole stream. */
export const streamQuery = (stream: string, filter?: StreamFilter) =>
  infiniteQueryOptions({
    queryKey: filter ? ['audit', 'stream', stream, filter] : ['audit', 'stream', stream],
    queryFn: ({ pageParam, signal }) => readStream(stream, pageParam, filter, signal),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) => (last.hasMore ? page + 1 : undefined),
  });
