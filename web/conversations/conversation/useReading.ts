import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ApiError } from '../../api/ApiError.ts';
import { api } from '../../api/client.ts';
import { useVisible } from '../../ui/useVisible.ts';
import { conversationsQuery } from '../conversations.ts';
import type { MessageLog } from '../messageLog.ts';

/** What is shown in a tab that is seen counts as read; the list and the Command Center then count anew. */
export const useReading = (id: string, log: MessageLog | undefined): void => {
  const client = useQueryClient();
  const visible = useVisible();
  const told = useRef<string>(undefined);
  const upTo = log?.messages.at(-1)?._id;
  const unread = (log?.conversation.unreadCount ?? 0) > 0;
  useEffect(() => {
    if (!visible || !unread || !upTo || told.current === upTo) return;
    told.current = upTo;
    const tell = async () => {
      try {
        await api.post(`messages/conversation/${encodeURIComponent(id)}/read`, { upTo }, { behind: true });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        // The next answer of the conversation still counts it as unread, and it is told again.
        told.current = undefined;
        return;
      }
      await Promise.all([
        client.invalidateQueries({ queryKey: conversationsQuery.queryKey }),
        client.invalidateQueries({ queryKey: ['user', 'stats'] }),
      ]);
    };
    void tell();
  }, [client, id, visible, unread, upTo]);
};
