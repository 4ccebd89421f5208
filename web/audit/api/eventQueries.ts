import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { EventHistogram, EventPage } from '#application/contract/eventSearch.ts';
import { api } from '../../api/client.ts';

const asked = (parameters: Record<string, string | null>): URLSearchParams =>
  new URLSearchParams(Object.entries(parameters).flatMap(([name, value]) => (value ? [[name, value]] : [])));

export const eventsQuery = (q: string, enabled: boolean) =>
  infiniteQueryOptions({
    queryKey: ['audit', 'events', q],
    queryFn: ({ pageParam: cursor, signal }) => api.get<EventPage>(`audit/events?${asked({ q, cursor })}`, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    enabled,
  });

/** `newest`: counted again when a later event has arrived. */
export const histogramQuery = (q: string, newest: string | undefined) =>
  queryOptions({
    queryKey: ['audit', 'events', 'histogram', q, newest ?? ''],
    queryFn: ({ signal }) => api.get<EventHistogram>(`audit/events/histogram?${asked({ q })}`, { signal }),
    placeholderData: keepPreviousData,
  });

const EVERY = 3_000;
/** More new events than this are not kept: a reload shows them. */
const MOST_NEW = 200;

/** Events stored after `from`, the newest first. Asks only while the tail is on and the tab visible. */
export const tailQuery = (q: string, from: string | null, on: boolean) =>
  queryOptions({
    queryKey: ['audit', 'events', 'tail', q, from],
    queryFn: async ({ client, queryKey, signal }): Promise<Pick<EventPage, 'events' | 'upTo'>> => {
      const before = client.getQueryData<Pick<EventPage, 'events' | 'upTo'>>(queryKey) ?? { events: [], upTo: from };
      const since = before.upTo;
      const page = await api.get<EventPage>(`audit/events?${asked({ q, since, limit: '100' })}`, { signal });
      return { events: [...page.events, ...before.events].slice(0, MOST_NEW), upTo: page.upTo ?? since };
    },
    enabled: on,
    refetchInterval: on ? EVERY : false,
    refetchOnWindowFocus: on,
  });
