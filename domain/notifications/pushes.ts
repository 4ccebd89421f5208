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

/** One of a kind in the words of the day's push, and several. */
const COUNTED: { readonly [Kind in PushKind]: readonly [one: string, several: string] } = {
  sales: ['piece of news of a sale', 'pieces of news of sales'],
  messages: ['conversation with new messages', 'conversations with new messages'],
  offers: ['offer', 'offers'],
  watching: ['change to what you watch', 'changes to what you watch'],
  searches: ['find of a saved search', 'finds of saved searches'],
  reviews: ['review', 'reviews'],
  account: ['notice about your account', 'notices about your account'],
};

/** What the day's push says of all that waited for it; undefined: nothing did. */
export const digestText = (types: readonly NotificationType[]): string | undefined => {
  const counts = PUSH_KINDS.flatMap((kind) => {
    const number = types.filter((type) => pushKindOf(type) === kind).length;
    return number > 0 ? [`${number} ${COUNTED[kind][number === 1 ? 0 : 1]}`] : [];
  });
  if (counts.length === 0) return undefined;
  return `${types.length} new ${types.length === 1 ? 'thing' : 'things'}: ${counts.join(', ')}`;
};

/** Where the day's push leads: the bell, open. */
export const DIGEST_PATH = '/dashboard#notifications';

/** Devices of one account at a time. */
export const MOST_PUSHED = 10;

/** ms: what is older stands in the bell, and nobody is called for it any more. */
export const PUSHED_WITHIN = DAY;

/** As RFC 8030 has it: what may wait until a telephone is charged is `low`. */
export const urgencyOf = (type: NotificationType): 'low' | 'normal' =>
  ['watching', 'searches', 'reviews'].includes(pushKindOf(type)) ? 'low' : 'normal';
