import { useQuery } from '@tanstack/react-query';
import type { Listing } from '#application/contract/listings.ts';
import { TERMS } from '#domain/transactions/termWords.ts';
import { useUser } from '../api/session.tsx';
import { Button } from '../ui/Button.tsx';
import { countryInSentence } from '../ui/countries.ts';
import { DialogActions } from '../ui/Dialog.tsx';
import { centsOf } from '../ui/money.ts';
import { Photo } from '../ui/Photo.tsx';
import { Notice } from '../ui/States.tsx';
import { PurchaseSums } from './PurchaseSums.tsx';
import { shippingCostQuery } from './purchaseCalls.ts';
import { quoteFor } from './quote.ts';
import { prefilled } from './shippingForm.ts';

type ReviewStepProps = {
  listing: Listing;
  failure: string | null;
  busy: boolean;
  onContinue: () => void;
  onCancel: () => void;
};

/** Step 1: what is bought, what it costs (shipping to the account's own country), and what follows. */
export const ReviewStep = ({ listing, failure, busy, onContinue, onCancel }: ReviewStepProps) => {
  const { country } = prefilled(useUser());
  const shipping = useQuery(shippingCostQuery(listing, country));
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
        quote={quoteFor(centsOf(listing.price), shipping.data ?? null)}
        shippingNote={
          shipping.data === undefined
            ? 'Calculated for your address in the next step'
            : `To ${countryInSentence(country)}, from the seller’s rates`
        }
      />
      <div className="mt-5">
        {failure ? (
          <Notice bad>{failure}</Notice>
        ) : (
          <Notice>
            <b>What happens next.</b> You give a shipping address, then pay within {TERMS.paymentWindow}. If nobody
            acts, the listing is released and nothing is charged.
          </Notice>
        )}
      </div>
      <DialogActions>
        <Button onClick={onCancel} disabled={busy}>
          Cancel
        </Button>
        <Button look="primary" busy={busy} busyText="Reserving…" onClick={onContinue}>
          Continue to shipping
        </Button>
      </DialogActions>
    </>
  );
};
