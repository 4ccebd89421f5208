import type { Transaction } from '#application/contract/transactions.ts';
import { partOnDemand } from '../../ui/partOnDemand.tsx';
import { SkeletonLines } from '../../ui/Skeleton.tsx';

const Tracking = partOnDemand(async () => (await import('./Tracking.tsx')).Tracking, <SkeletonLines lines={2} />);

const withoutAddress = ({ role, paymentHistory }: Transaction): string => {
  if (role !== 'buyer' && role !== 'seller') return 'No address to show.';
  const paid = paymentHistory.some(({ event }) => event === 'PaymentCaptured');
  if (paid) return '[erased]';
  return role === 'seller' ? 'You see the address once the sale is paid.' : 'No address has been given yet.';
};

/** The address is null to the seller until the sale is paid, and to auditors. */
export const ShippingDetails = ({ sale }: { sale: Transaction }) => {
  const address = sale.shippingAddress;
  return (
    <section className="panel" aria-labelledby="shipping-details">
      <h2 id="shipping-details">Shipping Details</h2>
      {address ? (
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
      ) : (
        <p className="small muted">{withoutAddress(sale)}</p>
      )}
      {sale.trackingCode && <Tracking code={sale.trackingCode} carrier={sale.carrier} />}
    </section>
  );
};
