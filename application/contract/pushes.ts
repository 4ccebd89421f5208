import { z } from 'zod';
import { ALWAYS_PUSHED, MOST_PUSHED, PUSH_KINDS } from '#domain/notifications/pushes.ts';

const kinds = z.array(z.enum(PUSH_KINDS)).max(PUSH_KINDS.length);

export const pushStatus = z
  .object({
    /** What a browser subscribes with (`applicationServerKey`, base64url); null where push is not set up. */
    key: z.string().nullable(),
    /** Whether the device of this session is called. */
    on: z.boolean(),
    /** What it is not called for. */
    silent: kinds,
    /** What it is told of once a day; the rest at once. */
    daily: kinds,
    /** Of this account, the one of this session among them. */
    devices: z.int(),
    most: z.literal(MOST_PUSHED),
  })
  .meta({ id: 'PushStatus' });
export type PushStatus = z.infer<typeof pushStatus>;

/** As `PushSubscription.toJSON()` of a browser has it. */
export const pushWanted = z
  .object({
    endpoint: z.string().min(1).max(1_000),
    keys: z.object({
      p256dh: z.string().regex(/^[\w-]{87}$/),
      auth: z.string().regex(/^[\w-]{22}$/),
    }),
    silent: kinds
      .refine((silent) => !silent.includes(ALWAYS_PUSHED), 'Money and deadlines are always told while push is on')
      .default([]),
    daily: kinds
      .refine((daily) => !daily.includes(ALWAYS_PUSHED), 'Money and deadlines are told at once while push is on')
      .default([]),
  })
  .refine(({ silent, daily }) => !daily.some((kind) => silent.includes(kind)), {
    path: ['daily'],
    error: 'The same notification cannot be both daily and off',
  })
  .meta({ id: 'PushWanted' });
export type PushWanted = z.input<typeof pushWanted>;
