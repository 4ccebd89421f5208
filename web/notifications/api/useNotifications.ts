import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Notification, NotificationPage } from '#application/contract/notifications.ts';
import { ApiError } from '../../api/ApiError.ts';
import { api } from '../../api/client.ts';
import { NOTIFICATIONS } from '../../api/queryKeys.ts';
import { toast } from '../../ui/toast.ts';
import { newestPage, pageQuery } from './fetchNotifications.ts';
import { withAllRead, without, withRead } from './notificationPages.ts';

const KEY = [NOTIFICATIONS];

type Change = (pages: readonly NotificationPage[]) => NotificationPage[];

const usePages = (open: number) => {
  const first = useQuery(newestPage);
  const older = useQueries({ queries: Array.from({ length: open - 1 }, (_, index) => pageQuery(index + 2)) });
  return { first, older };
};

const merged = (pages: readonly NotificationPage[]): Notification[] => [
  ...new Map(pages.flatMap(({ notifications }) => notifications).map((one) => [one._id, one] as const)).values(),
];

export const useNotifications = () => {
  const [open, setOpen] = useState(1);
  const { first, older } = usePages(open);
  const change = useChange();
  const pages = [first, ...older].flatMap(({ data }) => (data ? [data] : []));
  const hasMore = pages.at(-1)?.pagination.hasMore ?? false;
  return {
    notifications: first.data ? merged(pages) : undefined,
    unread: first.data?.unreadCount ?? 0,
    error: first.error ?? older.find(({ error }) => error)?.error ?? null,
    retry: () => void Promise.all([first, ...older].map(({ isError, refetch }) => isError && refetch())),
    hasMore,
    loadingMore: older.some(({ isPending }) => isPending),
    loadMore: () => setOpen(open + 1),
    markRead: (id: string) =>
      change(
        (now) => withRead(now, id),
        () => api.put(`notifications/${id}/read`, undefined, { behind: true }),
        'Failed to mark notification as read',
      ),
    markAllRead: () =>
      change(withAllRead, () => api.put('notifications/read-all'), 'Failed to mark all notifications as read'),
    remove: (id: string) =>
      change(
        (now) => without(now, id),
        () => api.delete(`notifications/${id}`),
        'Failed to delete notification',
        hasMore,
      ),
  };
};

/** Optimistic update; on failure it says so and refetches. `movesUp`: older notifications fill the gap. */
const useChange = () => {
  const client = useQueryClient();
  return async (change: Change, call: () => Promise<unknown>, failure: string, movesUp = false): Promise<void> => {
    await client.cancelQueries({ queryKey: KEY });
    const known = client.getQueriesData<NotificationPage>({ queryKey: KEY }).filter(([, page]) => page !== undefined);
    const after = change(known.map(([, page]) => page as NotificationPage));
    known.forEach(([key], index) => {
      client.setQueryData(key, after[index]);
    });
    try {
      await call();
      if (movesUp) await client.invalidateQueries({ queryKey: KEY });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast.error(failure);
      await client.invalidateQueries({ queryKey: KEY });
    }
  };
};
