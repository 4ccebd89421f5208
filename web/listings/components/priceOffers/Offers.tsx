import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Listing } from '#application/contract/listings.ts';
import { MOST_OF_ONE, PRICE_OFFER_LIMITS, waitsForAnswer } from '#domain/listings/limits.ts';
import { hasNothing } from '../../../api/hasNothing.ts';
import { offersQuery, waitsForReader } from '../../../api/offers.ts';
import { Button } from '../../../ui/Button.tsx';
import { centsOf, formatPrice } from '../../../ui/money.ts';
import { ErrorState } from '../../../ui/States.tsx';
import { LISTINGS } from '../../api/listingQueries.ts';
import { standing } from '../../text/offerText.ts';
import { OfferAnswers, OfferDialog } from './OfferAnswers.tsx';
import { useAnswers } from './useAnswers.ts';

type MakeOfferProps = {
  listing: Listing;
  /** Cents: the buyer's own open offers. */
  offered: readonly number[];
};

/** Disabled once the buyer has the most open offers allowed. */
const MakeOffer = ({ listing, offered }: MakeOfferProps) => {
  const { propose } = useAnswers(listing._id);
  const [making, setMaking] = useState(false);
  const loads = OfferDialog.useAhead();
  const most = offered.length >= MOST_OF_ONE;
  return (
    <>
      <Button
        block
        disabled={most}
        busy={loads && !most}
        busyText="Loading…"
        aria-describedby={most ? 'most-offers' : undefined}
        onClick={() => setMaking(true)}
      >
        {offered.length === 0 ? 'Make an offer' : 'Make another offer'}
      </Button>
      {most && (
        <p className="hint" id="most-offers">
          You have {MOST_OF_ONE} open offers for this. Withdraw one to make another.
        </p>
      )}
      <OfferDialog open={making} onOpenChange={setMaking} listing={listing} offered={offered} send={propose} />
    </>
  );
};

/** On a listing page: the reader's offers for it, and for a buyer a way to make one if `open`. */
export const Offers = ({ listing, own, open }: { listing: Listing; own: boolean; open: boolean }) => {
  const offers = useQuery(offersQuery);
  const here = (offers.data?.proposals ?? []).filter((offer) => offer.listing._id === listing._id);
  const made = here.filter(({ side, stage }) => side === 'buyer' && waitsForAnswer(stage));
  const client = useQueryClient();
  const agreed = offers.data && here.some(({ side, stage }) => side === 'buyer' && stage === 'accepted');
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the offers tell what the listing does not know yet
  useEffect(() => {
    if (!own && agreed !== undefined && agreed !== (listing.agreed !== undefined))
      void client.invalidateQueries({ queryKey: [LISTINGS] });
  }, [agreed]);
  return (
    <div className="buybox">
      {open && <MakeOffer listing={listing} offered={made.map(({ proposed }) => centsOf(proposed))} />}
      {hasNothing(offers) && (
        <ErrorState error={offers.error} title="Failed to load the offers" onRetry={() => offers.refetch()} />
      )}
      {here.length > 0 && (
        <section aria-label={own ? 'Offers received' : 'Your offers'}>
          <p className="strong">{own ? 'Offers received' : 'Your offers'}</p>
          <ul className="offers">
            {here.map((offer) => (
              <li key={offer._id}>
                <p className="small">{standing(offer)}</p>
                {own && waitsForReader(offer) && (
                  <p className="small muted">
                    You receive {formatPrice(offer.price)} plus the shipping. Accepting reserves it for{' '}
                    {offer.other.username} for {PRICE_OFFER_LIMITS.kept}.
                  </p>
                )}
                <div className="offer-answers">
                  <OfferAnswers offer={offer} />
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
};
