import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TransactionDetail } from '#application/contract/transactions.ts';
import { ApiError } from '../api/ApiError.ts';
import { api } from '../api/client.ts';
import { transactionKeys } from './sales.ts';

const isConflict = (error: unknown): boolean => error instanceof ApiError && error.status === 409;

type Changed = { message: string; transaction?: TransactionDetail };

/**
 * Sends a command of one sale. Nothing is shown before the server has answered: this is money. Its answer stands in the detail at
 * once, and what else shows the sale is asked again (the client's position makes it wait for the read models).
 */
export const useTransactionCommand = (id: string) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ command, body }: { command: string; body?: unknown }) =>
      api.post<Changed | undefined>(`transaction/${id}/${command}`, body),
    // the page no longer shows what is so
    onError: (error) => (isConflict(error) ? queries.invalidateQueries({ queryKey: transactionKeys.all }) : undefined),
    onSuccess: async (changed) => {
      if (changed?.transaction) queries.setQueryData(transactionKeys.one(id), changed.transaction);
      await Promise.all([
        queries.invalidateQueries({ queryKey: transactionKeys.all }),
        queries.invalidateQueries({ queryKey: ['listings'] }),
        queries.invalidateQueries({ queryKey: ['user'] }),
      ]);
    },
  });
};
