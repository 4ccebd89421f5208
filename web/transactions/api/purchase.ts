import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Listing } from '#application/contract/listings.ts';
import type { checkout, TransactionView, transactionCreated } from '#application/contract/transactions.ts';
import { toEuros } from '#domain/shared/euros.ts';
import type { Cents } from '#domain/shared/money.ts';
import { ApiError, messageOf } from '../../api/ApiError.ts';
import { api } from '../../api/client.ts';
import { TRANSACTIONS } from '../../api/queryKeys.ts';
import { setUser } from '../../api/sessionStore.ts';
import { centsOf } from '../../ui/money.ts';
import type { Quote } from '../components/purchase/quote.ts';
import type { ShippingDraft } from '../components/purchase/shippingForm.ts';

/** Shipping cost to a country, in cents. A started purchase keeps its promised rates. */
export const shippingCostQuery = (listing: Listing, buyerCountry: string, transactionId?: string) =>
  queryOptions({
    queryKey: ['shipping', listing._id, buyerCountry, transactionId],
    queryFn: async ({ signal }): Promise<Cents> => {
      const asked = {
        buyerCountry,
        sellerCountry: listing.location || 'Netherlands',
        sellerId: listing.seller._id,
        listingId: listing._id,
        transactionId,
      };
      const { shippingCost } = await api.post<{ shippingCost: number }>('shipping/calculate', asked, { signal });
      return centsOf(shippingCost);
    },
    staleTime: 0,
    gcTime: 0,
  });

/** Reserves the listing and creates the transaction; repeating a `commandId` creates no second one. */
export const createPurchase = (listing: Listing, commandId: string): Promise<z.infer<typeof transactionCreated>> =>
  api.post(
    'transaction',
    {
      listing: listing._id,
      amount: listing.price,
      seller: listing.seller._id,
      status: 'CREATED',
      paymentDetails: { status: 'pending' },
    },
    { commandId },
  );

/** The sums and terms that the purchase started with. */
export const begunTransactionQuery = (transactionId: string) =>
  queryOptions({
    queryKey: [TRANSACTIONS, 'one', transactionId],
    queryFn: () => api.get<TransactionView>(`transaction/${transactionId}`),
  });

/** Sends the address with the displayed sums, which the server checks. Returns the checkout URL. */
export const setShipping = async (
  transactionId: string,
  shippingAddress: ShippingDraft,
  quote: Quote,
): Promise<string> => {
  const answer = await api.put<Partial<z.infer<typeof checkout>>>(`transaction/${transactionId}/shipping`, {
    shippingAddress,
    shippingCost: toEuros(quote.shipping ?? 0),
    platformFee: toEuros(quote.fee),
    totalAmount: toEuros(quote.total),
  });
  if (!answer?.checkoutUrl)
    throw new ApiError('No checkout URL received', {
      status: 200,
      statusText: 'OK',
      data: { message: 'No checkout URL received' },
      endpoint: 'shipping',
    });
  return answer.checkoutUrl;
};

/** Saves the address to the account, in its country. */
export const keepAddress = async ({ country: _, ...address }: ShippingDraft): Promise<void> => {
  const kept = { ...address, streetAddress2: address.streetAddress2 ?? '' };
  await api.put('user/shipping', kept);
  setUser({ shippingAddress: kept });
};

/** The server's refusal, or a generic checkout failure for anything else. */
export const checkoutFailure = (error: unknown): string =>
  error instanceof ApiError
    ? messageOf(error, 'Failed to update shipping information')
    : 'An error occurred during checkout';
