import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { STAFF } from '../../staff/staffQueries.ts';

/** One list of what was reported; `states` begins with the one that is shown unasked. */
export type Desk<State extends string> = {
  title: string;
  /** Its address here, and that of its call. */
  path: string;
  call: string;
  perPage: number;
  /** What its rows are called. */
  of: string;
  states: Readonly<Record<State, string>>;
};

type Counted = { totalCount: number; hasMore: boolean };

export const reportsQuery = <Page extends Counted>({ call, perPage }: Desk<string>, state: string, page: number) =>
  queryOptions({
    queryKey: [...STAFF, call, state, page],
    queryFn: ({ signal }) => api.get<Page>(`${call}?state=${state}&page=${page}&limit=${perPage}`, { signal }),
    placeholderData: keepPreviousData,
  });
