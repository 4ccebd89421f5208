import type { TransactionDetail } from '#application/contract/transactions.ts';
import { ERASED } from '#domain/shared/erased.ts';
import { isTerminal } from '#domain/transactions/state.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Tracking } from './Tracking.tsx';

/** To write on a parcel, line by line. */
export const addressLines = (address: NonNullable<TransactionDetail['shippingAddress']>): string[] => {
  const { fullName, streetAddress1, streetAddress2, city, postalCode, country } = address;
  return [fullName, streetAddress1, streetAddress2, `${postalCode} ${city}`, country].filter((line) => line);
};

/** Nobody gives or gets an address any more. */
const isOver = (sale: TransactionDetail): boolean => isTerminal(sale) || sale.status === 'REFUND_BUYER';

const withoutAddress = (sale: TransactionDetail): string => {
  const { role, paymentHistory, shippingCost } = sale;
  const paid = paymentHistory.some(({ event }) => event === 'PaymentCaptured');
  if (paid) return ERASED;
  if (isOver(sale)) {
    if (shippingCost === null) return 'No address was given.';
    return role === 'seller' ? 'The sale was not paid, so you never see the address.' : ERASED;
  }
  return role === 'seller' ? 'You see the address once the sale is paid.' : 'No address has been given yet.';
};

const Masked = ({ sale }: { sale: TransactionDetail }) => (
  <div className="small tracking">
    {sale.sights.address !== 'clear' && (
      <p>
        <span className="muted">Address</span>{' '}
        {sale.shippingCost !== null ? '[personal]' : isOver(sale) ? 'none was given' : 'not given yet'}
      </p>
    )}
    {sale.trackingCode && (
      <p>
        <span className="muted">Tracking</span> [personal]
      </p>
    )}
    <p className="muted">What is personal is for buyer and seller, and for our staff while the sale is a case.</p>
  </div>
);

/** Why there is no address, and how far the parcel is; to whoever may not read them, that there is something. */
export const Parcel = ({ sale }: { sale: TransactionDetail }) => {
  if (sale.sights.words !== 'clear') return <Masked sale={sale} />;
  return (
    <>
      {sale.shippingAddress ? (
        <p className="row mt-3">
          <CopyButton text={addressLines(sale.shippingAddress).join('\n')} of="the address" />
        </p>
      ) : (
        <p className="small muted">{withoutAddress(sale)}</p>
      )}
      {sale.trackingCode && <Tracking code={sale.trackingCode} carrier={sale.carrier} />}
    </>
  );
};
