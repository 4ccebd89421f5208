import { useQueryClient } from '@tanstack/react-query';
import type { PriceOffer } from '#application/contract/priceOffers.ts';
import { statsQuery } from '../../../api/account.ts';
import { api } from '../../../api/client.ts';
import { PROPOSALS } from '../../../api/queryKeys.ts';
import { LISTINGS } from '../../api/listingQueries.ts';

export type Answer = 'accept' | 'refuse' | 'withdraw' | 'counter';

/** Sends prices in euros with two decimals. Every call, even a refused one, refetches what it affects. */
export const useAnswers = (listing: string) => {
  const client = useQueryClient();
  const path = `listings/${listing}/price-proposals`;
  const written = async (call: Promise<unknown>) => {
    try {
      await call;
    } finally {
      for (const queryKey of [[PROPOSALS], [LISTINGS], statsQuery.queryKey])
        void client.invalidateQueries({ queryKey });
    }
  };
  return {
    propose: (price: string) => written(api.post(path, { price })),
    answer: ({ _id }: PriceOffer, how: Answer, price?: string) =>
      written(api.post(`${path}/${_id}/${how}`, price === undefined ? {} : { price })),
  };
};
