import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { FacetCounts, Mended, Nearest } from '#application/contract/listingSearch.ts';
import type { Listing } from '#application/contract/listings.ts';
import { type Filters, MOST_PAGES } from '../filters.ts';
import { offeringsQuery, PAGE_SIZE, type Portion, pagesIn, type Reader, withoutRepeats } from './browseQueries.ts';

export type Offerings = {
  /** Undefined until the first conclusive answer. Keeps the old listings while new filters load. */
  listings: Listing[] | undefined;
  total: number;
  /** Undefined until the first answer. */
  known: number | undefined;
  /** Option counts, if requested. Keeps the old counts while new filters load. */
  counts: FacetCounts | undefined;
  /** 1 for an empty list. */
  lastPage: number;
  /** The search ran out of time: there may be more, and it runs again shortly. */
  partial: boolean;
  /** Search words without a match, and their replacements. */
  mended: readonly Mended[];
  /** For an empty result: what dropping a filter would find. */
  nearest: readonly Nearest[];
  hasMore: boolean;
  /** More results than a list ever shows. */
  tooMany: boolean;
  /** New filters or another page are loading. */
  loading: boolean;
  /** The error of a page that failed to load. */
  error: Error | null;
  retry: () => void;
};

/** The first `pages` pages; loaded pages stay, also on Back. */
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
  /** No results yet, but the search is not finished. */
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
