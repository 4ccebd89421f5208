import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { TransactionDetail, TransactionView } from '#application/contract/transactions.ts';
import { MINUTE } from '#domain/shared/instants.ts';
import { api } from '../../api/client.ts';
import { askedAgain } from '../../api/queryClient.ts';
import { TRANSACTIONS } from '../../api/queryKeys.ts';
import { asHistoryPage, type HistoryFilters, type HistoryPage, historySearch } from './history.ts';

export const transactionKeys = {
  all: [TRANSACTIONS] as const,
  history: (filters: HistoryFilters) => [TRANSACTIONS, 'history', filters] as const,
  one: (id: string) => [TRANSACTIONS, 'one', id] as const,
};

/** Falls back to the second path (document 2, section 7). */
export const loadTransaction = (id: string): Promise<TransactionDetail> =>
  api.get<TransactionDetail>(`transaction/${id}`).catch(() => api.get<TransactionDetail>(`transaction/${id}/details`));

export const useTransaction = (id: string) =>
  useQuery({
    queryKey: transactionKeys.one(id),
    queryFn: () => loadTransaction(id),
    refetchInterval: askedAgain(MINUTE),
  });

export const useHistory = (filters: HistoryFilters, enabled = true) =>
  useInfiniteQuery({
    queryKey: transactionKeys.history(filters),
    queryFn: async ({ pageParam }) =>
      asHistoryPage(
        await api.get<HistoryPage | TransactionView[]>(`transaction/history?${historySearch(filters, pageParam)}`),
      ),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) => (last.hasMore ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    enabled,
  });

/** Number of transactions in a tab, ignoring its filters. */
export const useHistoryCount = (type: HistoryFilters['type'], enabled = true): number => {
  const counted = useQuery({
    queryKey: [TRANSACTIONS, 'count', type],
    queryFn: async () => asHistoryPage(await api.get(`transaction/history?type=${type}&page=1&limit=1`)).totalCount,
    enabled,
  });
  return counted.data ?? 0;
};
