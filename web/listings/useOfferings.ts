import { useQueries } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Listing, Mended, Nearest } from '#application/contract/listings.ts';
import { listingsPageQuery, type Reader, withoutRepeats } from './browseQueries.ts';
import { type Filters, MOST_PAGES } from './filters.ts';

export type Offerings = {
  /** Undefined until the first answer ever that shows or rules out something. While new filters load, the offerings of the old ones. */
  listings: Listing[] | undefined;
  total: number;
  /** 1 when there is nothing. */
  lastPage: number;
  /** Not everything could be looked through in time: there may be more, and it is asked again in a moment. */
  partial: boolean;
  /** Words that nothing on offer has, and what was looked for instead. */
  mended: readonly Mended[];
  /** Of a search that finds nothing: what it would find without something. */
  nearest: readonly Nearest[];
  hasMore: boolean;
  /** There is more than is ever shown in one list. */
  tooMany: boolean;
  /** New filters are being answered, or one page more. */
  loading: boolean;
  /** Of the first page that could not be had. */
  error: Error | null;
  retry: () => void;
};

/** The first `pages` pages, each its own query: what is loaded stays loaded, on the way back too. */
export const useOfferings = (filters: Partial<Filters>, pages: number, reader: Reader): Offerings => {
  const queries = useQueries({
    queries: Array.from({ length: pages }, (_, index) => listingsPageQuery(filters, index + 1, reader)),
  });
  const answers = queries.flatMap(({ data }) => (data ? [data] : []));
  const last = answers.at(-1);
  const first = queries[0]?.data;
  /** Nothing was found so far, but not everything was looked through. */
  const undecided = first?.partial === true && first.listings.length === 0;
  const listings = first && !undecided ? withoutRepeats(answers) : undefined;
  const before = useRef<Listing[]>(undefined);
  useEffect(() => {
    if (listings) before.current = listings;
  });
  const error = queries.find(({ isError }) => isError)?.error ?? null;
  return {
    listings: listings ?? (error ? undefined : before.current),
    total: last?.total ?? 0,
    lastPage: Math.max(1, last?.totalPages ?? 1),
    partial: last?.partial ?? false,
    mended: first?.mended ?? [],
    nearest: first?.nearest ?? [],
    hasMore: (last?.hasMore ?? false) && pages < MOST_PAGES,
    tooMany: (last?.hasMore ?? false) && pages >= MOST_PAGES,
    loading: undecided || queries.some(({ isPending }) => isPending),
    error,
    retry: () => {
      for (const { isError, refetch } of queries) if (isError) void refetch();
    },
  };
};
