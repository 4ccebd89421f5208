import { z } from 'zod';
import { type EventOf, fact } from '../../shared/events.ts';

/** Stream `inbox-{accountId}`. Notifications are a read model; only what their reader did with them is written. */
export const notificationStateEvents = {
  NotificationRead: fact({ notificationId: z.string() }),
  AllNotificationsRead: fact({}),
  NotificationDeleted: fact({ notificationId: z.string() }),
} as const;

export type NotificationStateEvent = EventOf<typeof notificationStateEvents>;
