import { useState } from 'react';
import type { PriceOffer } from '#application/contract/priceOffers.ts';
import { PRICE_OFFER_LIMITS } from '#domain/listings/limits.ts';
import { messageOf } from '../../../api/ApiError.ts';
import { waitsForReader } from '../../../api/offers.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/dialogsOnDemand.ts';
import { centsOf, formatPrice } from '../../../ui/money.ts';
import { onceOpened } from '../../../ui/onceOpened.tsx';
import { toast } from '../../../ui/toast.ts';
import { type Answer, useAnswers } from './useAnswers.ts';

export const OfferDialog = onceOpened(async () => (await import('./OfferDialog.tsx')).OfferDialog);

const DONE: Record<Exclude<Answer, 'counter'>, string> = {
  accept: 'Agreed. It is reserved at this price.',
  refuse: 'The offer was declined',
  withdraw: 'Your offer was withdrawn',
};

/** What accepting binds the parties to. */
const Binding = ({ offer: { side, price, other, listing } }: { offer: PriceOffer }) => {
  const sum = formatPrice(price);
  return side === 'seller' ? (
    <>
      <p>
        You receive <b>{sum}</b> plus shipping for “{listing.title}”. The buyer pays the fee on top.
      </p>
      <p>
        It is reserved for {other.username} at this price for {PRICE_OFFER_LIMITS.kept}. Until then nobody else can buy
        it, you cannot change or archive it, and you cannot withdraw. {other.username} is not obliged to buy; if they do
        not, it goes back on sale.
      </p>
    </>
  ) : (
    <>
      <p>
        “{listing.title}” is reserved for you for {PRICE_OFFER_LIMITS.kept} at <b>{sum}</b>, plus fee and shipping. You
        pay only if you buy it, and you are not obliged to buy.
      </p>
      <p>This ends your other offers for it.</p>
    </>
  );
};

/** The reader's actions on an open offer; none if only the other side can act. */
export const OfferAnswers = ({ offer }: { offer: PriceOffer }) => {
  const { answer } = useAnswers(offer.listing._id);
  const [countering, setCountering] = useState(false);
  const [accepting, setAccepting] = useState(false);
  const [busy, setBusy] = useState(false);
  const { side, stage, price, other, listing } = offer;
  const answerable = waitsForReader(offer) && stage !== 'accepted';
  const takesBack = side === 'buyer' && stage !== 'countered' && offer.ended === null && !offer.beingBought;
  const acceptLoads = ConfirmDialog.useAhead(answerable);
  const counterLoads = OfferDialog.useAhead(answerable && side === 'seller');
  const sum = formatPrice(price);
  const about = `${side === 'seller' ? `${sum} from ${other.username}` : sum} for ${listing.title}`;
  const act = async (how: Exclude<Answer, 'counter'>) => {
    setBusy(true);
    try {
      await answer(offer, how, how === 'accept' ? price.toFixed(2) : undefined);
      toast.success(DONE[how]);
    } catch (error) {
      toast.error(messageOf(error, 'This did not go through. Please try again.'));
    }
    setAccepting(false);
    setBusy(false);
  };
  return (
    <>
      {answerable && (
        <>
          <Button
            size="sm"
            look="primary"
            busy={acceptLoads}
            busyText="Loading…"
            onClick={() => setAccepting(true)}
            aria-label={`Accept ${about}`}
          >
            Accept {sum}
          </Button>
          {side === 'seller' && (
            <Button
              size="sm"
              busy={counterLoads}
              busyText="Loading…"
              onClick={() => setCountering(true)}
              aria-label={`Counter ${about}`}
            >
              Counter-offer
            </Button>
          )}
          <Button size="sm" busy={busy} onClick={() => act('refuse')} aria-label={`Decline ${about}`}>
            Decline
          </Button>
        </>
      )}
      {takesBack && (
        <Button size="sm" busy={busy} onClick={() => act('withdraw')} aria-label={`Withdraw your offer of ${about}`}>
          Withdraw
        </Button>
      )}
      <ConfirmDialog
        open={accepting}
        onOpenChange={setAccepting}
        title={`Accept ${sum}?`}
        confirmText={`Accept ${sum}`}
        cancelText="Not now"
        busy={busy}
        busyText="Accepting…"
        onConfirm={() => act('accept')}
      >
        <Binding offer={offer} />
      </ConfirmDialog>
      <OfferDialog
        open={countering}
        onOpenChange={setCountering}
        listing={listing}
        answers={centsOf(offer.proposed)}
        send={(named) => answer(offer, 'counter', named)}
      />
    </>
  );
};
