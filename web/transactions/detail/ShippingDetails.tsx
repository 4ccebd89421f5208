import type { Transaction } from '#application/contract/transactions.ts';
import { trackingPage } from '#domain/shared/carriers.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';

const Tracking = ({ code, carrier }: { code: string | null; carrier: string | null }) => {
  const page = trackingPage(carrier, code);
  if (!code) return null;
  return (
    <div className="small tracking">
      <p>
        <span className="muted">Tracking</span> <span className="mono">{code}</span>
        {carrier && ` (${carrier})`}
      </p>
      <p className="row mt-3">
        {page && (
          <a className="btn btn-sm" href={page} target="_blank" rel="noopener noreferrer">
            Follow the parcel at {carrier}
          </a>
        )}
        <CopyButton text={code} />
      </p>
    </div>
  );
};

const withoutAddress = ({ role, paymentHistory }: Transaction): string => {
  const paid = paymentHistory.some(({ event }) => event === 'PaymentCaptured');
  if (paid) return '[erased]';
  return role === 'seller' ? 'You see the address once the sale is paid.' : 'No address has been given yet.';
};

/** The address is null to the seller until the sale is paid. */
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
      <Tracking code={sale.trackingCode} carrier={sale.carrier} />
    </section>
  );
};
