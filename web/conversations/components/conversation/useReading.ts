import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { ApiError } from '../../../api/ApiError.ts';
import { api } from '../../../api/client.ts';
import { conversationsQuery } from '../../api/conversations.ts';
import type { MessageLog } from '../../messageLog.ts';

const subscribe = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};

const useVisible = (): boolean => useSyncExternalStore(subscribe, () => document.visibilityState !== 'hidden');

/** Messages shown in a visible tab count as read; then the list and the Command Center refetch their counts. */
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
        // On failure, the next answer still counts it as unread and retries.
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
