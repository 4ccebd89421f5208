import type { QueryObserverLoadingErrorResult, UseQueryResult } from '@tanstack/react-query';
import { isNo } from './ApiError.ts';

/** Nothing to show: no answer yet, or a refusal. Data stays visible if only a refetch failed. */
export const hasNothing = <Data>(query: UseQueryResult<Data>): query is QueryObserverLoadingErrorResult<Data> =>
  query.isLoadingError || (query.isRefetchError && isNo(query.error));
