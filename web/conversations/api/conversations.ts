import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Conversation, ConversationList } from '#application/contract/conversations.ts';
import { DAY, SECOND } from '#domain/shared/instants.ts';
import { api } from '../../api/client.ts';
import { askedAgain } from '../../api/queryClient.ts';
import { MESSAGES } from '../../api/queryKeys.ts';
import { shortDate, timeOfDay } from '../../ui/dates.ts';

const LIST_INTERVAL = 30 * SECOND;

/** Throws on an unexpected shape: a wrong list is worse than none. */
export const checkedList = (answer: unknown): ConversationList => {
  const list = answer as Partial<ConversationList> | null | undefined;
  if (!Array.isArray(list?.conversations)) throw new Error('Invalid response format from server');
  return list as ConversationList;
};

/** Polls every 30 s while the tab is visible, and on focus. */
export const conversationsQuery = infiniteQueryOptions({
  queryKey: [MESSAGES, 'list'],
  queryFn: async ({ pageParam, signal }) =>
    checkedList(await api.get<unknown>(`messages/conversations?page=${pageParam}`, { signal })),
  initialPageParam: 1,
  getNextPageParam: ({ pagination }: ConversationList) =>
    pagination?.hasMore ? pagination.currentPage + 1 : undefined,
  refetchInterval: askedAgain(LIST_INTERVAL),
  refetchOnWindowFocus: 'always',
});

/** Conversations that moved up between two page loads appear twice; keep one. */
export const withoutRepeats = (pages: readonly ConversationList[]): Conversation[] => {
  const seen = new Set<string>();
  return pages
    .flatMap(({ conversations }) => conversations)
    .filter(({ conversationId }) => !seen.has(conversationId) && seen.add(conversationId));
};

/** The card's preview of the last message. */
export const preview = (last: Conversation['lastMessage'], viewer: string): string => {
  if (!last) return 'No messages yet';
  const words = last.content || (last.hasImage ? 'Sent an image' : '');
  return last.senderId === viewer ? `You: ${words}` : words;
};

/** "14:22" within the last 24 hours, a date from then on. */
export const lastTime = (iso: string, now: number): string =>
  now - Date.parse(iso) < DAY ? timeOfDay(iso) : shortDate(iso);
