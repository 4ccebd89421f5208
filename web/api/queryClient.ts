import { type Query, QueryClient } from '@tanstack/react-query';
import { SECOND } from '#domain/shared/instants.ts';
import { ApiError } from './ApiError.ts';

/** Retry without an answer or on a server fault, but not on a refusal. */
const passing = (error: unknown): boolean => error instanceof ApiError && (error.status === 0 || error.status >= 500);

const isOnline = (): boolean => navigator.onLine;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15 * SECOND,
      // Offline, a first query fails at once so the screen can say so; loaded data stays and is refetched on
      // reconnect.
      networkMode: 'always',
      refetchOnReconnect: true,
      refetchOnMount: isOnline,
      refetchOnWindowFocus: isOnline,
      retry: (failures, error) => isOnline() && passing(error) && failures < 2,
    },
    // Mutations are not queued while offline: users have moved on by then.
    mutations: { networkMode: 'always' },
  },
});

/**
 * Polls once there is an answer. After a first failure, only a retry, a return to the page or a server event asks
 * again: polling would flip the screen between waiting and failed.
 */
export const askedAgain =
  (everyMs: number) =>
  ({ state }: Pick<Query, 'state'>): number | false =>
    state.data && isOnline() ? everyMs : false;
