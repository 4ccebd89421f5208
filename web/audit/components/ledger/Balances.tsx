import type { AuditLedger } from '#application/contract/audit.ts';
import { EURO, formatSum, fromUnits } from '#domain/shared/currencies.ts';
import { ACCOUNT_MEANINGS, type Account, accountKind, providerBalance } from '#domain/transactions/ledgerAccounts.ts';
import { classes } from '../../../ui/classes.ts';
import { formatUnits } from '../../../ui/currencies.ts';
import { namedAccount, sumsOf } from '../../../ui/LedgerTable.tsx';
import { TableRegion } from '../../../ui/TableRegion.tsx';
import { AccountLink } from './AccountLink.tsx';

const meaningOf = (account: string): string => {
  const kind = accountKind(account);
  return kind ? ACCOUNT_MEANINGS[kind] : '';
};

const COLUMNS = ['opening', 'movement', 'amount'] as const;
const LABELS: Record<(typeof COLUMNS)[number], string> = {
  opening: 'Opening',
  movement: 'Movement',
  amount: 'Closing',
};

type BalancesProps = {
  balances: AuditLedger['balances'];
  /** Sale ids in account names, and the short ids shown instead. */
  names: Record<string, string>;
  /** With a period: what it began with and what it moved. */
  isPeriod: boolean;
  /** Of all accounts and sales, which sum to zero. */
  isWhole: boolean;
};

/** How a stranger adds up what the provider holds at the end of the period, from the columns of the exported entries. */
export const AtProvider = ({ balances, days }: Pick<BalancesProps, 'balances'> & { days: string }) => {
  const cents = (kind: Account, of: 'amount' | 'debits' | 'credits'): number =>
    fromUnits(balances.find(({ account }) => account === kind)?.[of] ?? 0, EURO);
  const totals = { psp_clearing: cents('psp_clearing', 'amount'), seller_paid: cents('seller_paid', 'amount') };
  const { paidOut, held } = providerBalance(totals);
  return (
    <p className="muted mt-3">
      Held by the payment provider {days}, counted from the first entry on:{' '}
      {formatSum(cents('psp_clearing', 'debits'), EURO)} received (debits of psp_clearing) −{' '}
      {formatSum(cents('psp_clearing', 'credits'), EURO)} refunded or charged back (its credits) −{' '}
      {formatSum(paidOut, EURO)} paid out (seller_paid) = <b className="strong">{formatSum(held, EURO)}</b>
    </p>
  );
};

/** All accounts end with the sums per currency, which are zero for balanced books. */
export const Balances = ({ balances, names, isPeriod, isWhole }: BalancesProps) => {
  const columns = isPeriod ? COLUMNS : (['amount'] as const);
  const label = (column: (typeof COLUMNS)[number]): string => (isPeriod ? LABELS[column] : 'Balance');
  const sums = columns.map((column) =>
    sumsOf(
      balances.map(({ account, currency, ...sumsOfAccount }) => ({ account, currency, amount: sumsOfAccount[column] })),
    ),
  );
  return (
    <TableRegion label="Balances by account">
      <table className="events stacks balances">
        <caption className="sr-only">Balances by account</caption>
        <thead>
          <tr>
            <th scope="col">Account</th>
            {columns.map((column) => (
              <th key={column} scope="col" className="amount">
                {label(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {balances.map((balance) => (
            <tr key={balance.account}>
              <th scope="row">
                <AccountLink account={balance.account}>{namedAccount(balance.account, names)}</AccountLink>
                <span className="block muted">{meaningOf(balance.account)}</span>
              </th>
              {columns.map((column) => (
                <td
                  key={column}
                  data-label={label(column)}
                  className={classes('amount', balance[column] === 0 && 'muted')}
                >
                  {formatUnits(balance[column], balance.currency)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          {(isWhole ? sums[0] : [])?.map(([currency], at) => {
            const isEven = sums.every((ofColumn) => ofColumn[at]?.[1] === 0);
            return (
              <tr key={currency} className={isEven ? undefined : 'uneven'}>
                <th scope="row">{isEven ? 'Sums to zero' : 'Does not sum to zero'}</th>
                {columns.map((column, of) => (
                  <td key={column} data-label={label(column)} className="amount">
                    {formatSum(sums[of]?.[at]?.[1] ?? 0, currency)}
                  </td>
                ))}
              </tr>
            );
          })}
        </tfoot>
      </table>
    </TableRegion>
  );
};
