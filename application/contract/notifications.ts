import { z } from 'zod';
import { NOTIFICATION_TYPES } from '#domain/notifications/notifications.ts';
import { id, paging, timestamp } from './common.ts';

export const notification = z
  .object({
    _id: z.string(),
    type: z.enum(NOTIFICATION_TYPES),
    content: z.string(),
    read: z.boolean(),
    createdAt: timestamp,
    sender: z.object({ _id: id }).nullable(),
    transaction: z.object({ _id: id }).nullable(),
    listing: id.nullable(),
  })
  .meta({ id: 'Notification' });
export type Notification = z.infer<typeof notification>;

export const notificationQuery = z
  .object({ read: z.enum(['true', 'false']).optional(), ...paging(10) })
  .meta({ id: 'NotificationQuery' });

export const notificationPage = z
  .object({
    notifications: z.array(notification),
    pagination: z.object({ hasMore: z.boolean(), currentPage: z.int() }),
    unreadCount: z.int(),
  })
  .meta({ id: 'NotificationPage' });
export type NotificationPage = z.infer<typeof notificationPage>;
