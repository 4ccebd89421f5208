import type { NotificationPage } from '#application/contract/notifications.ts';

const isUnread = (pages: readonly NotificationPage[], id: string): boolean =>
  pages.some(({ notifications }) =>
    notifications.some((notification) => notification._id === id && !notification.read),
  );

const lessUnread = (count: number, by: number): number => Math.max(0, count - by);

/** Marks one as read; the count drops only if it was unread. */
export const withRead = (pages: readonly NotificationPage[], id: string): NotificationPage[] => {
  const fewer = isUnread(pages, id) ? 1 : 0;
  return pages.map((page) => ({
    ...page,
    notifications: page.notifications.map((one) => (one._id === id ? { ...one, read: true } : one)),
    unreadCount: lessUnread(page.unreadCount, fewer),
  }));
};

export const withAllRead = (pages: readonly NotificationPage[]): NotificationPage[] =>
  pages.map((page) => ({
    ...page,
    notifications: page.notifications.map((one) => ({ ...one, read: true })),
    unreadCount: 0,
  }));

export const without = (pages: readonly NotificationPage[], id: string): NotificationPage[] => {
  const fewer = isUnread(pages, id) ? 1 : 0;
  return pages.map((page) => ({
    ...page,
    notifications: page.notifications.filter((one) => one._id !== id),
    unreadCount: lessUnread(page.unreadCount, fewer),
  }));
};
