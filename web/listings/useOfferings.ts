import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { FacetCounts, Mended, Nearest } from '#application/contract/listingSearch.ts';
import type { Listing } from '#application/contract/listings.ts';
import { offeringsQuery, PAGE_SIZE, type Portion, pagesIn, type Reader, withoutRepeats } from './browseQueries.ts';
import { type Filters, MOST_PAGES } from './filters.ts';

export type Offerings = {
  /** Undefined until the first answer ever that shows or rules out something. While new filters load, the offerings of the old ones. */
  listings: Listing[] | undefined;
  total: number;
  /** The same; undefined until the first answer ever. */
  known: number | undefined;
  /** How many each option would find, where it was asked for. While new filters load, that of the old ones. */
  counts: FacetCounts | undefined;
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
  /** Of a page that could not be had. */
  error: Error | null;
  retry: () => void;
};

/** The first `pages` pages: what is loaded stays loaded, on the way back too. */
export const useOfferings = (filters: Partial<Filters>, pages: number, reader: Reader): Offerings => {
  const query = useInfiniteQuery({
    ...offeringsQuery(filters, pages, reader),
    placeholderData: (shown) => shown,
  });
  const { data, error, isFetching, isPlaceholderData, hasNextPage, fetchNextPage, refetch } = query;
  const portions = (data?.pageParams ?? []) as Portion[];
  const answers = data && !isPlaceholderData ? data.pages : [];
  const behind = !isPlaceholderData && hasNextPage && pagesIn(portions) < pages;
  useEffect(() => {
    if (behind && !isFetching && !error) void fetchNextPage();
  }, [behind, isFetching, error, fetchNextPage]);
  const first = answers[0];
  const last = answers.at(-1);
  /** Nothing was found so far, but not everything was looked through. */
  const undecided = first?.partial === true && first.listings.length === 0;
  const listings = first && !undecided ? withoutRepeats(answers) : undefined;
  const before = useRef<Listing[]>(undefined);
  useEffect(() => {
    if (listings) before.current = listings;
  });
  const more = last?.hasMore ?? false;
  return {
    listings: listings ?? (error ? undefined : before.current),
    total: last?.total ?? 0,
    known: data?.pages[0]?.total,
    counts: data?.pages[0]?.facets,
    lastPage: Math.max(1, portions.at(-1)?.pages === 1 ? (last?.totalPages ?? 1) : pagesOf(last?.total)),
    partial: last?.partial ?? false,
    mended: first?.mended ?? [],
    nearest: first?.nearest ?? [],
    hasMore: more && pages < MOST_PAGES,
    tooMany: more && pages >= MOST_PAGES,
    loading: undecided || first === undefined || (behind && !error),
    error,
    retry: () => void (query.isFetchNextPageError ? fetchNextPage() : refetch()),
  };
};

const pagesOf = (total = 0): number => Math.ceil(total / PAGE_SIZE);
