import { useQuery } from '@tanstack/react-query';
import type { Listing } from '#application/contract/listings.ts';
import { TERMS } from '#domain/transactions/terms/termsText.ts';
import { useUser } from '../../../api/session.tsx';
import { Button } from '../../../ui/Button.tsx';
import { countryInSentence } from '../../../ui/countries.ts';
import { centsOf } from '../../../ui/money.ts';
import { Photo } from '../../../ui/Photo.tsx';
import { Notice } from '../../../ui/States.tsx';
import { shippingCostQuery } from '../../api/purchase.ts';
import { CheckoutBar } from './CheckoutBar.tsx';
import { KnownAddress } from './KnownAddress.tsx';
import { PurchaseSums } from './PurchaseSums.tsx';
import { type Quote, quoteFor } from './quote.ts';
import { knownAddress, prefilled, type ShippingDraft } from './shippingForm.ts';
import { WhatPayingMeans } from './WhatPayingMeans.tsx';

type ReviewStepProps = {
  listing: Listing;
  failure: string | null;
  busy: boolean;
  /** Continues to the shipping address. */
  onContinue: () => void;
  /** Pays at once, because the address is known. */
  onPay: (address: ShippingDraft, quote: Quote) => void;
  onCancel: () => void;
};

/** The item and its cost, with shipping to the account's country. With a known address this is the only step. */
export const ReviewStep = ({ listing, failure, busy, onContinue, onPay, onCancel }: ReviewStepProps) => {
  const user = useUser();
  const { country } = prefilled(user);
  const address = knownAddress(user);
  const shipping = useQuery(shippingCostQuery(listing, country));
  const quote = quoteFor(centsOf(listing.price), shipping.data ?? null);
  const total = quote.shipping === null ? null : quote.total;
  return (
    <>
      <div className="tx-item mb-4">
        <Photo image={listing.images[0]} alt="" size="thumbnail" />
        <div>
          <p className="strong">{listing.title}</p>
          <p className="small">
            {listing.condition} · {listing.location}
          </p>
          <p className="small muted">Sold by {listing.seller.username}</p>
        </div>
      </div>
      <PurchaseSums
        quote={quote}
        shippingNote={
          shipping.data === undefined
            ? address && !shipping.isError
              ? 'Calculating…'
              : 'Calculated for your address in the next step'
            : `To ${countryInSentence(country)}, from the seller’s rates`
        }
      />
      {address && <KnownAddress address={address} disabled={busy} onChange={onContinue} />}
      <div className="mt-5">
        {address ? (
          <WhatPayingMeans terms={TERMS} />
        ) : (
          <Notice>
            <b>What happens next.</b> You enter a shipping address, then pay within {TERMS.paymentWindow}. If you do
            nothing, the listing is released and nothing is charged.
          </Notice>
        )}
      </div>
      <CheckoutBar total={total} failure={failure}>
        <Button onClick={onCancel} disabled={busy}>
          Cancel
        </Button>
        {address && !shipping.isError ? (
          <Button
            look="primary"
            busy={busy}
            busyText="Opening the checkout…"
            disabled={total === null}
            onClick={() => onPay(address, quote)}
          >
            Buy and pay
          </Button>
        ) : (
          <Button look="primary" busy={busy} busyText="Reserving…" onClick={onContinue}>
            Continue to shipping
          </Button>
        )}
      </CheckoutBar>
    </>
  );
};
