import type { TransactionDetail } from '#application/contract/transactions.ts';
import { ERASED } from '#domain/shared/erased.ts';
import { Tracking } from './Tracking.tsx';

const withoutAddress = ({ role, paymentHistory }: TransactionDetail): string => {
  const paid = paymentHistory.some(({ event }) => event === 'PaymentCaptured');
  if (paid) return ERASED;
  return role === 'seller' ? 'You see the address once the sale is paid.' : 'No address has been given yet.';
};

const Masked = ({ sale: { sights, shippingCost, trackingCode } }: { sale: TransactionDetail }) => (
  <div className="small tracking">
    {sights.address !== 'clear' && (
      <p>
        <span className="muted">Address</span> {shippingCost === null ? 'not given yet' : '[personal]'}
      </p>
    )}
    {trackingCode && (
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
      {!sale.shippingAddress && <p className="small muted">{withoutAddress(sale)}</p>}
      {sale.trackingCode && <Tracking code={sale.trackingCode} carrier={sale.carrier} />}
    </>
  );
};
