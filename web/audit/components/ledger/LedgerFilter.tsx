import { shortTransactionId } from '#domain/shared/shortIds.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { useAddress } from '../../../ui/useAddress.ts';
import { Days } from '../Days.tsx';

export const LedgerFilter = () => {
  const { of } = useAddress();
  const transaction = of('sale');
  return (
    <div className="filterbar ledger-filter">
      <Days />
      {transaction && (
        <p>
          Only the sale{' '}
          <span className="mono break-all">
            {/^[0-9a-f]{32}$/.test(transaction) ? shortTransactionId(transaction) : transaction}
          </span>{' '}
          <ButtonLink size="sm" to="/audit/ledger">
            All sales
          </ButtonLink>
        </p>
      )}
    </div>
  );
};
