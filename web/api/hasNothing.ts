import type { QueryObserverLoadingErrorResult, UseQueryResult } from '@tanstack/react-query';
import { isNo } from './ApiError.ts';

/** There is nothing to show: no answer has come yet, or the server says no by now. What could only not be asked for anew stays as it is. */
export const hasNothing = <Data>(query: UseQueryResult<Data>): query is QueryObserverLoadingErrorResult<Data> =>
  query.isLoadingError || (query.isRefetchError && isNo(query.error));
