import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { SellerReviews } from '#application/contract/reviews.ts';
import type { SellerOffers, SellerPage } from '#application/contract/sellerPages.ts';
import { api } from '../../api/client.ts';
import { LISTINGS } from './listingQueries.ts';

/** `anonymous`: fetches as a visitor. */
export const sellerQuery = (id: string, anonymous: boolean) =>
  queryOptions({
    queryKey: ['seller', id, anonymous],
    queryFn: ({ signal }) => api.get<SellerPage>(`sellers/${id}`, { signal, anonymous }),
  });

export const sellerOffersQuery = (id: string, anonymous: boolean) =>
  infiniteQueryOptions({
    queryKey: [LISTINGS, 'seller', id, anonymous],
    queryFn: ({ pageParam, signal }) =>
      api.get<SellerOffers>(`sellers/${id}/listings?page=${pageParam}`, { signal, anonymous }),
    initialPageParam: 1,
    getNextPageParam: ({ hasMore, currentPage }) => (hasMore ? currentPage + 1 : undefined),
  });

export const SELLER_REVIEWS = 'sellerReviews';

export const sellerReviewsQuery = (id: string, anonymous: boolean) =>
  infiniteQueryOptions({
    queryKey: [SELLER_REVIEWS, id, anonymous],
    queryFn: ({ pageParam, signal }) =>
      api.get<SellerReviews>(`sellers/${id}/reviews?page=${pageParam}`, { signal, anonymous }),
    initialPageParam: 1,
    getNextPageParam: ({ hasMore, currentPage }) => (hasMore ? currentPage + 1 : undefined),
  });
