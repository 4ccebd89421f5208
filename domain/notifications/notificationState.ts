import { z } from 'zod';
import { type Decider, record } from '../shared/decider.ts';
import { type EventOf, firstVersion } from '../shared/events.ts';
import type { Instant } from '../shared/instants.ts';

/** Stream `inbox-{accountId}`. Notifications are a read model; only what their reader did is stored. */
export const notificationStateEvents = {
  NotificationRead: firstVersion({ notificationId: z.string() }),
  AllNotificationsRead: firstVersion({}),
  NotificationDeleted: firstVersion({ notificationId: z.string() }),
} as const;

export type NotificationStateEvent = EventOf<typeof notificationStateEvents>;

/**
 * Never refuses: notifications are a read model, so a repeated read or delete changes nothing. `allReadAt`:
 * everything up to this instant is read.
 */
export const notificationStateShape = z.object({
  read: z.array(z.string()).readonly(),
  deleted: z.array(z.string()).readonly(),
  allReadAt: z.int().nullable(),
});

export type NotificationState = z.infer<typeof notificationStateShape>;

export type NotificationStateCommand =
  | { type: 'ReadNotification'; at: Instant; notificationId: string }
  | { type: 'ReadAllNotifications'; at: Instant }
  | { type: 'DeleteNotification'; at: Instant; notificationId: string };

export const notificationState: Decider<NotificationStateCommand, NotificationStateEvent, NotificationState, never> = {
  initial: { read: [], deleted: [], allReadAt: null },
  evolve: (state, { type, data }) => {
    switch (type) {
      case 'NotificationRead':
        return { ...state, read: [...state.read, data.notificationId] };
      case 'AllNotificationsRead':
        return { ...state, read: [], allReadAt: data.at };
      case 'NotificationDeleted':
        return { ...state, deleted: [...state.deleted, data.notificationId] };
    }
  },
  decide: (command, state) => {
    const { at } = command;
    if (command.type === 'ReadAllNotifications') return record({ type: 'AllNotificationsRead', data: { at } });
    const { notificationId } = command;
    if (state.deleted.includes(notificationId)) return record();
    if (command.type === 'DeleteNotification')
      return record({ type: 'NotificationDeleted', data: { at, notificationId } });
    if (state.read.includes(notificationId)) return record();
    return record({ type: 'NotificationRead', data: { at, notificationId } });
  },
};
