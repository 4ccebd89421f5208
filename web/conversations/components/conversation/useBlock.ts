import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ConversationHead } from '#application/contract/conversations.ts';
import { messageOf } from '../../../api/ApiError.ts';
import { api } from '../../../api/client.ts';
import { toast } from '../../../ui/toast.ts';
import { conversationKey } from './useConversation.ts';

type Person = ConversationHead['otherUser'];

export const useBlock = (id: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (person: Person) => api.post(`user/${person._id}/block`),
    onSuccess: async (_, { username }) => {
      await client.invalidateQueries({ queryKey: conversationKey(id) });
      toast.success(`${username} is blocked`);
    },
  });
};

export const useUnblock = (id: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (person: Person) => api.delete(`user/${person._id}/block`),
    onSuccess: async (_, { username }) => {
      await client.invalidateQueries({ queryKey: conversationKey(id) });
      toast.success(`${username} can message you again`);
    },
    onError: (error) => toast.error(messageOf(error, 'Failed to unblock')),
  });
};
