import { formatSum, fromUnits, toUnits } from '#domain/shared/currencies.ts';
import { formatUnits } from './currencies.ts';

export type Balance = { account: string; amount: number; currency: string };

type LedgerTableProps = {
  caption: string;
  balances: readonly Balance[];
  /** Sale ids in account names, and the short ids shown instead. */
  names?: Record<string, string>;
};

/** `escrow:TX7K2M9QPD` for an account of one sale. */
export const namedAccount = (account: string, names: Record<string, string>): string => {
  const [kind = account, id] = account.split(':');
  return id ? `${kind}:${names[id] ?? id}` : kind;
};

/** Per currency; always with euros. */
export const sumsOf = (balances: readonly Balance[]): [currency: string, sum: number][] => {
  const sums = new Map([['EUR', 0]]);
  for (const { amount, currency } of balances)
    sums.set(currency, (sums.get(currency) ?? 0) + fromUnits(amount, currency));
  return [...sums];
};

/** Ends with the sum per currency, which is zero for balanced books. */
export const LedgerTable = ({ caption, balances, names = {} }: LedgerTableProps) => {
  return (
    <table className="ledger">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Account</th>
          <th scope="col">Balance</th>
        </tr>
      </thead>
      <tbody>
        {balances.map(({ account, amount, currency }) => (
          <tr key={account}>
            <th scope="row" className={amount === 0 ? 'zero' : undefined}>
              {namedAccount(account, names)}
            </th>
            <td className={amount === 0 ? 'zero' : undefined}>{formatUnits(amount, currency)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {sumsOf(balances).map(([currency, sum]) => (
          <tr key={currency} className={sum === 0 ? undefined : 'uneven'}>
            <th scope="row">{sum === 0 ? 'Sums to zero' : 'Does not sum to zero'}</th>
            <td>{formatSum(sum, currency)}</td>
          </tr>
        ))}
      </tfoot>
    </table>
  );
};

/** Entries of several events, summed by account in order of first appearance. */
export const balancesOf = (entries: readonly Balance[]): Balance[] => {
  const sums = new Map<string, Balance>();
  for (const { account, amount, currency } of entries) {
    const sum = fromUnits(sums.get(account)?.amount ?? 0, currency) + fromUnits(amount, currency);
    sums.set(account, { account, amount: toUnits(sum, currency), currency });
  }
  return [...sums.values()];
};
