import { queryOptions } from '@tanstack/react-query';
import type { PriceProposals } from '#application/contract/priceProposals.ts';
import { api } from './client.ts';
import { PROPOSALS } from './wakeUps.ts';

/** The reader’s own, as buyer and as seller. */
export const offersQuery = queryOptions({
  queryKey: [PROPOSALS],
  queryFn: ({ signal }) => api.get<PriceProposals>('user/price-proposals', { signal }),
});
