import { shortTransactionId } from '#domain/shared/shortIds.ts';
import { Button } from '../../../ui/Button.tsx';
import { useAddress } from '../../../ui/useAddress.ts';
import { AddressSearch } from '../AddressSearch.tsx';
import { Days } from '../Days.tsx';

export const LedgerFilter = () => {
  const { of, change } = useAddress();
  const [transaction, account] = [of('sale'), of('account')];
  return (
    <>
      <div className="row">
        <AddressSearch of="sale" label="Sale" placeholder="TX7K2M9QPD" />
        <AddressSearch of="amount" label="Amount" placeholder="120, >500 or 100..200" />
      </div>
      <div className="filterbar ledger-filter">
        <Days />
        {account && (
          <p>
            Only the account <span className="mono break-all">{account}</span>{' '}
            <Button size="sm" onClick={() => change({ account: '' })}>
              All accounts
            </Button>
          </p>
        )}
        {transaction && (
          <p>
            Only the sale{' '}
            <span className="mono break-all">
              {/^[0-9a-f]{32}$/.test(transaction) ? shortTransactionId(transaction) : transaction.toUpperCase()}
            </span>{' '}
            <Button size="sm" onClick={() => change({ sale: '' })}>
              All sales
            </Button>
          </p>
        )}
      </div>
    </>
  );
};
