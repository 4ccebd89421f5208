import { centsOf, formatCents } from './money.ts';

export type Balance = { account: string; amount: number };

type LedgerTableProps = {
  caption: string;
  /** Euros; every account once. */
  balances: readonly Balance[];
  /** Sale ids in the names of accounts, with the short human id that is shown for them. */
  names?: Record<string, string>;
};

const named = (account: string, names: Record<string, string>): string => {
  const [kind = account, id] = account.split(':');
  return id ? `${kind}:${names[id] ?? id}` : kind;
};

/** Ends with the sum, which says whether the books are even. */
export const LedgerTable = ({ caption, balances, names = {} }: LedgerTableProps) => {
  const sum = balances.reduce((total, { amount }) => total + centsOf(amount), 0);
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
        {balances.map(({ account, amount }) => (
          <tr key={account}>
            <th scope="row" className={amount === 0 ? 'zero' : undefined}>
              {named(account, names)}
            </th>
            <td className={amount === 0 ? 'zero' : undefined}>{formatCents(centsOf(amount))}</td>
          </tr>
        ))}
      </tbody>
      <tfoot className={sum === 0 ? undefined : 'uneven'}>
        <tr>
          <th scope="row">{sum === 0 ? 'Sums to zero' : 'Does not sum to zero'}</th>
          <td>{formatCents(sum)}</td>
        </tr>
      </tfoot>
    </table>
  );
};

/** The entries of several events summed up by account, in the order of their first appearance. */
export const balancesOf = (entries: readonly Balance[]): Balance[] => {
  const sums = new Map<string, number>();
  for (const { account, amount } of entries) sums.set(account, (sums.get(account) ?? 0) + centsOf(amount));
  return [...sums].map(([account, cents]) => ({ account, amount: cents / 100 }));
};
