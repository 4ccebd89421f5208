import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { TransactionView } from '#application/contract/transactions.ts';
import { needsYouQuery } from '../../../api/needs.ts';

export type TransactionsTab = 'purchases' | 'sales';

const tabOf = ({ role }: TransactionView): TransactionsTab => (role === 'seller' ? 'sales' : 'purchases');

/** The tab in the URL, else the tab with the reader's most urgent task. Undefined until that is known, and stable afterwards. */
export const useTab = () => {
  const [search, setSearch] = useSearchParams();
  const needs = useQuery(needsYouQuery);
  const waiting = needs.data ?? [];
  const opened = useRef<TransactionsTab>(undefined);
  if (needs.data || needs.failureCount > 0) opened.current ??= waiting[0] ? tabOf(waiting[0]) : 'purchases';
  const asked = search.get('tab');
  const tab = asked === 'sales' || asked === 'purchases' ? asked : opened.current;
  return {
    tab,
    choose: (next: string) => setSearch({ tab: next }, { replace: true }),
    waitingIn: (of: TransactionsTab) => waiting.filter((transaction) => tabOf(transaction) === of).length,
  };
};
