import { queryOptions } from '@tanstack/react-query';
import type { Conversation, ConversationList } from '#application/contract/messages.ts';
import { DAY, SECOND } from '#domain/shared/instants.ts';
import { api } from '../api/client.ts';
import { MESSAGES } from '../api/wakeUps.ts';
import { shortDate, timeOfDay } from '../ui/dates.ts';

export const LIST_INTERVAL = 30 * SECOND;

/** Throws for an answer of another shape: a wrong list is worse than none. */
export const checkedList = (answer: unknown): ConversationList => {
  const list = answer as Partial<ConversationList> | null | undefined;
  if (!Array.isArray(list?.conversations)) throw new Error('Invalid response format from server');
  return list as ConversationList;
};

/** Asked again every 30 s while the tab is seen, and at once when it is seen again. */
export const conversationsQuery = queryOptions({
  queryKey: [MESSAGES, 'list'],
  queryFn: async ({ signal }) => checkedList(await api.get<unknown>('messages/conversations', { signal })),
  refetchInterval: LIST_INTERVAL,
  refetchOnWindowFocus: 'always',
});

/** What a card shows of the last message. */
export const preview = (last: Conversation['lastMessage'], viewer: string): string => {
  if (!last) return 'No messages yet';
  const words = last.content || (last.hasImage ? 'Sent an image' : '');
  return last.senderId === viewer ? `You: ${words}` : words;
};

/** "14:22" within the last 24 hours, a date from then on. */
export const lastTime = (iso: string, now: number): string =>
  now - Date.parse(iso) < DAY ? timeOfDay(iso) : shortDate(iso);
