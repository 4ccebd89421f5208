import type { TransactionDetail } from '#application/contract/transactions.ts';
import { ERASED } from '#domain/shared/erased.ts';
import { isTerminal } from '#domain/transactions/state.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Tracking } from './Tracking.tsx';

/** Address lines as on a parcel label. */
export const addressLines = (address: NonNullable<TransactionDetail['shippingAddress']>): string[] => {
  const { fullName, streetAddress1, streetAddress2, city, postalCode, country } = address;
  return [fullName, streetAddress1, streetAddress2, `${postalCode} ${city}`, country].filter((line) => line);
};

/** The address no longer matters. */
const isOver = (transaction: TransactionDetail): boolean =>
  isTerminal(transaction) || transaction.status === 'REFUND_BUYER';

const withoutAddress = (transaction: TransactionDetail): string => {
  const { role, paymentHistory, shippingCost } = transaction;
  const paid = paymentHistory.some(({ event }) => event === 'PaymentCaptured');
  if (paid) return ERASED;
  if (isOver(transaction)) {
    if (shippingCost === null) return 'No address was given.';
    return role === 'seller' ? 'The sale was not paid, so the address is not shown.' : ERASED;
  }
  return role === 'seller' ? 'You see the address once the sale is paid.' : 'No address has been given yet.';
};

const Masked = ({ sale: transaction }: { sale: TransactionDetail }) => (
  <div className="small tracking">
    {transaction.sights.address !== 'clear' && (
      <p>
        <span className="muted">Address</span>{' '}
        {transaction.shippingCost !== null ? '[personal]' : isOver(transaction) ? 'none was given' : 'not given yet'}
      </p>
    )}
    {transaction.trackingCode && (
      <p>
        <span className="muted">Tracking</span> [personal]
      </p>
    )}
    <p className="muted">
      Personal data is shown to the buyer and the seller, and to our staff while the sale is a case.
    </p>
  </div>
);

/** Explains a missing address and shows the tracking. Readers without access see only that data exists. */
export const Parcel = ({ sale: transaction }: { sale: TransactionDetail }) => {
  if (transaction.sights.words !== 'clear') return <Masked sale={transaction} />;
  return (
    <>
      {transaction.shippingAddress ? (
        <p className="row mt-3">
          <CopyButton text={addressLines(transaction.shippingAddress).join('\n')} of="the address" />
        </p>
      ) : (
        <p className="small muted">{withoutAddress(transaction)}</p>
      )}
      {transaction.trackingCode && <Tracking code={transaction.trackingCode} carrier={transaction.carrier} />}
    </>
  );
};
