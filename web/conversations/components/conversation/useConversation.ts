import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { MessagePage } from '#application/contract/conversations.ts';
import { SECOND } from '#domain/shared/instants.ts';
import { api } from '../../../api/client.ts';
import { askedAgain } from '../../../api/queryClient.ts';
import { MESSAGES } from '../../../api/queryKeys.ts';
import { type MessageLog, nextPage, withNewest, withOlder } from '../../messageLog.ts';

const CONVERSATION_INTERVAL = 3 * SECOND;

export const conversationKey = (id: string) => [MESSAGES, 'conversation', id] as const;

const fetchPage = (id: string, page: number, signal?: AbortSignal): Promise<MessagePage> =>
  api.get<MessagePage>(`messages/conversation/${encodeURIComponent(id)}?page=${page}`, signal ? { signal } : {});

/** Polls page 1 every 3 s while the tab is visible and merges it; older pages load on request. */
export const useConversation = (id: string) => {
  const client = useQueryClient();
  const queryKey = conversationKey(id);
  const newest = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const page = await fetchPage(id, 1, signal);
      return withNewest(client.getQueryData<MessageLog>(queryKey), page);
    },
    refetchInterval: askedAgain(CONVERSATION_INTERVAL),
    refetchOnWindowFocus: 'always',
  });
  const older = useMutation({
    mutationFn: (log: MessageLog) => fetchPage(id, nextPage(log)),
    onSuccess: (page) => client.setQueryData<MessageLog>(queryKey, (known) => (known ? withOlder(known, page) : known)),
  });
  return { newest, older };
};
