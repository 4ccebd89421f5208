import { queryOptions, useQuery } from '@tanstack/react-query';
import type { SoldPrices as Sold } from '#application/contract/soldPrices.ts';
import { LEAST_TRANSACTIONS } from '#domain/listings/soldPrices.ts';
import { formatRound } from '#domain/shared/euros.ts';
import { api } from '../../../api/client.ts';
import { centsOf } from '../../../ui/money.ts';

const KEPT = 3_600_000;

type SoldPricesProps = { franchise: string; franchiseName: string; faction: string; paintQuality: string };

const soldQuery = ({ franchise, faction, paintQuality }: Omit<SoldPricesProps, 'franchiseName'>) =>
  queryOptions({
    queryKey: ['sold', franchise, faction, paintQuality],
    queryFn: ({ signal }) =>
      api.get<{ sold: Sold }>(`prices/sold?${new URLSearchParams({ franchise, faction, paintQuality })}`, {
        signal,
        anonymous: true,
      }),
    staleTime: KEPT,
  });

const between = (least: number, most: number): string => {
  const [from, to] = [formatRound(centsOf(least)), formatRound(centsOf(most))];
  return from === to ? from : `${from} to ${to}`;
};

const range = ({ lower, upper }: { lower: number; upper: number }): string =>
  lower === upper
    ? `half of them around ${formatRound(centsOf(lower))}`
    : `half of them between ${formatRound(centsOf(lower))} and ${formatRound(centsOf(upper))}`;

/** Price range of similar sold items; nothing if too few were sold or the call fails. */
export const SoldPrices = ({ franchise, franchiseName, faction, paintQuality }: SoldPricesProps) => {
  const { data } = useQuery(soldQuery({ franchise, faction, paintQuality }));
  const sold = data?.sold;
  if (!sold || sold.count < LEAST_TRANSACTIONS) return null;
  const of = {
    paintQuality: `${faction}, ${paintQuality}`,
    faction: `${faction}, any paint quality`,
    franchise: `All of ${franchiseName}`,
  }[sold.by];
  return (
    <p className="small muted">
      <b>{of}:</b> sold {sold.count.toLocaleString('en')} times in the last year for {between(sold.least, sold.most)}
      {sold.least !== sold.most && <>, {range(sold)}</>}, before fee and shipping.
    </p>
  );
};
