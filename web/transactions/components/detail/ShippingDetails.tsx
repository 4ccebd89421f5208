import type { TransactionDetail } from '#application/contract/transactions.ts';
import { partOnDemand } from '../../../ui/partOnDemand.tsx';
import { SkeletonLines } from '../../../ui/Skeleton.tsx';

const Parcel = partOnDemand(async () => (await import('./Parcel.tsx')).Parcel, <SkeletonLines lines={2} />);

/** The address is null for the seller until payment, and for readers without access. */
export const ShippingDetails = ({ sale: transaction }: { sale: TransactionDetail }) => {
  const address = transaction.shippingAddress;
  return (
    <section className="panel" aria-labelledby="shipping-details">
      <h2 id="shipping-details">Shipping Details</h2>
      {address && (
        <address>
          {address.fullName}
          <br />
          {address.streetAddress1}
          <br />
          {address.streetAddress2 && (
            <>
              {address.streetAddress2}
              <br />
            </>
          )}
          {address.postalCode} {address.city}
          <br />
          {address.country}
        </address>
      )}
      <Parcel sale={transaction} />
    </section>
  );
};
