import { UNREAD_TERM } from '#domain/accounts/limits.ts';
import type { Choosable } from '#domain/accounts/mailChoices.ts';

/** The kinds of email that one may want less of. */
export const MAIL_KINDS: readonly { name: Choosable; label: string; hint: string }[] = [
  {
    name: 'messages',
    label: 'New messages',
    hint: `After ${UNREAD_TERM} unread, once a conversation.`,
  },
  { name: 'sales', label: 'News of sales', hint: 'What asks nothing of you and moves no money.' },
  { name: 'reviews', label: 'Reviews', hint: 'When a buyer has rated you, or written a review.' },
  { name: 'watching', label: 'What you watch', hint: 'When it is reduced, sold or on offer again.' },
  { name: 'searches', label: 'Saved searches', hint: 'When one has found something; each may also tell less.' },
];
