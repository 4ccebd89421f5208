import type { NotificationPage } from '#application/contract/notifications.ts';
import { SECOND } from '#domain/shared/instants.ts';
import { ApiError } from '../../api/ApiError.ts';
import { api } from '../../api/client.ts';
import { askedAgain } from '../../api/queryClient.ts';
import { NOTIFICATIONS } from '../../api/queryKeys.ts';

export const PAGE_SIZE = 10;
export const POLL_INTERVAL = 30 * SECOND;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Throws on a malformed answer: a wrong list is worse than none. */
export const checked = (answer: unknown): NotificationPage => {
  if (!isObject(answer)) throw new Error('Invalid response format: Response is not an object');
  if (!Array.isArray(answer.notifications)) {
    throw new Error('Invalid response format: notifications is not an array');
  }
  const { notifications } = answer as { notifications: NotificationPage['notifications'] };
  const { pagination, unreadCount } = answer as Partial<NotificationPage>;
  return {
    notifications,
    pagination: pagination ?? { hasMore: false, currentPage: 1 },
    unreadCount: unreadCount ?? notifications.filter(({ read }) => !read).length,
  };
};

export const fetchNotifications = async (page: number, signal: AbortSignal): Promise<NotificationPage> =>
  checked(await api.get<unknown>(`notifications?page=${page}&limit=${PAGE_SIZE}`, { signal }));

const RETRIES = 3;

const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

export const worthARetry = (failures: number, error: unknown): boolean => failures < RETRIES && !isSignedOut(error);

/** 1, 2 and 4 s. */
export const retryDelay = (failures: number): number => 2 ** failures * SECOND;

export const failureText = (error: unknown): string =>
  isSignedOut(error) ? 'Session expired. Please login again.' : 'Failed to fetch notifications';

export const pageQuery = (page: number) => ({
  queryKey: [NOTIFICATIONS, page],
  queryFn: ({ signal }: { signal: AbortSignal }) => fetchNotifications(page, signal),
  retry: worthARetry,
  retryDelay,
});

/** Polled for the bell; older pages load on request and are not polled. */
export const newestPage = { ...pageQuery(1), refetchInterval: askedAgain(POLL_INTERVAL) };
