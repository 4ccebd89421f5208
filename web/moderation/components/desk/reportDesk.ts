import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { STAFF } from '../../../staff/staffQueries.ts';

/** A list of reports; the first of `states` is the default. */
export type Desk<State extends string> = {
  title: string;
  /** Route of the list, and path of its call. */
  path: string;
  call: string;
  perPage: number;
  /** Noun for its rows. */
  of: string;
  states: Readonly<Record<State, string>>;
};

type Counted = { totalCount: number; hasMore: boolean };

export const reportsQuery = <Page extends Counted>(
  { call, perPage }: Desk<string>,
  state: string,
  about: string,
  page: number,
) =>
  queryOptions({
    queryKey: [...STAFF, call, state, about, page],
    queryFn: ({ signal }) =>
      api.get<Page>(
        `${call}?${new URLSearchParams({ state, page: String(page), limit: String(perPage), ...(about && { about }) })}`,
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
