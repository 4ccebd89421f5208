import { UNREAD_TERM } from '#domain/accounts/limits.ts';
import type { Choosable } from '#domain/accounts/mailChoices.ts';

/** Optional emails. `ofStaff`: only for people who see the queue. */
export const MAIL_KINDS: readonly { name: Choosable; label: string; hint: string; ofStaff?: true }[] = [
  {
    name: 'messages',
    label: 'New messages',
    hint: `When a message is unread for ${UNREAD_TERM}, once per conversation.`,
  },
  { name: 'sales', label: 'Sale updates', hint: 'Updates that need no action.' },
  { name: 'reviews', label: 'Reviews', hint: 'When a buyer rates or reviews you.' },
  { name: 'watching', label: 'Watched items', hint: 'When the price drops, it sells, or it is back.' },
  {
    name: 'searches',
    label: 'Saved searches',
    hint: 'When one finds something. You can set each search to notify you less.',
  },
  {
    name: 'cases',
    label: 'Staff cases',
    hint: 'A case that waits for staff. The queue shows every case.',
    ofStaff: true,
  },
];
