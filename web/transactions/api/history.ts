import type { TransactionView } from '#application/contract/transactions.ts';

export type HistoryPage = { transactions: TransactionView[]; totalCount: number; hasMore: boolean };

/** A bare array is the whole history (document 2, section 3). */
export const asHistoryPage = (answer: HistoryPage | TransactionView[]): HistoryPage =>
  Array.isArray(answer) ? { transactions: answer, totalCount: answer.length, hasMore: false } : answer;

export type HistoryFilters = { type: 'purchase' | 'sale'; status: string; dateRange: string };

const HISTORY_PAGE_SIZE = 10;

/** `all` is not sent for `status` and `dateRange` (document 2, section 7). */
export const historySearch = ({ type, status, dateRange }: HistoryFilters, page: number): string => {
  const search = new URLSearchParams({ type });
  if (status !== 'all') search.set('status', status);
  if (dateRange !== 'all') search.set('dateRange', dateRange);
  search.set('page', String(page));
  search.set('limit', String(HISTORY_PAGE_SIZE));
  return search.toString();
};
