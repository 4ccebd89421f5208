import { QueryClient } from '@tanstack/react-query';
import { SECOND } from '#domain/shared/instants.ts';
import { ApiError } from './ApiError.ts';

/** No answer, or the server's own fault: worth another try. A refusal is not. */
const passing = (error: unknown): boolean => error instanceof ApiError && (error.status === 0 || error.status >= 500);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15 * SECOND,
      retry: (failures, error) => passing(error) && failures < 2,
      refetchIntervalInBackground: false,
    },
    mutations: { retry: false },
  },
});
