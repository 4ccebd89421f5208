import { queryOptions } from '@tanstack/react-query';
import type { Listing } from '#application/contract/listings.ts';
import { cameWithPage, pageOpenedAt } from '../../api/cameWithPage.ts';
import { api } from '../../api/client.ts';

/** Prefix of all listing queries, so a command invalidates them together. */
export const LISTINGS = 'listings';

export const listingQuery = (id: string, { asVisitor = false } = {}) =>
  queryOptions({
    queryKey: [LISTINGS, 'one', id, asVisitor],
    queryFn: ({ signal }) =>
      api.get<Listing>(`listings/${id}${asVisitor ? '?public=true' : ''}`, { signal, anonymous: asVisitor }),
    ...(asVisitor && { initialData: () => cameWithPage<Listing>(id), initialDataUpdatedAt: pageOpenedAt }),
  });

export const myListingsQuery = queryOptions({
  queryKey: [LISTINGS, 'mine'],
  queryFn: ({ signal }) => api.get<Listing[]>('listings/user', { signal }),
});

export const sellerPath = (id: string, visitor: boolean): string => `${visitor ? '/public' : ''}/sellers/${id}`;
