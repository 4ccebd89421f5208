import { Button } from '../../../ui/Button.tsx';
import type { ShippingDraft } from './shippingForm.ts';

type KnownAddressProps = { address: ShippingDraft; disabled: boolean; onChange: () => void };

/** The shipping address in one line. */
export const KnownAddress = ({ address, disabled, onChange }: KnownAddressProps) => {
  const { fullName, streetAddress1, streetAddress2, postalCode, city, country } = address;
  return (
    <section className="known-address" aria-label="Shipping address">
      <p className="small">
        To <b className="strong">{fullName}</b>,{' '}
        {[streetAddress1, streetAddress2, `${postalCode} ${city}`, country].filter(Boolean).join(', ')}
      </p>
      <Button size="sm" look="quiet" disabled={disabled} onClick={onChange} aria-label="Change the shipping address">
        Change
      </Button>
    </section>
  );
};
