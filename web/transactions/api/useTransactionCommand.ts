import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TransactionDetail } from '#application/contract/transactions.ts';
import { ApiError } from '../../api/ApiError.ts';
import { api } from '../../api/client.ts';
import { transactionKeys } from './transactions.ts';

const isConflict = (error: unknown): boolean => error instanceof ApiError && error.status === 409;

type Changed = { message: string; transaction?: TransactionDetail };

/** Sends a command. Not optimistic, because this is money. The answer updates the detail, and other queries refetch (the client's position makes them wait for the read models). */
export const useTransactionCommand = (id: string) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ command, body }: { command: string; body?: unknown }) =>
      api.post<Changed | undefined>(`transaction/${id}/${command}`, body),
    // The page is outdated.
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
