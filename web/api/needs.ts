import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { TransactionView, transactionPage } from '#application/contract/transactions.ts';
import { MINUTE } from '#domain/shared/instants.ts';
import { api } from './client.ts';
import { askedAgain } from './queryClient.ts';
import { TRANSACTIONS } from './queryKeys.ts';

/** Sales that need the reader's action, nearest deadline first. */
export const needsYouQuery = queryOptions({
  queryKey: [TRANSACTIONS, 'needs-you'],
  queryFn: async ({ signal }): Promise<TransactionView[]> =>
    (await api.get<z.infer<typeof transactionPage>>('transaction/needs-you', { signal })).transactions,
  refetchInterval: askedAgain(MINUTE),
});
