import { type Query, QueryClient } from '@tanstack/react-query';
import { SECOND } from '#domain/shared/instants.ts';
import { ApiError } from './ApiError.ts';

/** No answer, or the server's own fault: worth another try. A refusal is not. */
const passing = (error: unknown): boolean => error instanceof ApiError && (error.status === 0 || error.status >= 500);

const isOnline = (): boolean => navigator.onLine;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15 * SECOND,
      // Without a connection a first question fails at once, so that the screen says so; what is there already stays, and is asked for again with the connection.
      networkMode: 'always',
      refetchOnReconnect: true,
      refetchOnMount: isOnline,
      refetchOnWindowFocus: isOnline,
      retry: (failures, error) => isOnline() && passing(error) && failures < 2,
    },
    // And what somebody presses is not kept to be sent later, when they have gone on.
    mutations: { networkMode: 'always' },
  },
});

/**
 * Asked again every so often once there is an answer. Before, a failure stays until somebody tries again or comes back to the page, or
 * the server wakes it: with each question of its own the screen would go back to waiting, and fail again.
 */
export const askedAgain =
  (everyMs: number) =>
  ({ state }: Pick<Query, 'state'>): number | false =>
    state.data && isOnline() ? everyMs : false;
