import { DAY } from '../shared/instants.ts';
import type { NotificationType } from './notifications.ts';

/** What a device is called for. Push as a whole is voluntary, since the bell tells everything and emails tell what has a deadline. */
export const PUSH_KINDS = ['sales', 'messages', 'offers', 'watching', 'searches', 'reviews', 'account'] as const;
export type PushKind = (typeof PUSH_KINDS)[number];

/** Money and deadlines: a device that is called at all is called for these. */
export const ALWAYS_PUSHED = 'sales';

/** What each device may want less of. */
export const CHOOSABLE_PUSHES = PUSH_KINDS.filter((kind) => kind !== ALWAYS_PUSHED);

const KINDS: { readonly [Type in NotificationType]: PushKind } = {
  message: 'messages',
  review: 'reviews',
  watched: 'watching',
  found: 'searches',
  proposal: 'offers',
  account: 'account',
  report: 'account',
  purchase: 'sales',
  sale: 'sales',
  payment_success: 'sales',
  payment_failed: 'sales',
  payment_timeout: 'sales',
  sale_payment_received: 'sales',
  cancellation: 'sales',
  shipping: 'sales',
  escrow: 'sales',
  dispute: 'sales',
  return: 'sales',
  refund: 'sales',
  payout: 'sales',
  hold: 'sales',
  review_removed: 'account',
};

export const pushKindOf = (type: NotificationType): PushKind => KINDS[type];

/** Devices of one account at a time. */
export const MOST_PUSHED = 10;

/** ms: what is older stands in the bell, and nobody is called for it any more. */
export const PUSHED_WITHIN = DAY;

/** As RFC 8030 has it: what may wait until a telephone is charged is `low`. */
export const urgencyOf = (type: NotificationType): 'low' | 'normal' =>
  ['watching', 'searches', 'reviews'].includes(pushKindOf(type)) ? 'low' : 'normal';
