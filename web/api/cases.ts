import { queryOptions } from '@tanstack/react-query';
import type { CasePage } from '#application/contract/staff.ts';
import { MINUTE } from '#domain/shared/instants.ts';
import { api } from './client.ts';

/** How many cases wait for staff; asked again after every deed of theirs. */
export const openCasesQuery = queryOptions({
  queryKey: ['staff', 'openCases'],
  queryFn: ({ signal }) => api.get<CasePage>('staff/cases?limit=1', { signal }),
  select: ({ totalCount }: CasePage) => totalCount,
  refetchInterval: MINUTE,
});
