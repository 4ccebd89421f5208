import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Listing } from '#application/contract/listings.ts';
import type { PriceProposal } from '#application/contract/priceProposals.ts';
import { PROPOSAL_TERMS } from '#domain/listings/proposalPolicy.ts';
import { messageOf } from '../../api/ApiError.ts';
import { api } from '../../api/client.ts';
import { offersQuery } from '../../api/offers.ts';
import { Button } from '../../ui/Button.tsx';
import { dueTime } from '../../ui/dates.ts';
import { centsOf, formatPrice } from '../../ui/money.ts';
import { ErrorState } from '../../ui/States.tsx';
import { toast } from '../../ui/toast.ts';
import { LISTINGS } from '../listingQueries.ts';
import { OfferDialog } from './OfferDialog.tsx';

type Answer = 'accept' | 'refuse' | 'withdraw' | 'counter';

const DONE: Record<Exclude<Answer, 'counter'>, string> = {
  accept: 'Agreed. It is reserved at this price.',
  refuse: 'The offer was refused',
  withdraw: 'Your offer was taken back',
};

const useAnswers = (listing: Listing) => {
  const client = useQueryClient();
  const path = `listings/${listing._id}/price-proposals`;
  const written = async (call: Promise<unknown>) => {
    try {
      await call;
    } finally {
      void client.invalidateQueries(offersQuery);
      void client.invalidateQueries({ queryKey: [LISTINGS] });
    }
  };
  return {
    propose: (price: string) => written(api.post(path, { price })),
    answer: ({ _id }: PriceProposal, how: Answer, price?: string) =>
      written(api.post(`${path}/${_id}/${how}`, price === undefined ? {} : { price })),
  };
};

/** Where an offer stands, in words for its reader. */
const standing = ({ side, stage, price, proposed, other, until }: PriceProposal): string => {
  const sum = formatPrice(price);
  if (stage === 'accepted')
    return side === 'buyer'
      ? `Agreed on ${sum}. Reserved for you until ${dueTime(until)}.`
      : `Agreed on ${sum} with ${other.username}, for whom it is reserved until ${dueTime(until)}.`;
  if (stage === 'proposed')
    return side === 'buyer'
      ? `You offered ${sum}. The seller has until ${dueTime(until)} to answer.`
      : `${other.username} offers ${sum}. Answer before ${dueTime(until)}, otherwise it lapses.`;
  return side === 'buyer'
    ? `You offered ${formatPrice(proposed)}, and the seller asks for ${sum}. Answer before ${dueTime(until)}, otherwise it lapses.`
    : `${other.username} offered ${formatPrice(proposed)}, and you asked for ${sum}. They have until ${dueTime(until)} to answer.`;
};

type OfferProps = { offer: PriceProposal; listing: Listing };

const Offer = ({ offer, listing }: OfferProps) => {
  const { answer } = useAnswers(listing);
  const [countering, setCountering] = useState(false);
  const { side, stage, price, other } = offer;
  const mine = side === 'seller' ? stage === 'proposed' : stage === 'countered';
  const sum = formatPrice(price);
  const about = side === 'seller' ? `${sum} from ${other.username}` : sum;
  const act = async (how: Exclude<Answer, 'counter'>) => {
    try {
      await answer(offer, how, how === 'accept' ? price.toFixed(2) : undefined);
      toast.success(DONE[how]);
    } catch (error) {
      toast.error(messageOf(error, 'This did not go through. Please try again.'));
    }
  };
  return (
    <li className="offer">
      <p className="small">{standing(offer)}</p>
      {mine && side === 'seller' && (
        <p className="small muted">
          You receive {sum} and the shipping. Accepting reserves it for {other.username} for {PROPOSAL_TERMS.kept}.
        </p>
      )}
      <p className="offer-answers">
        {mine && (
          <>
            <Button size="sm" look="primary" onClick={() => act('accept')} aria-label={`Accept ${about}`}>
              Accept {sum}
            </Button>
            {side === 'seller' && (
              <Button size="sm" onClick={() => setCountering(true)} aria-label={`Name another price than ${about}`}>
                Another price
              </Button>
            )}
            <Button size="sm" onClick={() => act('refuse')} aria-label={`Refuse ${about}`}>
              Refuse
            </Button>
          </>
        )}
        {side === 'buyer' && stage !== 'countered' && (
          <Button size="sm" onClick={() => act('withdraw')} aria-label={`Take back your offer of ${sum}`}>
            Take back
          </Button>
        )}
      </p>
      {countering && (
        <OfferDialog
          listing={listing}
          answers={centsOf(offer.proposed)}
          send={(named) => answer(offer, 'counter', named)}
          onClose={() => setCountering(false)}
        />
      )}
    </li>
  );
};

/** On the page of a listing: what its reader has offered, or was offered for it, and for a buyer the way to do so. `open`: whether one can be made. */
export const Offers = ({ listing, own, open }: { listing: Listing; own: boolean; open: boolean }) => {
  const offers = useQuery(offersQuery);
  const { propose } = useAnswers(listing);
  const [making, setMaking] = useState(false);
  const standingOnes = (offers.data?.proposals ?? []).filter(
    (offer) => offer.listing._id === listing._id && offer.ended === null,
  );
  const client = useQueryClient();
  const agreed = offers.data && standingOnes.some(({ side, stage }) => side === 'buyer' && stage === 'accepted');
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the offers tell what the listing does not know yet
  useEffect(() => {
    if (!own && agreed !== undefined && agreed !== (listing.agreed !== undefined))
      void client.invalidateQueries({ queryKey: [LISTINGS] });
  }, [agreed]);
  return (
    <>
      {open && (
        <Button block onClick={() => setMaking(true)}>
          Make an offer
        </Button>
      )}
      {offers.isError && (
        <ErrorState error={offers.error} title="Failed to load the offers" onRetry={() => offers.refetch()} />
      )}
      {standingOnes.length > 0 && (
        <section aria-label={own ? 'Offers for it' : 'Your offers'}>
          <p className="strong">{own ? 'Offers for it' : 'Your offers'}</p>
          <ul className="offers">
            {standingOnes.map((offer) => (
              <Offer key={offer._id} offer={offer} listing={listing} />
            ))}
          </ul>
        </section>
      )}
      {making && <OfferDialog listing={listing} send={propose} onClose={() => setMaking(false)} />}
    </>
  );
};
