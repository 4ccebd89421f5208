import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Conversation, ConversationList } from '#application/contract/conversations.ts';
import { DAY, SECOND } from '#domain/shared/instants.ts';
import { api } from '../api/client.ts';
import { askedAgain } from '../api/queryClient.ts';
import { MESSAGES } from '../api/queryKeys.ts';
import { shortDate, timeOfDay } from '../ui/dates.ts';

const LIST_INTERVAL = 30 * SECOND;

/** Throws for an answer of another shape: a wrong list is worse than none. */
export const checkedList = (answer: unknown): ConversationList => {
  const list = answer as Partial<ConversationList> | null | undefined;
  if (!Array.isArray(list?.conversations)) throw new Error('Invalid response format from server');
  return list as ConversationList;
};

/** Asked again every 30 s while the tab is seen, and at once when it is seen again. */
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

/** One that moved up between two pages is in both. */
export const withoutRepeats = (pages: readonly ConversationList[]): Conversation[] => {
  const seen = new Set<string>();
  return pages
    .flatMap(({ conversations }) => conversations)
    .filter(({ conversationId }) => !seen.has(conversationId) && seen.add(conversationId));
};

/** What a card shows of the last message. */
export const preview = (last: Conversation['lastMessage'], viewer: string): string => {
  if (!last) return 'No messages yet';
  const words = last.content || (last.hasImage ? 'Sent an image' : '');
  return last.senderId === viewer ? `You: ${words}` : words;
};

/** "14:22" within the last 24 hours, a date from then on. */
export const lastTime = (iso: string, now: number): string =>
  now - Date.parse(iso) < DAY ? timeOfDay(iso) : shortDate(iso);
