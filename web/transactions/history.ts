import type { TransactionView } from '#application/contract/transactions.ts';

export type HistoryPage = { transactions: TransactionView[]; totalCount: number; hasMore: boolean };

/** An answer that is a bare array counts as the whole history (document 2, section 3). */
export const asHistoryPage = (answer: HistoryPage | TransactionView[]): HistoryPage =>
  Array.isArray(answer) ? { transactions: answer, totalCount: answer.length, hasMore: false } : answer;

export type HistoryFilters = { type: 'purchase' | 'sale'; status: string; dateRange: string };

const HISTORY_PAGE_SIZE = 10;

/** `status` and `dateRange` are left out when they are "all" (document 2, section 7). */
export const historySearch = ({ type, status, dateRange }: HistoryFilters, page: number): string => {
  const search = new URLSearchParams({ type });
  if (status !== 'all') search.set('status', status);
  if (dateRange !== 'all') search.set('dateRange', dateRange);
  search.set('page', String(page));
  search.set('limit', String(HISTORY_PAGE_SIZE));
  return search.toString();
};
