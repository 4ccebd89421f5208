import { z } from 'zod';
import { mailChoices } from '#domain/accounts/mailChoices.ts';
import { NOTIFICATION_TYPES, PUSH_KINDS } from '#domain/notifications/notificationTypes.ts';
import { ALWAYS_PUSHED, MOST_PUSHED } from '#domain/notifications/pushes.ts';
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

export const chosenEmails = mailChoices.meta({ id: 'EmailChoices' });

export const chooseEmails = mailChoices.partial().meta({ id: 'ChooseEmails' });

export const unsubscribed = z.object({ message: z.string() }).meta({ id: 'Unsubscribed' });

const kinds = z.array(z.enum(PUSH_KINDS)).max(PUSH_KINDS.length);

export const pushStatus = z
  .object({
    /** The browser's `applicationServerKey`, base64url; null if push is not set up. */
    key: z.string().nullable(),
    /** Whether push is on for the device of this session. */
    on: z.boolean(),
    /** The kinds that send no push. */
    silent: kinds,
    /** The kinds that send one push a day; the others push at once. */
    daily: kinds,
    /** All devices of the account, including this one. */
    devices: z.int(),
    most: z.literal(MOST_PUSHED),
  })
  .meta({ id: 'PushStatus' });
export type PushStatus = z.infer<typeof pushStatus>;

/** The shape of `PushSubscription.toJSON()`. */
export const pushWanted = z
  .object({
    endpoint: z.string().min(1).max(1_000),
    keys: z.object({
      p256dh: z.string().regex(/^[\w-]{87}$/),
      auth: z.string().regex(/^[\w-]{22}$/),
    }),
    silent: kinds
      .refine((silent) => !silent.includes(ALWAYS_PUSHED), 'Push about money and deadlines cannot be off')
      .default([]),
    daily: kinds
      .refine((daily) => !daily.includes(ALWAYS_PUSHED), 'Push about money and deadlines cannot be daily')
      .default([]),
  })
  .refine(({ silent, daily }) => !daily.some((kind) => silent.includes(kind)), {
    path: ['daily'],
    error: 'The same notification cannot be both daily and off',
  })
  .meta({ id: 'PushWanted' });
export type PushWanted = z.input<typeof pushWanted>;

const ACTIVITY_TYPES = ['message', 'sale', 'review'] as const;

export const activityQuery = z
  .object({ filter: z.enum(['all', ...ACTIVITY_TYPES]).default('all'), ...paging(10) })
  .meta({ id: 'ActivityQuery' });
export type ActivityQuery = z.output<typeof activityQuery>;

const activityItem = z
  .object({
    _id: z.string(),
    type: z.enum(ACTIVITY_TYPES),
    content: z.string(),
    createdAt: timestamp,
    /** A path of the web application. */
    link: z.string(),
  })
  .meta({ id: 'ActivityItem' });

export const activityPage = z
  .object({ activities: z.array(activityItem), hasMore: z.boolean(), currentPage: z.int() })
  .meta({ id: 'ActivityPage' });
export type ActivityPage = z.infer<typeof activityPage>;

/**
 * GET events (text/event-stream, with the bearer token): `event: conversation`, `event: notifications` or `event: sale`, each with `data:
 * {}`, says that this read model has changed for the account; `event: cases` tells readers of the staff queue that an open case has changed. `event: ready` comes first; a comment line follows every 15 s; the stream
 * ends with the session. Missed wake-ups are not repeated, so refetch whenever a stream starts.
 */
export const WAKE_UPS = ['conversation', 'notifications', 'sale', 'cases'] as const;
export type WakeUp = (typeof WAKE_UPS)[number];

/** GET audit/streams/{stream}/changes, in the same form: this history has new events. */
export const HISTORY_WAKE_UP = 'history';
