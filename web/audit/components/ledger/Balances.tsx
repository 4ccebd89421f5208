import type { AuditLedger } from '#application/contract/audit.ts';
import { formatSum } from '#domain/shared/currencies.ts';
import { ACCOUNTS, type Account } from '#domain/transactions/ledgerAccounts.ts';
import { classes } from '../../../ui/classes.ts';
import { formatUnits } from '../../../ui/currencies.ts';
import { namedAccount, sumsOf } from '../../../ui/LedgerTable.tsx';
import { TableRegion } from '../../../ui/TableRegion.tsx';
import { AccountLink } from './AccountLink.tsx';

/** The chart of accounts. */
const MEANINGS: Record<Account, string> = {
  psp_clearing: 'Money at the payment provider',
  escrow: 'Buyers’ money, held for their sales',
  seller_payable: 'Earned by sellers, not yet paid out',
  payout_transit: 'Payouts on their way to sellers',
  refund_transit: 'Refunds on their way to buyers',
  duplicate: 'Second payments for one sale, to be returned',
  seller_paid: 'Paid out to sellers',
  fee_income: 'Fees of the marketplace',
  platform_loss: 'Losses that the marketplace paid',
  own_bank: 'Paid from the marketplace’s own bank account',
};

const meaningOf = (account: string): string => {
  const kind = account.split(/[.:]/)[0];
  const known = ACCOUNTS.find((one) => one === kind);
  return known ? MEANINGS[known] : '';
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
};

/** Ends with the sums per currency, which are zero for balanced books. */
export const Balances = ({ balances, names, isPeriod }: BalancesProps) => {
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
          {sums[0]?.map(([currency], at) => {
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
