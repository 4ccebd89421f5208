import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { maskedBankDetails, sellerStatus } from '#application/contract/accounts.ts';
import { api } from '../../api/client.ts';

export type SellerStatus = z.infer<typeof sellerStatus>;
export type MaskedBankDetails = z.infer<typeof maskedBankDetails>['maskedDetails'];

const CHECK_EVERY = 3_000;

/** The result of the check arrives later, so poll for it. */
const isBeingChecked = ({ hasBankDetails, bankAccount }: SellerStatus): boolean =>
  hasBankDetails && !bankAccount.verified && bankAccount.rejectedReason === null;

export const useSellerStatus = () =>
  useQuery({
    queryKey: ['user', 'seller-status'],
    queryFn: () => api.get<SellerStatus>('seller/status'),
    refetchInterval: ({ state }) => (state.data && isBeingChecked(state.data) ? CHECK_EVERY : false),
  });

export const useBankDetails = (enabled: boolean) =>
  useQuery({
    queryKey: ['user', 'bank-details'],
    queryFn: async () => (await api.get<z.infer<typeof maskedBankDetails>>('seller/bank-details')).maskedDetails,
    enabled,
  });

/** Sends a change of the reader's account, then refetches account queries and those with the key `also`. */
export const useAccountCommand = <Body = void, Answer = unknown>(
  send: (body: Body) => Promise<Answer>,
  also?: QueryKey,
) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['user'] }),
        also && queries.invalidateQueries({ queryKey: also }),
      ]),
  });
};
