import { DAY } from '../shared/instants.ts';
import { type NotificationType, PUSH_KINDS, type PushKind, pushKindOf } from './notificationTypes.ts';

/** Money and deadlines cannot be turned off while push is on. */
export const ALWAYS_PUSHED = 'sales';

/** Kinds that each device can turn down. */
export const CHOOSABLE_PUSHES = PUSH_KINDS.filter((kind) => kind !== ALWAYS_PUSHED);

/** Singular and plural for the daily push. */
const COUNTED: { readonly [Kind in PushKind]: readonly [one: string, several: string] } = {
  sales: ['update on a sale', 'updates on sales'],
  messages: ['conversation with new messages', 'conversations with new messages'],
  offers: ['offer', 'offers'],
  watching: ['change to a watched item', 'changes to watched items'],
  searches: ['match for a saved search', 'matches for saved searches'],
  reviews: ['review', 'reviews'],
  account: ['notice about your account', 'notices about your account'],
};

/** Text of the daily push; undefined if nothing waited. */
export const digestText = (types: readonly NotificationType[]): string | undefined => {
  const counts = PUSH_KINDS.flatMap((kind) => {
    const number = types.filter((type) => pushKindOf(type) === kind).length;
    return number > 0 ? [`${number} ${COUNTED[kind][number === 1 ? 0 : 1]}`] : [];
  });
  if (counts.length === 0) return undefined;
  return `${types.length} new ${types.length === 1 ? 'thing' : 'things'}: ${counts.join(', ')}`;
};

/** The daily push opens the notification list. */
export const DIGEST_PATH = '/dashboard#notifications';

/** Devices per account. */
export const MOST_PUSHED = 10;

/** In ms. Older notifications are not pushed any more. */
export const PUSHED_WITHIN = DAY;

/** RFC 8030. `low` may wait until the phone is charging. */
export const urgencyOf = (type: NotificationType): 'low' | 'normal' =>
  ['watching', 'searches', 'reviews'].includes(pushKindOf(type)) ? 'low' : 'normal';
